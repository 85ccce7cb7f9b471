"""The map of a table: which cell lies over each contact, what each light of the chain shows; pure.

Its text is TOML and comes back as the same map. It holds for one wiring, which its fingerprint names.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from momentum.config.schema import Config
from momentum.rules import CELLS, SIZE, BadCell, cell_text, cells_in, mask_of, parse_cell
from momentum.workshop.chain import RING
from momentum.workshop.errors import MapError, WiringChanged, WorkshopError

PIXELS = CELLS + RING
STRAIGHT = tuple(range(CELLS))
"""The cell over each contact of a straight matrix, and the pixel of each light of a straight chain."""

_AGAIN = "run momentum calibrate again"
_HEAD = """\
# Which cell lies over each contact, and what each light of the chain shows. Written by: momentum calibrate
# It holds as long as the config wires the table as it did then. To go without it, remove this file.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMap:
    """What a calibration has learnt."""

    cells: tuple[int, ...] = STRAIGHT
    """The cell over each contact; contact 7 r + c is in row r, column c of the sensors."""
    chain: tuple[int, ...] | None = None
    """For each light, from the first outward, the pixel it shows; None: as the config says."""
    poles_swapped: bool = False
    """The sensors take north for south: the two sets of columns, or expanders, stand for each other."""
    dead: int = 0
    """Mask of the cells whose contact did not close."""
    stuck: int = 0
    """Mask of the cells whose contact was closed with nothing there, or would not rest."""

    def __post_init__(self) -> None:
        if sorted(self.cells) != list(STRAIGHT):
            raise WorkshopError("cells must name each of the 49 cells once")
        if self.chain is not None and sorted(self.chain) != list(range(PIXELS)):
            raise WorkshopError("lights must name each of the 49 cells and 28 ring steps once")

    def with_poles(self, config: Config) -> Config:
        """Return the config with the wires of north and south exchanged, if they were found to be so."""
        if not self.poles_swapped:
            return config
        sensors = config.sensors
        swapped = msgspec.structs.replace(
            sensors, columns=sensors.south_columns or sensors.columns, south_columns=sensors.columns
        )
        if sensors.south_address is not None:
            swapped = msgspec.structs.replace(
                sensors, address=sensors.south_address, south_address=sensors.address
            )
        return msgspec.structs.replace(config, sensors=swapped)


AS_WIRED = TableMap(chain=tuple(range(PIXELS)))
"""The map with which a table is opened to learn its wiring: contacts and lights by their own numbers."""


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The shape of a map's text."""

    version: Literal[1]
    wiring: str
    cells: tuple[str, ...]
    lights: tuple[str, ...] = ()
    poles: Literal["straight", "swapped"] = "straight"
    dead: tuple[str, ...] = ()
    stuck: tuple[str, ...] = ()


def fingerprint(config: Config) -> str:
    """Return the SHA-256, in hexadecimal, of what a config says about which wire leads where.

    Rates, colours, currents and the like do not count; nor does which library reads the same pins.
    """
    text = json.dumps(wiring_keys(config), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def wiring_keys(config: Config) -> dict[str, Any]:
    """Return the keys of a config that say how the table is wired, with their values."""
    sensors, lights = config.sensors, config.lights
    keys: dict[str, Any] = {"driver": config.driver}
    if config.driver == "pico":
        keys["pico.serial_number"] = config.pico.serial_number
    elif sensors.backend == "mcp23017":
        keys |= _values("sensors", sensors, ("address", "south_address"))
    else:
        keys |= _values("sensors", sensors, ("rows", "columns", "south_columns"))
    connection = {"spi": ("device",), "neopixel": ("pin",), "none": ()}[lights.backend]
    path = ("board", "board_start", "board_along", "ring_start", "ring_clockwise")
    return keys | _values("lights", lights, ("backend", *connection, *path))


def _values(section: str, values: Any, keys: Sequence[str]) -> dict[str, Any]:
    return {f"{section}.{key}": getattr(values, key) for key in keys}


def map_text(table_map: TableMap, config: Config) -> str:
    """Return a map as the text of its file, good for this config's wiring."""
    lights = [] if table_map.chain is None else [_pixel_text(pixel) for pixel in table_map.chain]
    lines = [
        f"{_HEAD}version = 1",
        f'wiring = "sha256:{fingerprint(config)}"',
        f"cells = {_lines([cell_text(cell) for cell in table_map.cells])}",
        f"lights = {_lines(lights)}",
        f'poles = "{"swapped" if table_map.poles_swapped else "straight"}"',
        f"dead = {_names(table_map.dead)}",
        f"stuck = {_names(table_map.stuck)}",
    ]
    return "\n".join(lines) + "\n"


def parse_map(text: str, config: Config, file: Path | str = "map") -> TableMap:
    """Return the map in a text.

    Raises `WiringChanged` when it was learnt with another wiring than this config's, `MapError` when it is no
    map.
    """
    try:
        shape = msgspec.convert(tomllib.loads(text), _File)
        table_map = _from_file(shape)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, BadCell, WorkshopError) as error:
        raise MapError(file, f"this is no map of a table ({error}); {_AGAIN}, or remove the file") from None
    if shape.wiring != f"sha256:{fingerprint(config)}":
        raise WiringChanged(file, f"the wiring in the config has changed since this map was learnt; {_AGAIN}")
    return table_map


def _from_file(shape: _File) -> TableMap:
    return TableMap(
        cells=tuple(map(parse_cell, shape.cells)),
        chain=tuple(map(_parse_pixel, shape.lights)) or None,
        poles_swapped=shape.poles == "swapped",
        dead=mask_of(map(parse_cell, shape.dead)),
        stuck=mask_of(map(parse_cell, shape.stuck)),
    )


def _pixel_text(pixel: int) -> str:
    return cell_text(pixel) if pixel < CELLS else f"ring {pixel - CELLS + 1}"


def _parse_pixel(text: str) -> int:
    if not text.startswith("ring "):
        return parse_cell(text)
    step = text.removeprefix("ring ")
    if not step.isdecimal() or not 1 <= int(step) <= RING:
        raise WorkshopError(f"{text!r} is no ring step; they are ring 1 to ring {RING}")
    return CELLS + int(step) - 1


def _lines(names: Sequence[str]) -> str:
    """Return a TOML list with seven names a line."""
    lines = [names[start : start + SIZE] for start in range(0, len(names), SIZE)]
    inner = "".join("    " + " ".join(f'"{name}",' for name in line) + "\n" for line in lines)
    return f"[\n{inner}]" if inner else "[]"


def _names(mask: int) -> str:
    return "[" + ", ".join(f'"{cell_text(cell)}"' for cell in cells_in(mask)) + "]"
