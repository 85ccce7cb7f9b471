"""Real tables put together from a config: sensors, lights, buttons and buzzer on the Pi's own pins."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Protocol, TypeVar

from hardware.errors import HardwareError
from hardware.gpio import gpiozero_grid, lgpio_grid, mcp23017_grid, rpigpio_grid
from hardware.gpio.buttons import GpioButtons
from hardware.gpio.buzzer import GpioBuzzer
from hardware.gpio.factory import pin_factory
from hardware.gpio.mcp23017_grid import ExpanderWiring
from hardware.gpio.owner import Owner
from hardware.gpio.wiring import STRAIGHT, GridWiring
from hardware.nothing import MissingLights, NoButtons, NoLights
from hardware.protocols import BUTTON_NAMES, Buttons, Lights, Sensors
from hardware.reopening import ReopeningButtons, ReopeningLights, ReopeningSensors
from hardware.strip import neopixel, spi
from hardware.strip.order import Along, BoardPath, PixelOrder, RingPath
from momentum.config.schema import Config
from momentum.main.together import Needed, NeededButtons, NeededLights, SensorsTogether
from momentum.rules import parse_cell
from momentum.table.loop import Devices
from momentum.workshop.table_map import TableMap


class _Closes(Protocol):
    def close(self) -> None: ...


Device = TypeVar("Device", bound=_Closes)


def open_wired(config: Config, table_map: TableMap, stack: ExitStack) -> Devices:
    """Open what a config with `driver = "gpio"` names, wired as a calibration found it; `stack` closes it.

    A device that fails stops the start with its reason; nothing is ever replaced by the simulator. Raises
    `HardwareError`.
    """
    _kept(stack, Owner())
    order = None if table_map.chain is None else PixelOrder(chain=table_map.chain)
    strip = _kept(stack, _lasting_lights(config, order))
    buzzer = _open_buzzer(config)
    if buzzer is not None:
        _kept(stack, buzzer)
    wired = table_map.with_poles(config)
    contacts = _kept(stack, ReopeningSensors(lambda: open_sensors(wired, table_map.cells)))
    buttons = NeededButtons(_kept(stack, ReopeningButtons(lambda: open_buttons(config))))
    lights = NeededLights(strip)
    needed: tuple[Needed, ...] = (lights, buttons) if config.lights.required else (buttons,)
    sensors = SensorsTogether(contacts, *needed)
    return Devices(sensors=sensors, lights=lights, buttons=buttons, buzzer=buzzer)


def darken_wired(config: Config, stack: ExitStack) -> None:
    """Own the table, then open what shines and what sounds, to be closed by `stack`, dark and silent.

    Raises `HardwareError` once both were tried: lights that are gone leave no buzzer sounding.
    """
    _kept(stack, Owner())
    openers: tuple[Callable[[Config], _Closes | None], ...] = (open_lights, _open_buzzer)
    failures = []
    for opener in openers:
        try:
            device = opener(config)
        except HardwareError as error:
            failures.append(error)
            continue
        if device is not None:
            _kept(stack, device)
    if failures:
        raise failures[0]


def _kept(stack: ExitStack, device: Device) -> Device:
    stack.callback(device.close)
    return device


def open_sensors(config: Config, cells: tuple[int, ...] = STRAIGHT) -> Sensors:
    """Open the contact matrix; `cells` has the cell over each of its 49 contacts. Raises HardwareError."""
    sensors = config.sensors
    if sensors.backend == "mcp23017":
        return mcp23017_grid.open_grid(
            ExpanderWiring(
                address=sensors.address,
                south_address=sensors.south_address,
                settle_us=sensors.row_settle_us,
                cells=cells,
            )
        )
    wiring = GridWiring(
        rows=sensors.rows,
        columns=sensors.columns,
        south_columns=sensors.south_columns,
        active_low=sensors.active_low,
        diodes=sensors.diodes,
        settle_us=sensors.row_settle_us,
        cells=cells,
    )
    if sensors.backend == "gpiozero":
        return gpiozero_grid.open_grid(wiring, factory(config))
    return rpigpio_grid.open_grid(wiring) if sensors.backend == "rpigpio" else lgpio_grid.open_grid(wiring)


def open_lights(config: Config, order: PixelOrder | None = None) -> Lights:
    """Open the strip in this order, or in the one that the config describes. Raises HardwareError."""
    lights = config.lights
    order = pixel_order(config) if order is None else order
    if lights.backend == "none":
        return NoLights()
    if lights.backend == "neopixel":
        return neopixel.open_strip(order, pin=f"D{lights.pin}")
    return spi.open_strip(order, path=lights.device)


def _lasting_lights(config: Config, order: PixelOrder | None) -> Lights:
    """Open lights that come back after a loss; neopixel starts its own child anew.

    What is not required may be missing at the start: it tells why when it is used, and neopixel, which takes
    seconds to start, is not tried again. Raises `HardwareError`.
    """
    required = config.lights.required
    if config.lights.backend != "neopixel":
        return ReopeningLights(lambda: open_lights(config, order), required=required)
    try:
        return open_lights(config, order)
    except HardwareError as error:
        if required:
            raise
        return MissingLights(str(error))


def pixel_order(config: Config) -> PixelOrder:
    """Return the order of the chain that the config describes."""
    lights = config.lights
    along = Along.ROWS if lights.board_along == "row" else Along.COLUMNS
    board = BoardPath(
        start=parse_cell(lights.board_start), along=along, serpentine=lights.board == "serpentine"
    )
    return PixelOrder.of(board, RingPath(start=lights.ring_start, clockwise=lights.ring_clockwise))


def open_buttons(config: Config) -> Buttons:
    """Open the buttons there are. Raises HardwareError."""
    pins = {name: getattr(config.buttons, name) for name in sorted(BUTTON_NAMES)}
    wired = {name: pin for name, pin in pins.items() if pin is not None}
    if not wired:
        return NoButtons()
    return GpioButtons(wired, factory(config), active_low=config.buttons.active_low)


def _open_buzzer(config: Config) -> GpioBuzzer | None:
    buzzer = config.buzzer
    if buzzer is None:
        return None
    device = GpioBuzzer(buzzer.pin, factory(config), passive=buzzer.passive, active_low=buzzer.active_low)
    device.muted = buzzer.muted
    return device


def factory(config: Config) -> Any:
    """Return gpiozero's pin factory, the one of this process. Raises HardwareError."""
    return pin_factory("rpigpio" if config.sensors.backend == "rpigpio" else "lgpio")
