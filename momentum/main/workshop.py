"""Tables put together for the workshop: as they are wired, as they are played, or simulated."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from types import MappingProxyType

from hardware.protocols import BUTTON_NAMES, CELLS, PIXELS
from hardware.simulator import SimulatedTable, Wiring
from momentum.config.checks import pin_uses
from momentum.config.schema import Config
from momentum.main.settings import loop_settings
from momentum.main.simulated import monotonic_ms
from momentum.rules import parse_cell
from momentum.workshop.calibration import Outcome, calibration
from momentum.workshop.check import Trying, table_findings
from momentum.workshop.contacts import Plan
from momentum.workshop.desk import ended_by_signals, sleep_ms
from momentum.workshop.dialogue import Say
from momentum.workshop.errors import WorkshopError
from momentum.workshop.findings import Finding
from momentum.workshop.grid import Regular
from momentum.workshop.machine_checks import PACKAGES, Drivers, machine_findings
from momentum.workshop.openers import Openers
from momentum.workshop.person import VirtualPerson
from momentum.workshop.readings import Sources, read_machine
from momentum.workshop.runner import Desk, Workbench, converse
from momentum.workshop.table_map import AS_WIRED, TableMap

_BACK = tuple(reversed(range(7)))


def _wired(matrix: Regular, lights: tuple[int, ...] = tuple(range(PIXELS)), **others: int) -> Wiring:
    contacts = {cell: 1 << matrix.contact(cell) for cell in range(CELLS)}
    contacts |= {parse_cell(name): mask for name, mask in others.items()}
    return Wiring(contacts=tuple(contacts[cell] for cell in range(CELLS)), lights=lights)


SIMULATED = MappingProxyType(
    {
        "straight": Wiring(),
        "turned": _wired(
            Regular(crossed=True, columns=_BACK), (*reversed(range(CELLS)), *range(CELLS, PIXELS))
        ),
        "mirrored": _wired(Regular(columns=_BACK)),
        "swapped": _wired(Regular(rows=(0, 4, 2, 3, 1, 5, 6))),
        "broken": _wired(Regular(), c3=0),
    }
)
"""Simulated tables to calibrate and to check; the broken one also has a stuck contact."""
STUCK = parse_cell("e5")
"""The broken table's contact that is closed with nothing there."""


def simulated_table(wired: str) -> SimulatedTable:
    """Return the simulated table of this name in real time."""
    table = SimulatedTable(monotonic_ms, wiring=SIMULATED[wired], frames_kept=4 * PIXELS)
    if wired == "broken":
        table.faults.stuck(STUCK, closed=True)
    return table


def openers(config: Config, table_map: TableMap | None) -> Openers:
    """Return how to open the real devices of a config, wired as a map says; None: as the config says.

    Raises `WorkshopError` for a driver whose devices the workshop cannot open.
    """
    if config.driver == "pico":
        from momentum.main.pico import pico_openers

        return pico_openers(config, TableMap() if table_map is None else table_map)
    if config.driver != "gpio":
        raise WorkshopError(f"driver = {config.driver!r}: its table cannot be checked or calibrated here")
    from hardware.gpio.owner import Owner
    from hardware.strip.order import PixelOrder
    from momentum.main.wired import open_buttons, open_lights, open_sensors

    table_map = TableMap() if table_map is None else table_map
    wired = table_map.with_poles(config)
    order = None if table_map.chain is None else PixelOrder(chain=table_map.chain)
    names = tuple(name for name in sorted(BUTTON_NAMES) if getattr(config.buttons, name) is not None)
    return Openers(
        owner=Owner,
        sensors=lambda: open_sensors(wired, table_map.cells),
        lights=None if config.lights.backend == "none" else lambda: open_lights(wired, order),
        buttons=(lambda: open_buttons(wired)) if names else None,
        button_names=names,
    )


def calibrate(config: Config, desk: Desk, *, quick: bool, patience_ms: float) -> Outcome:
    """Calibrate a real table with the person at the desk; its devices are closed, and dark, afterwards.

    Raises `HardwareError` as soon as a device fails.
    """
    from momentum.main.wired import pixel_order

    settings = loop_settings(config)
    how = openers(config, AS_WIRED)
    with ended_by_signals(), ExitStack() as stack:
        stack.callback(how.owner().close)
        lights = None if how.lights is None else how.lights()
        if lights is not None:
            stack.callback(lights.close)
        sensors = how.sensors()
        stack.callback(sensors.close)
        plan = Plan(
            chain=pixel_order(config).chain,
            polarity=sensors.polarity,
            quick=quick,
            lights=lights is not None,
            ring=how.ring(),
            patience_ms=patience_ms,
        )
        bench = Workbench(
            sensors=sensors,
            lights=lights,
            sensing=settings.sensing,
            max_milliamps=settings.lights.max_milliamps,
        )
        return converse(calibration(plan), bench, desk)


def drivers() -> Drivers:
    """Return what a check of the machine must know of drivers."""
    from hardware.gpio.chips import LABELS
    from hardware.gpio.holders import holders_of

    return Drivers(labels=LABELS, holders=lambda pin: tuple(map(str, holders_of(pin))))


def check_machine(config: Config, sources: Sources | None = None) -> Iterator[Finding]:
    """Yield what this machine says to a config, line by line."""
    readings = read_machine(
        Sources() if sources is None else sources,
        pins=[pin for _, pin in pin_uses(config)],
        spi=config.lights.device,
        packages=PACKAGES,
    )
    return machine_findings(config, readings, drivers())


def check_table(config: Config, table_map: TableMap | None, desk: Desk, trying: Trying) -> Iterator[Finding]:
    """Yield what is found at the real table of a config. Raises `WorkshopError` where it cannot be opened."""
    settings = loop_settings(config)
    bench = Workbench(sensing=settings.sensing, max_milliamps=settings.lights.max_milliamps)
    how = openers(config, table_map)
    with ended_by_signals():
        yield from table_findings(how, bench, desk, trying)


def check_simulated(wired: str, listen: Callable[[Say], object], *, quick: bool) -> Iterator[Finding]:
    """Let a virtual person check a simulated table in real time; `listen` is told what is said."""
    table = simulated_table(wired)
    person = VirtualPerson(table, now=monotonic_ms, sleep=sleep_ms, listen=listen)
    how = Openers(
        owner=ExitStack,
        sensors=lambda: table.sensors,
        lights=lambda: table.lights,
        buttons=lambda: table.buttons,
        button_names=tuple(sorted(BUTTON_NAMES)),
    )
    return table_findings(how, Workbench(), person, Trying(person=True, quick=quick))


def calibrate_simulated(wired: str, listen: Callable[[Say], object], *, quick: bool) -> Outcome:
    """Let a virtual person calibrate a simulated table in real time; `listen` is told what is said."""
    table = simulated_table(wired)
    person = VirtualPerson(table, now=monotonic_ms, sleep=sleep_ms, listen=listen)
    bench = Workbench(sensors=table.sensors, lights=table.lights)
    return converse(calibration(Plan(chain=tuple(range(PIXELS)), quick=quick)), bench, person)
