"""The far side of the pins in the kernel lab: contacts, fingers and troubles, through the module's files."""

from pathlib import Path

from hardware.gpio.wiring import SIDE, GridWiring

_FOLDER = Path("/sys/devices/platform/table_gpio")
_DIODE = Path("/sys/module/table_gpio/parameters/diode")

ROWS = (5, 6, 13, 19, 26, 16, 20)
NORTH = (17, 27, 22, 23, 24, 25, 12)
SOUTH = (18, 21, 0, 1, 4, 14, 15)
BUTTONS = {"first": 7, "second": 8, "arbiter": 9}
BUZZER = 10
ROOT = Path(__file__).parents[2]


class KernelBoard:
    """What hands do to the table, done to the kernel."""

    @staticmethod
    def is_here() -> bool:
        """Tell whether this is the guest."""
        return _FOLDER.is_dir()

    def reset(self) -> None:
        """No trouble, no contact closed, no button pressed, diodes from column to row."""
        self.trouble(0)
        self.wire(GridWiring(rows=ROWS, columns=NORTH))
        self.hold(0, 0)
        self.press(frozenset())

    def wire(self, wiring: GridWiring) -> None:
        """Give the matrix the diodes, or none, that this wiring is meant for."""
        _DIODE.write_text("0" if not wiring.diodes else "2" if wiring.active_low else "1", "ascii")

    def hold(self, closed: int, south: int) -> None:
        """Close exactly these contacts, the south ones towards the second set of columns."""
        north = closed & ~south
        rows = ((north >> SIDE * row & 0x7F) | (south >> SIDE * row & 0x7F) << SIDE for row in range(SIDE))
        (_FOLDER / "contacts").write_text(" ".join(f"{columns:x}" for columns in rows), "ascii")

    def finger(self, line: int, level: int) -> None:
        """Drive a line from outside; -1 lets go of it."""
        (_FOLDER / "finger").write_text(f"{line} {level}", "ascii")

    def press(self, names: frozenset[str]) -> None:
        """Hold exactly these buttons, which connect their pins to ground."""
        for name, line in BUTTONS.items():
            self.finger(line, 0 if name in names else -1)

    def trouble(self, errno: int) -> None:
        """Let every reading fail with this error from now on; 0 makes it well."""
        (_FOLDER / "trouble").write_text(str(errno), "ascii")

    def levels(self) -> dict[str, int]:
        """Return masks of the lines that are high and that are outputs, and how often rows were shorted."""
        words = (word.partition("=") for word in (_FOLDER / "levels").read_text("ascii").split())
        return {key: int(value, 10 if key == "shorts" else 16) for key, _, value in words}

    def level(self, line: int) -> int:
        """Return the level of one line."""
        return self.levels()["levels"] >> line & 1
