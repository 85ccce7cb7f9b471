"""From a config to the settings of the game, the loop and the page."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from hardware.gpio.ghosts import ambiguous_under
from momentum.config.schema import Config, Event, Game
from momentum.play.server import ServerSettings
from momentum.referee import SensorKind, TableSettings
from momentum.rules import CELLS, Player
from momentum.table.lighting import Colour, LightSettings
from momentum.table.loop import LoopSettings
from momentum.table.sensing import SensingSettings

BOARD_DEBOUNCES_MS = 3.0
"""What is left to do when the board under the contacts has debounced them: a reading more than one counts."""


def table_settings(config: Config, *, polarity: bool) -> TableSettings:
    """Return what games are played under; `polarity` is what the sensors can tell."""
    settings = TableSettings(sensors=SensorKind.POLARITY if polarity else SensorKind.PRESENCE)
    words = _game_words(config.game) if config.event is None else _event_words(config.event)
    for key, value in words.items():
        settings = settings.with_value(key, value)
    return settings


def _game_words(game: Game) -> dict[str, str]:
    return {
        "pie": _on(game.pie),
        "rounds": str(game.rounds),
        "last_marble": game.last_marble,
        "mode": game.mode,
        "guidance": _on(game.guidance),
        "clock": game.clock,
    }


def _event_words(event: Event) -> dict[str, str]:
    return {
        "pie": _on(event.pie),
        "rounds": str(event.rounds),
        "last_marble": event.last_marble,
        "mode": event.mode,
        "guidance": _on(event.guidance),
        "clock": event.clock,
        "announce": event.announcement,
        "confirm": _on(event.confirm),
        "irregular": event.irregular,
        "event": event.name,
    }


def _on(value: bool) -> str:
    return "on" if value else "off"


def loop_settings(
    config: Config, broken: int = 0, cells: Sequence[int] = tuple(range(CELLS))
) -> LoopSettings:
    """Return how the loop treats its devices.

    `broken` masks the contacts that a calibration found dead, `cells` has the cell over each contact.
    """
    sensors, lights = config.sensors, config.lights
    colours = {Player.FIRST: _colour(lights.first), Player.SECOND: _colour(lights.second)}
    return LoopSettings(
        sensing=SensingSettings(
            scan_hz=sensors.scan_hz,
            rest_scan_hz=sensors.rest_scan_hz,
            debounce_ms=BOARD_DEBOUNCES_MS if config.driver == "pico" else sensors.debounce_ms,
            settle_ms=sensors.settle_ms,
            broken=broken,
            doubtful=None if sensors.diodes or config.driver != "gpio" else ambiguous_under(cells),
        ),
        lights=LightSettings(max_milliamps=lights.max_milliamps, colours=MappingProxyType(colours)),
        lights_required=lights.required,
    )


def server_settings(config: Config, *, browser: bool) -> ServerSettings:
    """Return where the page is served."""
    return ServerSettings(host=config.page.host, port=config.page.port, browser=browser)


def _colour(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
