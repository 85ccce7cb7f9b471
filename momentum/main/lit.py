"""Lights alone, of the table that a config describes or of a simulated one, for what is not a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from hardware.nothing import NoLights
from hardware.protocols import Lights
from momentum.config.schema import Config
from momentum.main.settings import loop_settings
from momentum.main.simulated import build_simulated, monotonic_ms
from momentum.main.tables import open_devices
from momentum.play.errors import PlayError
from momentum.table.lighting import Lighting, LightSettings
from momentum.workshop.table_map import TableMap


@contextmanager
def open_lit(config: Config | None, table_map: TableMap) -> Iterator[tuple[Lights, Lighting]]:
    """Yield the lights of a table and what draws for them; they are closed, and dark, afterwards.

    None is a simulated table. A real one is opened whole, as for play, so that one program alone runs it.
    Raises `HardwareError` when it cannot be opened, or is run by another program; `PlayError` without lights.
    """
    with ExitStack() as stack:
        if config is None or config.driver == "simulated":
            table = build_simulated(monotonic_ms)
            stack.callback(table.lights.close)
            yield table.lights, Lighting(LightSettings())
            return
        lights = open_devices(config, table_map, stack).lights
        if config.lights.backend == "none" or isinstance(lights, NoLights):
            raise PlayError("this table has no lights; leave --lights out, and the game is shown here")
        yield lights, Lighting(loop_settings(config).lights)
