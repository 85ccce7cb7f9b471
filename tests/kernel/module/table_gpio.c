// SPDX-License-Identifier: GPL-2.0
/*
 * A GPIO chip wired, in software, to the contact matrix of a marble table.
 *
 * The level of every line is worked out at the moment a line is driven or a contact moves, inside the
 * kernel, so a program that selects a row reads exactly what copper would give it, without propagation
 * delay. Test equipment: it is no part of the distribution.
 *
 * /sys/devices/platform/table_gpio/
 *	contacts	one hexadecimal mask of closed columns a row ("3 0 0 0 0 0 40"), read and write
 *	finger		write "LINE 0|1|-1": drive a line from outside, or let go of it
 *	trouble		an errno that every reading and change of direction returns from now on; 0 for none
 *	levels		read: levels, lines that are outputs, and how often two outputs were shorted
 * Module parameters: rows, cols (line numbers; up to 16 columns, so two sets of seven fit), label, and
 * diode (1: from row to column, rows select by high; 2: from column to row, rows select by low; 0: none).
 */
#include <linux/gpio/driver.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/module.h>
#include <linux/platform_device.h>

#define LINES	54
#define SIDE	16

enum diode { DIODE_NONE, DIODE_TO_COLUMN, DIODE_TO_ROW };

static int rows[SIDE] = { 5, 6, 13, 19, 26, 16, 20 };
static int row_count = 7;
static int cols[SIDE] = { 17, 27, 22, 23, 24, 25, 12, 18, 21, 0, 1, 4, 14, 15 };
static int col_count = 14;
static int diode = DIODE_TO_ROW;
static char *label = "pinctrl-bcm2711";
module_param_array(rows, int, &row_count, 0444);
module_param_array(cols, int, &col_count, 0444);
module_param(diode, int, 0644);
module_param(label, charp, 0444);

struct table {
	struct gpio_chip chip;
	raw_spinlock_t lock;
	unsigned long shorts;
	u64 outputs;
	u64 driven_high;
	u64 pulled_up;
	u64 levels;
	u64 irq_enabled;
	u8 irq_type[LINES];
	s8 finger[LINES];
	u16 closed[SIDE];
	int trouble;
};

static struct platform_device *device;

/* What a line would read if the matrix were not there. */
static bool own_level(const struct table *t, unsigned int line)
{
	if (t->outputs >> line & 1)
		return t->driven_high >> line & 1;
	if (t->finger[line] >= 0)
		return t->finger[line];
	return t->pulled_up >> line & 1;
}

/* The rows that a column is connected to: directly, or by sneak paths where no diode stops them. */
static u16 connected_rows(const struct table *t, int col)
{
	u16 reached_rows = 0, reached_cols = BIT(col), before;
	int r;

	do {
		before = reached_rows;
		for (r = 0; r < row_count; r++)
			if (t->closed[r] & reached_cols)
				reached_rows |= BIT(r);
		for (r = 0; diode == DIODE_NONE && r < row_count; r++)
			if (reached_rows & BIT(r))
				reached_cols |= t->closed[r];
	} while (diode == DIODE_NONE && reached_rows != before);
	return reached_rows;
}

/* What the rows reached by a column do to it; "weak" is a row that nobody drives, through its pull. */
struct influence {
	bool high, low, weak_high, weak_low;
};

static struct influence influence_on(const struct table *t, int col)
{
	struct influence found = {};
	u16 reached = connected_rows(t, col);
	int r;

	for (r = 0; r < row_count; r++) {
		bool driven = t->outputs >> rows[r] & 1, level = own_level(t, rows[r]);

		if (!(reached & BIT(r)))
			continue;
		found.high |= driven && level && diode != DIODE_TO_ROW;
		found.low |= driven && !level && diode != DIODE_TO_COLUMN;
		found.weak_high |= !driven && level && diode != DIODE_TO_ROW;
		found.weak_low |= !driven && !level && diode != DIODE_TO_COLUMN;
	}
	return found;
}

/*
 * Where only pulls meet, one up and one down, a real column lies in between and may read either way: the
 * worse one is taken, so that a program which forgets the pulls of its idle rows is found out.
 */
static bool column_level(struct table *t, int col)
{
	struct influence by = influence_on(t, col);
	bool level = own_level(t, cols[col]);

	if (by.high && by.low)
		t->shorts++;
	if (t->outputs >> cols[col] & 1)
		return level;
	if (by.high || by.low)
		return by.high;
	return level ? !by.weak_low : by.weak_high;
}

static bool edge_wanted(const struct table *t, unsigned int line)
{
	u8 wanted = t->levels >> line & 1 ? IRQ_TYPE_EDGE_RISING : IRQ_TYPE_EDGE_FALLING;

	return t->irq_enabled >> line & 1 && t->irq_type[line] & wanted;
}

/* Work out all levels anew; returns the lines whose interrupt has to fire. Called with the lock held. */
static u64 settle(struct table *t)
{
	u64 before = t->levels, fire = 0;
	int i;

	t->levels = 0;
	for (i = 0; i < LINES; i++)
		t->levels |= (u64)own_level(t, i) << i;
	for (i = 0; i < col_count; i++) {
		t->levels &= ~BIT_ULL(cols[i]);
		t->levels |= (u64)column_level(t, i) << cols[i];
	}
	for (i = 0; i < LINES; i++)
		if ((before ^ t->levels) >> i & 1 && edge_wanted(t, i))
			fire |= BIT_ULL(i);
	return fire;
}

static unsigned long table_lock(struct table *t)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&t->lock, flags);
	return flags;
}

static void table_settle_unlock(struct table *t, unsigned long flags)
{
	u64 fire = settle(t);
	int i;

	raw_spin_unlock_irqrestore(&t->lock, flags);
	for (i = 0; fire && i < LINES; i++)
		if (fire >> i & 1)
			generic_handle_irq_safe(irq_find_mapping(t->chip.irq.domain, i));
}

static void assign(u64 *mask, unsigned int line, bool on)
{
	if (on)
		*mask |= BIT_ULL(line);
	else
		*mask &= ~BIT_ULL(line);
}

static int chip_get(struct gpio_chip *chip, unsigned int line)
{
	struct table *t = gpiochip_get_data(chip);

	return t->trouble ? -t->trouble : t->levels >> line & 1;
}

static void chip_set(struct gpio_chip *chip, unsigned int line, int value)
{
	struct table *t = gpiochip_get_data(chip);
	unsigned long flags = table_lock(t);

	assign(&t->driven_high, line, value);
	table_settle_unlock(t, flags);
}

static int chip_direct(struct gpio_chip *chip, unsigned int line, bool output, int value)
{
	struct table *t = gpiochip_get_data(chip);
	unsigned long flags;

	if (t->trouble)
		return -t->trouble;
	flags = table_lock(t);
	assign(&t->outputs, line, output);
	if (output)
		assign(&t->driven_high, line, value);
	table_settle_unlock(t, flags);
	return 0;
}

static int chip_direction_output(struct gpio_chip *chip, unsigned int line, int value)
{
	return chip_direct(chip, line, true, value);
}

static int chip_direction_input(struct gpio_chip *chip, unsigned int line)
{
	return chip_direct(chip, line, false, 0);
}

static int chip_get_direction(struct gpio_chip *chip, unsigned int line)
{
	struct table *t = gpiochip_get_data(chip);

	return t->outputs >> line & 1 ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

/* Like a Raspberry Pi's controllers: pulls are known, open drain is left to the kernel to imitate. */
static int chip_set_config(struct gpio_chip *chip, unsigned int line, unsigned long config)
{
	struct table *t = gpiochip_get_data(chip);
	enum pin_config_param param = pinconf_to_config_param(config);
	unsigned long flags;

	if (param != PIN_CONFIG_BIAS_PULL_UP && param != PIN_CONFIG_BIAS_PULL_DOWN &&
	    param != PIN_CONFIG_BIAS_DISABLE)
		return -ENOTSUPP;
	flags = table_lock(t);
	assign(&t->pulled_up, line, param == PIN_CONFIG_BIAS_PULL_UP);
	table_settle_unlock(t, flags);
	return 0;
}

static void irq_mask(struct irq_data *data)
{
	struct table *t = gpiochip_get_data(irq_data_get_irq_chip_data(data));

	assign(&t->irq_enabled, irqd_to_hwirq(data), false);
	gpiochip_disable_irq(&t->chip, irqd_to_hwirq(data));
}

static void irq_unmask(struct irq_data *data)
{
	struct table *t = gpiochip_get_data(irq_data_get_irq_chip_data(data));

	gpiochip_enable_irq(&t->chip, irqd_to_hwirq(data));
	assign(&t->irq_enabled, irqd_to_hwirq(data), true);
}

static int irq_set_type(struct irq_data *data, unsigned int type)
{
	struct table *t = gpiochip_get_data(irq_data_get_irq_chip_data(data));

	if (type & IRQ_TYPE_LEVEL_MASK)
		return -EINVAL;
	t->irq_type[irqd_to_hwirq(data)] = type;
	return 0;
}

static const struct irq_chip table_irq_chip = {
	.name = "table_gpio",
	.irq_mask = irq_mask,
	.irq_unmask = irq_unmask,
	.irq_set_type = irq_set_type,
	.flags = IRQCHIP_IMMUTABLE,
	GPIOCHIP_IRQ_RESOURCE_HELPERS,
};

static ssize_t contacts_store(struct device *dev, struct device_attribute *attr, const char *text, size_t size)
{
	struct table *t = dev_get_drvdata(dev);
	unsigned int masks[SIDE];
	unsigned long flags;
	int r, used, at = 0;

	for (r = 0; r < row_count; r++, at += used)
		if (sscanf(text + at, "%x%n", &masks[r], &used) != 1 || masks[r] >> col_count)
			return -EINVAL;
	flags = table_lock(t);
	for (r = 0; r < row_count; r++)
		t->closed[r] = masks[r];
	table_settle_unlock(t, flags);
	return size;
}

static ssize_t contacts_show(struct device *dev, struct device_attribute *attr, char *text)
{
	struct table *t = dev_get_drvdata(dev);
	int r, at = 0;

	for (r = 0; r < row_count; r++)
		at += sysfs_emit_at(text, at, "%x%c", t->closed[r], r + 1 < row_count ? ' ' : '\n');
	return at;
}
static DEVICE_ATTR_RW(contacts);

static ssize_t finger_store(struct device *dev, struct device_attribute *attr, const char *text, size_t size)
{
	struct table *t = dev_get_drvdata(dev);
	unsigned long flags;
	int line, level;

	if (sscanf(text, "%d %d", &line, &level) != 2 || line < 0 || line >= LINES)
		return -EINVAL;
	flags = table_lock(t);
	t->finger[line] = clamp(level, -1, 1);
	table_settle_unlock(t, flags);
	return size;
}
static DEVICE_ATTR_WO(finger);

static ssize_t trouble_store(struct device *dev, struct device_attribute *attr, const char *text, size_t size)
{
	struct table *t = dev_get_drvdata(dev);

	return kstrtoint(text, 10, &t->trouble) ?: size;
}
static DEVICE_ATTR_WO(trouble);

static ssize_t levels_show(struct device *dev, struct device_attribute *attr, char *text)
{
	struct table *t = dev_get_drvdata(dev);

	return sysfs_emit(text, "levels=%016llx outputs=%016llx shorts=%lu\n", t->levels, t->outputs, t->shorts);
}
static DEVICE_ATTR_RO(levels);

static struct attribute *table_attrs[] = {
	&dev_attr_contacts.attr, &dev_attr_finger.attr, &dev_attr_trouble.attr, &dev_attr_levels.attr, NULL
};
ATTRIBUTE_GROUPS(table);

static const char *const *line_names(struct device *dev)
{
	const char **names = devm_kcalloc(dev, LINES, sizeof(*names), GFP_KERNEL);
	int i;

	for (i = 0; names && i < LINES; i++)
		names[i] = devm_kasprintf(dev, GFP_KERNEL, "GPIO%d", i);
	return names;
}

static int table_probe(struct platform_device *pdev)
{
	struct table *t = devm_kzalloc(&pdev->dev, sizeof(*t), GFP_KERNEL);

	if (!t)
		return -ENOMEM;
	raw_spin_lock_init(&t->lock);
	memset(t->finger, -1, sizeof(t->finger));
	platform_set_drvdata(pdev, t);
	t->chip.label = label;
	t->chip.parent = &pdev->dev;
	t->chip.owner = THIS_MODULE;
	t->chip.base = -1;
	t->chip.ngpio = LINES;
	t->chip.names = line_names(&pdev->dev);
	t->chip.get = chip_get;
	t->chip.set = chip_set;
	t->chip.direction_input = chip_direction_input;
	t->chip.direction_output = chip_direction_output;
	t->chip.get_direction = chip_get_direction;
	t->chip.set_config = chip_set_config;
	gpio_irq_chip_set_chip(&t->chip.irq, &table_irq_chip);
	t->chip.irq.handler = handle_simple_irq;
	t->chip.irq.default_type = IRQ_TYPE_NONE;
	return devm_gpiochip_add_data(&pdev->dev, &t->chip, t);
}

static struct platform_driver table_driver = {
	.probe = table_probe,
	.driver = { .name = "table_gpio", .dev_groups = table_groups },
};

static int __init table_init(void)
{
	int error = platform_driver_register(&table_driver);

	if (error)
		return error;
	device = platform_device_register_simple("table_gpio", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(device))
		platform_driver_unregister(&table_driver);
	return PTR_ERR_OR_ZERO(device);
}
module_init(table_init);

static void __exit table_exit(void)
{
	platform_device_unregister(device);
	platform_driver_unregister(&table_driver);
}
module_exit(table_exit);

MODULE_DESCRIPTION("A marble table's contact matrix behind a GPIO chip");
MODULE_LICENSE("GPL");
