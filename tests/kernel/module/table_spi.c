// SPDX-License-Identifier: GPL-2.0
/*
 * An SPI controller with one device, /dev/spidev0.0, that keeps the last messages it was sent, so that a
 * test can see what reaches a table's strip of lights. Test equipment: it is no part of the distribution.
 *
 * /sys/devices/platform/table_spi/
 *	sent		the bytes of the last message
 *	history		the last 32 messages, each filled up with zeros to 4096 bytes; message N stands at N mod 32
 *	state		messages so far, clock rate of the last one in hertz, SPI mode; poll(2) wakes at each
 *	trouble		an errno that every message returns from now on; 0 for none
 */
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/spi/spi.h>

#define KEPT	4096
#define HISTORY	32

struct strip {
	struct spi_controller *controller;
	unsigned long messages;
	u32 speed_hz;
	u32 mode;
	int trouble;
	size_t length;
	u8 *sent;
};

static struct platform_device *device;
static u8 history[HISTORY][KEPT];

static int keep(struct strip *s, const struct spi_transfer *part)
{
	if (!part->tx_buf || s->length + part->len > KEPT)
		return -EINVAL;
	memcpy(s->sent + s->length, part->tx_buf, part->len);
	s->length += part->len;
	s->speed_hz = part->speed_hz;
	return 0;
}

static int strip_transfer(struct spi_controller *controller, struct spi_message *message)
{
	struct strip *s = spi_controller_get_devdata(controller);
	struct spi_transfer *part;

	message->status = -s->trouble;
	if (!message->status) {
		s->length = 0;
		s->sent = memset(history[s->messages++ % HISTORY], 0, KEPT);
		s->mode = message->spi->mode;
	}
	list_for_each_entry(part, &message->transfers, transfer_list) {
		if (message->status)
			break;
		message->status = keep(s, part);
		message->actual_length += part->len;
	}
	sysfs_notify(&controller->dev.parent->kobj, NULL, "state");
	spi_finalize_current_message(controller);
	return message->status;
}

static ssize_t state_show(struct device *dev, struct device_attribute *attr, char *text)
{
	struct strip *s = dev_get_drvdata(dev);

	return sysfs_emit(text, "messages=%lu speed_hz=%u mode=%u\n", s->messages, s->speed_hz, s->mode);
}
static DEVICE_ATTR_RO(state);

static ssize_t trouble_store(struct device *dev, struct device_attribute *attr, const char *text, size_t size)
{
	struct strip *s = dev_get_drvdata(dev);

	return kstrtoint(text, 10, &s->trouble) ?: size;
}
static DEVICE_ATTR_WO(trouble);

static ssize_t sent_read(struct file *file, struct kobject *kobj, struct bin_attribute *attr, char *buffer,
			 loff_t at, size_t size)
{
	struct strip *s = dev_get_drvdata(kobj_to_dev(kobj));

	return memory_read_from_buffer(buffer, size, &at, s->sent, s->length);
}
static BIN_ATTR_RO(sent, 0);

static ssize_t history_read(struct file *file, struct kobject *kobj, struct bin_attribute *attr, char *buffer,
			    loff_t at, size_t size)
{
	return memory_read_from_buffer(buffer, size, &at, history, sizeof(history));
}
static BIN_ATTR_RO(history, 0);

static struct attribute *strip_attrs[] = { &dev_attr_state.attr, &dev_attr_trouble.attr, NULL };
static struct bin_attribute *strip_bin_attrs[] = { &bin_attr_sent, &bin_attr_history, NULL };
static const struct attribute_group strip_group = { .attrs = strip_attrs, .bin_attrs = strip_bin_attrs };
static const struct attribute_group *strip_groups[] = { &strip_group, NULL };

/* A name from spidev's own table: the kernel has no entry for a strip of lights. */
static struct spi_board_info strip_info = {
	.modalias = "dh2228fv",
	.max_speed_hz = 125000000,
	.chip_select = 0,
	.mode = SPI_MODE_0,
};

static int strip_probe(struct platform_device *pdev)
{
	struct spi_controller *controller = devm_spi_alloc_master(&pdev->dev, sizeof(struct strip));
	struct strip *s;
	int error;

	if (!controller)
		return -ENOMEM;
	s = spi_controller_get_devdata(controller);
	s->controller = controller;
	platform_set_drvdata(pdev, s);
	controller->bus_num = 0;
	controller->num_chipselect = 1;
	controller->mode_bits = SPI_CPOL | SPI_CPHA;
	controller->transfer_one_message = strip_transfer;
	error = devm_spi_register_controller(&pdev->dev, controller);
	if (error)
		return error;
	return spi_new_device(controller, &strip_info) ? 0 : -ENODEV;
}

static struct platform_driver strip_driver = {
	.probe = strip_probe,
	.driver = { .name = "table_spi", .dev_groups = strip_groups },
};

static int __init strip_init(void)
{
	int error = platform_driver_register(&strip_driver);

	if (error)
		return error;
	device = platform_device_register_simple("table_spi", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(device))
		platform_driver_unregister(&strip_driver);
	return PTR_ERR_OR_ZERO(device);
}
module_init(strip_init);

static void __exit strip_exit(void)
{
	platform_device_unregister(device);
	platform_driver_unregister(&strip_driver);
}
module_exit(strip_exit);

MODULE_DESCRIPTION("A strip of lights that remembers, behind an SPI controller");
MODULE_LICENSE("GPL");
