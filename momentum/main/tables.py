"""The table that a config describes, put together for play and taken apart again, whatever ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from momentum.config.schema import Config
from momentum.main.settings import loop_settings, table_settings
from momentum.main.simulated import SimulatedSession, monotonic_ms, referee_for
from momentum.main.speaking import open_speech
from momentum.play.errors import PlayError
from momentum.play.session import Session, SessionSettings
from momentum.records.resuming import Choice
from momentum.records.store import Journal
from momentum.referee import Referee, TableSettings
from momentum.spoken import Detail
from momentum.table.loop import Devices, LoopSettings, TableLoop
from momentum.table.notices import Notice
from momentum.workshop.readings import is_supply_weak
from momentum.workshop.table_map import TableMap


@contextmanager
def open_session(
    config: Config,
    manner: SessionSettings,
    table_map: TableMap | None = None,
    journal: Journal | None = None,
    choice: Choice | None = None,
    asked: Sequence[tuple[str, str]] = (),
) -> Iterator[Session]:
    """Yield a session at the table that `config` describes; its devices are closed, and dark, afterwards.

    `manner` is how it presents itself; how it speaks, the config says. `table_map` is what a calibration
    found; None takes the table as the config has it. Games are written to `journal` unless it is None, and
    `choice` says with which of its games to go on. `asked` are settings of a new game, keys and values, that
    count before the config's. Raises `HardwareError` when a device cannot be opened: it is never replaced by
    the simulator; `TableError` when the sensors cannot do what was asked.
    """
    choice = choice or Choice()
    with ExitStack() as stack:
        speech = open_speech(Detail(config.speech), manner.language, config.voice, stack)
        session = replace(manner, speech=speech, spectator_delay_s=config.page.spectator_delay_s)
        if config.driver == "simulated":
            yield SimulatedSession(
                table=with_asked(table_settings(config, polarity=False), asked),
                loop=loop_settings(config),
                session=session,
                journal=journal,
                choice=choice,
            ).open()
            return
        wired = table_map or TableMap()
        session = replace(session, is_supply_weak=is_supply_weak)
        devices = open_devices(config, wired, stack)
        table = with_asked(table_settings(config, polarity=devices.sensors.polarity), asked)
        referee = referee_for(journal, table, choice, sensors=table.sensors)
        loop = loop_settings(config, broken=wired.dead | wired.stuck, cells=wired.cells)
        yield Session(_starter(devices, referee, loop), monotonic_ms, session, None, journal)


def with_asked(settings: TableSettings, asked: Sequence[tuple[str, str]]) -> TableSettings:
    """Return these settings with some of them changed, the last word on each counting."""
    for key, value in asked:
        settings = settings.with_value(key, value)
    return settings


def open_devices(config: Config, table_map: TableMap, stack: ExitStack) -> Devices:
    """Open the real devices of a config, to be closed by `stack`. Raises `HardwareError`."""
    if config.driver == "gpio":
        from momentum.main.wired import open_wired

        return _heard(config, open_wired(config, table_map, stack))
    if config.driver == "pico":
        from momentum.main.pico import open_pico

        return _heard(config, open_pico(config, table_map, stack))
    raise PlayError(f"driver = {config.driver!r} has no devices to open")


def _heard(config: Config, devices: Devices) -> Devices:
    """Return the devices without a buzzer that the config keeps silent."""
    silent = config.buzzer is not None and config.buzzer.muted
    return replace(devices, buzzer=None) if silent else devices


def _starter(
    devices: Devices, referee: Referee, settings: LoopSettings
) -> Callable[[Callable[[Notice], None]], TableLoop]:
    def start(notify: Callable[[Notice], None]) -> TableLoop:
        return TableLoop(devices, referee, settings, notify)

    return start
