"""How a contact matrix and buttons are wired to pins, as values that refuse what cannot work."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from hardware.cells import cell_name
from hardware.errors import SettingError
from hardware.protocols import CELLS

SIDE: Final = 7
"""Rows, and columns of one matrix."""

SETTLE_US: Final = 30
"""Microseconds between driving a row and reading the columns [qmk_firmware #12945]."""

STRAIGHT: Final = tuple(range(CELLS))
"""The contact where row r meets column c, number 7 r + c, lies under the cell of that number."""

_PINS: Final = range(28)
"""A Raspberry Pi's header carries GPIO0 to GPIO27."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridWiring:
    """Seven rows and seven columns of contacts, or two sets of columns where a contact knows poles."""

    rows: tuple[int, ...]
    """GPIO numbers of the seven rows, which select."""
    columns: tuple[int, ...]
    """GPIO numbers of the seven columns, which are read; of north poles, if there are two sets."""
    south_columns: tuple[int, ...] = ()
    """GPIO numbers of the seven columns of south poles, or none: then sensors only know presence."""
    active_low: bool = True
    """A row selects by low, and pulls hold the columns high; else the other way round."""
    diodes: bool = True
    """Each contact has a diode. Without, idle rows are let go of, and rectangles of marbles are ambiguous."""
    settle_us: float = SETTLE_US
    """Microseconds from letting go of a row and selecting the next to reading the columns."""
    cells: tuple[int, ...] = STRAIGHT
    """The cell over contact 7 r + c, for each of the 49 contacts in order."""

    def __post_init__(self) -> None:
        _check_lines("rows", self.rows)
        _check_lines("columns", self.columns)
        if self.south_columns:
            _check_lines("south_columns", self.south_columns)
        check_pins(self.names())
        check_matrix(self.settle_us, self.cells)

    @property
    def polarity(self) -> bool:
        """True when there are two sets of columns."""
        return bool(self.south_columns)

    @property
    def read_columns(self) -> tuple[int, ...]:
        """All columns in the order in which a reading has them: the seven of north poles first."""
        return self.columns + self.south_columns

    def names(self) -> tuple[tuple[int, str], ...]:
        """Return each pin with what it is for, as messages name it."""
        rows = ((pin, f"row {number}") for number, pin in enumerate(self.rows, 1))
        columns = ((pin, f"column {letter}") for letter, pin in zip("abcdefg", self.columns, strict=True))
        south = ((pin, f"south column {letter}") for letter, pin in zip("abcdefg", self.south_columns))  # noqa: B905
        return (*rows, *columns, *south)


def check_pins(names: Iterable[tuple[int, str]]) -> None:
    """Raise SettingError for a pin that the header does not have, or that has two uses."""
    used: dict[int, str] = {}
    for pin, name in names:
        if pin not in _PINS:
            raise SettingError(f"{name} cannot be GPIO{pin}: the header carries GPIO0 to GPIO27")
        if pin in used:
            raise SettingError(f"GPIO{pin} is given to {used[pin]} and to {name}; give each its own pin")
        used[pin] = name


def check_matrix(settle_us: float, cells: tuple[int, ...]) -> None:
    """Raise SettingError for a settle time or a map of cells that no matrix can have."""
    if not 0 <= settle_us <= 1000:
        raise SettingError(f"settle_us must be 0 to 1000 microseconds, not {settle_us}")
    if sorted(cells) != list(STRAIGHT):
        wrong = sorted(set(STRAIGHT) - set(cells))
        lacking = ", ".join(cell_name(cell) for cell in wrong) or "none"
        raise SettingError(
            f"cells must name each of the 49 cells once; it has {len(cells)}, and lacks {lacking}"
        )


def _check_lines(what: str, pins: tuple[int, ...]) -> None:
    if len(pins) != SIDE:
        raise SettingError(
            f"{what} must be {SIDE} pins, not {len(pins)}: {', '.join(map(str, pins)) or 'none'}"
        )
