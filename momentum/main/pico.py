"""Tables on a USB cable put together from a config: a board with a Raspberry Pi Pico under it."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass

from firmware_bridge.events import Board, MemoryTold
from firmware_bridge.serial_port import Search
from hardware.errors import DeviceLost
from hardware.nothing import MissingLights, NoLights
from hardware.pico.board import BoardSettings, parameters_of
from hardware.pico.devices import PicoTable, open_table, sleep_ms
from hardware.pico.errors import CannotOpenBoard, NeedsProgram
from hardware.protocols import BUTTON_NAMES, Lights
from momentum.config.schema import Config
from momentum.main.simulated import monotonic_ms
from momentum.main.wired import pixel_order
from momentum.table.loop import Devices
from momentum.workshop.openers import Openers
from momentum.workshop.table_map import TableMap

ANSWER_MS = 1000.0
"""How long a board may take to tell how much memory it has."""


def open_pico(config: Config, table_map: TableMap, stack: ExitStack) -> Devices:
    """Open the board that a config names, and close it, dark, with `stack`. Raises `HardwareError`."""
    table = open_board(config, table_map)
    stack.callback(table.close)
    lights = lights_of(config, table)
    return Devices(sensors=table.sensors, lights=lights, buttons=table.buttons, buzzer=table.buzzer)


def open_board(config: Config, table_map: TableMap) -> PicoTable:
    """Open the board that a config names, wired as a map says. Raises `HardwareError`."""
    return open_table(
        _search(config).open,
        board_settings(config, table_map),
        clock=monotonic_ms,
        poles_swapped=table_map.poles_swapped,
    )


def board_settings(config: Config, table_map: TableMap) -> BoardSettings:
    """Return how the board is used: its parameters come from the config and the map, and it keeps them."""
    chain = pixel_order(config).chain if table_map.chain is None else table_map.chain
    parameters = parameters_of(
        scan_hz=config.sensors.scan_hz,
        debounce_ms=config.sensors.debounce_ms,
        limit_ma=config.lights.max_milliamps,
        contacts=_inverse(table_map.cells),
        lights=_inverse(chain),
    )
    # With both given, what answers at the port must be that board; a search by number finds no other.
    number = config.pico.serial_number if config.pico.port else ""
    return BoardSettings(parameters=parameters, serial_number=number, settle_ms=config.sensors.settle_ms)


def lights_of(config: Config, table: PicoTable) -> Lights:
    """Return the board's lights, or none where the config names none.

    A board without lights is told at every use where the config can do without them; else it raises
    `CannotOpenBoard`.
    """
    board = table.board.board
    if config.lights.backend == "none":
        return NoLights()
    if board.cells or board.ring:
        return table.lights
    why = f"board {board.serial} has no lights"
    if config.lights.required:
        raise CannotOpenBoard(f"{why}; write lights.required = false to play by screen and sound")
    return MissingLights(why)


def lights_to_try(config: Config, table: PicoTable) -> Lights:
    """Return the board's lights, for a workshop that lights them one by one. Raises `CannotOpenBoard`."""
    lights = lights_of(config, table)
    if isinstance(lights, MissingLights):
        raise CannotOpenBoard(f'{lights.why}; write lights.backend = "none" to leave them out here')
    return lights


def pico_openers(config: Config, table_map: TableMap) -> Openers:
    """Return how the workshop opens the board's devices one by one."""
    opened: list[PicoTable] = []

    def board() -> PicoTable:
        opened.append(open_board(config, table_map))
        return opened[-1]

    return Openers(
        owner=board,
        sensors=lambda: opened[-1].sensors,
        lights=None if config.lights.backend == "none" else lambda: lights_to_try(config, opened[-1]),
        ring=lambda: opened[-1].board.board.ring > 0,
        buttons=lambda: opened[-1].buttons,
        button_names=tuple(sorted(BUTTON_NAMES)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Introduced:
    """A board as it introduced itself."""

    path: str
    """The port it is plugged in to."""
    board: Board
    """What it is."""
    memory: MemoryTold | None
    """How its program fares; None when it did not say."""


def open_as_it_is(config: Config) -> PicoTable:
    """Open the board that a config names and leave its parameters alone. Raises `HardwareError`."""
    return open_table(_search(config).open, BoardSettings(), clock=monotonic_ms)


def introduce(config: Config) -> Introduced | str:
    """Ask the board that a config names what it is; or return why it needs another program.

    Raises `HardwareError` where there is no board, or it is in use.
    """
    try:
        table = open_as_it_is(config)
    except NeedsProgram as error:
        return str(error)
    try:
        return Introduced(path=table.board.path, board=table.board.board, memory=_memory(table))
    finally:
        table.close()


def _memory(table: PicoTable) -> MemoryTold | None:
    try:
        table.board.ask("memory")
        until_ms = monotonic_ms() + ANSWER_MS
        while table.board.memory is None and monotonic_ms() < until_ms:
            table.board.pump()
            sleep_ms(2)
    except DeviceLost:
        return None
    return table.board.memory


def _search(config: Config) -> Search:
    return Search(serial_number=config.pico.serial_number, path=config.pico.port)


def _inverse(places: tuple[int, ...]) -> tuple[int, ...]:
    """Return, for each value, its place."""
    return tuple(place for _, place in sorted((value, place) for place, value in enumerate(places)))
