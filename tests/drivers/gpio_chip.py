"""A GPIO chip as lgpio and RPi.GPIO show it, with a contact matrix on its lines: for hosts without a chip."""

from hardware.gpio.wiring import GridWiring
from tests.drivers.gpio_matrix import Matrix


class ChipError(Exception):
    """What lgpio raises."""


class Chip:
    """Lines that are claimed, driven and pulled."""

    def __init__(self, wiring: GridWiring) -> None:
        self.wiring = wiring
        self.matrix = Matrix(diodes=wiring.diodes, polarity=wiring.polarity)
        self.lost = False
        self.owners: dict[int, str] = {}
        self.driven: dict[int, int] = {}
        self.pulled_up: dict[int, bool] = {}

    def claim(self, line: int, owner: str, *, pull_up: bool) -> None:
        """Give a line to an owner, with a pull."""
        self.check()
        if self.owners.get(line, owner) != owner:
            raise ChipError("GPIO busy")
        self.owners[line] = owner
        self.pulled_up[line] = pull_up

    def check(self) -> None:
        """Fail while the chip does not answer."""
        if self.lost:
            raise ChipError("the chip does not answer")

    def drive(self, line: int, level: int | None) -> None:
        """Drive a line, or let go of it."""
        self.check()
        if level is None:
            self.driven.pop(line, None)
        else:
            self.driven[line] = level

    def level(self, line: int) -> int:
        """Return the level of a column. One that only meets pulls against its own reads the worse way."""
        self.check()
        idle = int(self.wiring.active_low)
        selecting, opposing = set[int](), set[int]()
        for row, pin in enumerate(self.wiring.rows):
            level = self.driven.get(pin, int(self.pulled_up[pin]))
            if level != idle:
                selecting.add(row)
            elif pin in self.driven:
                opposing.add(row)
        columns = self.matrix.selected_columns(selecting, opposing)
        closed = columns >> self.wiring.read_columns.index(line) & 1
        return closed ^ idle


class LgpioStandIn:
    """As much of lgpio as a matrix takes, on one chip of a Raspberry Pi 4."""

    error = ChipError
    SET_OPEN_DRAIN, SET_OPEN_SOURCE, SET_PULL_UP, SET_PULL_DOWN = 8, 16, 32, 64

    def __init__(self, chip: Chip) -> None:
        self.chip = chip
        self.groups: dict[int, tuple[int, ...]] = {}
        self.flags: dict[int, int] = {}
        self.opened = 0

    def gpiochip_open(self, _: int) -> int:
        """Return a handle."""
        self.opened += 1
        return self.opened

    def gpiochip_close(self, handle: int) -> None:
        """Give back the lines of this handle."""
        for line in [line for line, owner in self.chip.owners.items() if owner == f"lg{handle}"]:
            del self.chip.owners[line]

    def gpio_get_line_info(self, _: int, line: int) -> tuple[int, int, int, str, str]:
        """Tell whether a line is held."""
        owner = self.chip.owners.get(line, "")
        return 0, line, int(bool(owner)), f"GPIO{line}", owner

    def group_claim_output(self, handle: int, lines: list[int], levels: list[int], flags: int) -> None:
        """Claim a group of outputs."""
        self.group_claim_input(handle, lines, flags)
        self.group_write(handle, lines[0], sum(level << bit for bit, level in enumerate(levels)), -1)

    def group_claim_input(self, handle: int, lines: list[int], flags: int) -> None:
        """Claim a group of inputs."""
        for line in lines:
            self.chip.claim(line, f"lg{handle}", pull_up=bool(flags & self.SET_PULL_UP))
        self.groups[lines[0]] = tuple(lines)
        self.flags[lines[0]] = flags

    def group_write(self, _: int, leader: int, levels: int, mask: int = -1) -> None:
        """Drive the lines of the mask, or let go of them where they are open at that level."""
        flags = self.flags[leader]
        released = 1 if flags & self.SET_OPEN_DRAIN else 0 if flags & self.SET_OPEN_SOURCE else None
        for bit, line in enumerate(self.groups[leader]):
            if mask >> bit & 1:
                level = levels >> bit & 1
                self.chip.drive(line, None if level == released else level)

    def group_read(self, _: int, leader: int) -> tuple[int, int]:
        """Return how many lines there are, and their levels."""
        lines = self.groups[leader]
        return len(lines), sum(self.chip.level(line) << bit for bit, line in enumerate(lines))


class RpiGpioStandIn:
    """As much of RPi.GPIO as a matrix takes; it takes lines unasked."""

    BCM, OUT, IN, PUD_UP, PUD_DOWN = 11, 0, 1, 22, 21

    def __init__(self, chip: Chip) -> None:
        self.chip = chip

    def setwarnings(self, _: bool) -> None:
        """Hold no talk."""

    def setmode(self, mode: int) -> None:
        """Count pins as the processor does."""
        assert mode == self.BCM

    def setup(
        self, lines: int | list[int], direction: int, *, pull_up_down: int = PUD_DOWN, initial: int = 0
    ) -> None:
        """Make lines inputs or outputs."""
        for line in [lines] if isinstance(lines, int) else lines:
            try:
                self.chip.claim(line, "RPi", pull_up=pull_up_down == self.PUD_UP)
                self.chip.drive(line, initial if direction == self.OUT else None)
            except ChipError as error:
                raise RuntimeError(str(error)) from error

    def output(self, line: int, level: int) -> None:
        """Drive a line."""
        try:
            self.chip.drive(line, level)
        except ChipError as error:
            raise RuntimeError(str(error)) from error

    def input(self, line: int) -> int:
        """Read a line."""
        return self.chip.level(line)

    def cleanup(self, line: int) -> None:
        """Let go of a line."""
        self.output(line, 0)
        self.chip.drive(line, None)
        self.chip.owners.pop(line, None)
