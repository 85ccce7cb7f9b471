"""`momentum play`: a table to play at, with its page in the browser."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from momentum.cli import options

if TYPE_CHECKING:
    from momentum.config.schema import Config
    from momentum.play.server import ServerSettings
    from momentum.play.session import Session
    from momentum.records.resuming import Choice
    from momentum.records.store import Journal
    from momentum.referee import TableSettings
    from momentum.table.notices import Notice

_EXAMPLE = """\
examples:
  momentum play --simulate
  momentum play --simulate --language ko --set mode=tournament --set rounds=off
  momentum play --simulate --clock 5m+3s
  momentum play --config momentum.toml --speech full
  momentum play --simulate --new                  # the unfinished game is put aside ...
  momentum play --simulate --resume 12            # ... and goes on another time
  momentum play --simulate --journal none         # nothing is written down
  momentum play --spectator-delay 60              # those who only watch, at /watch, see it a minute late
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = options.command(commands, "play", "play at a table, with its page in the browser", _EXAMPLE)
    parser.add_argument("--simulate", action="store_true", help="a simulated table; no hardware, no config")
    options.add_config_file(parser)
    parser.add_argument("--seed", type=options.seed, help="with --simulate: seed of the contacts' bounce (0)")
    parser.add_argument("--scan-hz", type=options.rate, help="scans a second (default 200)")
    parser.add_argument(
        "--set", metavar="KEY=VALUE", type=options.setting, action="append", default=[], dest="settings",
        help="a setting of the game: pie, rounds, last_marble, mode, sensors, guidance, clock,"
        " announce, confirm, irregular or event; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--clock", metavar="TIME", type=options.clock, action="append", dest="settings",
        help="play with clocks: 5m+3s, 30m d5s, byo 10m 5x30s, a preset such as blitz, or off",
    )  # fmt: skip
    options.add_journal(parser, none=True)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--new", action="store_true", help="put an unfinished game aside, begin another")
    which.add_argument(
        "--resume", metavar="N", type=options.positive, help="go on with game N of the journal"
    )
    options.add_speech(parser)
    parser.add_argument(
        "--spectator-delay", metavar="S", type=options.delay,
        help="seconds by which /watch is late (default 0, or as the config has it)",
    )  # fmt: skip
    options.add_page_options(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Serve the table until interrupted."""
    from momentum.play.errors import PlayError

    if given.simulate and given.config != options.CONFIG_FILE:
        raise PlayError("--simulate takes no config; leave one out of --simulate and --config")
    if given.seed is not None and not given.simulate:
        raise PlayError("--seed goes with --simulate; a real table has no chance in it")
    if given.simulate:
        return _play_simulated(given)
    return _play_real(given)


@contextmanager
def _journal(given: argparse.Namespace, config: Config | None) -> Iterator[Journal | None]:
    """Yield the journal to play on, or None when nothing is to be written down."""
    from momentum.records.errors import NoSuchGame
    from momentum.records.store import playing_on

    file = options.journal_file(given.journal, config)
    if file is not None:
        with playing_on(file, version("momentum-board")) as journal:
            yield journal
        return
    if given.resume is not None:
        raise NoSuchGame("there is no game to resume without a journal; name it with --journal")
    yield None


def _choice(given: argparse.Namespace) -> Choice:
    from momentum.records.resuming import Choice

    return Choice(new=given.new, number=given.resume, settings_asked=bool(given.settings))


def _tell_resumed(session: Session, wanted: TableSettings) -> None:
    """Tell of a game that goes on, and of its settings when another one would be played as `wanted`."""
    from momentum.records.recorded import RecordedReferee

    referee = session.referee
    if not isinstance(referee, RecordedReferee) or referee.number is None:
        return
    others = referee.settings != wanted
    if others or referee.game.ply or referee.saved().drop is not None:
        stands = "goes on" if referee.game.result is None else "is over, and still on the board"
        under = f" under its own settings, {referee.settings}" if others else ""
        turns = f"turns so far: {referee.game.ply}"
        print(f"Game {referee.number} {stands}{under} ({turns}; another one begins with --new).", flush=True)


def tell_lights(notice: Notice) -> None:
    """Tell of lights that are missing, at the start or later, while play goes on without them."""
    from momentum.table.notices import LightsChanged

    if isinstance(notice, LightsChanged) and notice.why is not None:
        print(f"momentum: {notice.why}; play goes on by screen and sound", file=sys.stderr, flush=True)


def _play_simulated(given: argparse.Namespace) -> int:
    from momentum.main import SimulatedSession
    from momentum.main.speaking import USUAL, open_speech
    from momentum.main.tables import with_asked
    from momentum.play.server import serve
    from momentum.play.session import SessionSettings
    from momentum.referee import TableSettings
    from momentum.spoken import Detail
    from momentum.table.loop import LoopSettings
    from momentum.table.sensing import SensingSettings

    table = with_asked(TableSettings(), given.settings)
    language = given.language or "en"
    with _journal(given, None) as journal, ExitStack() as stack:
        speech = open_speech(Detail(given.speech or "off"), language, USUAL, stack)
        session = SimulatedSession(
            table=table,
            loop=LoopSettings(sensing=SensingSettings(scan_hz=given.scan_hz or 200.0)),
            session=SessionSettings(
                language=language,
                speech=speech,
                sound_file=options.sound_file(options.journal_file(given.journal, None)),
                spectator_delay_s=given.spectator_delay or 0.0,
            ),
            seed=given.seed or 0,
            journal=journal,
            choice=_choice(given),
        ).open()
        _tell_resumed(session, table)
        serve(session, _server(given, None))
    return 0


def _play_real(given: argparse.Namespace) -> int:
    from momentum.config.errors import ConfigError, Problem
    from momentum.config.reading import read_config
    from momentum.main.settings import table_settings
    from momentum.main.tables import open_session, with_asked
    from momentum.play.server import serve
    from momentum.play.session import SessionSettings
    from momentum.workshop.map_file import read_map

    default: Path = options.CONFIG_FILE
    if given.config == default and not default.exists():
        remedy = "name one with --config, write one from momentum config example, or play with --simulate"
        raise ConfigError(default, [Problem(key="", why="there is no such file", remedy=remedy)])
    config = _as_asked(read_config(given.config), given)
    table_map = read_map(given.config, config)
    manner = SessionSettings(
        language=given.language or config.language,
        sound_file=options.sound_file(options.journal_file(given.journal, config)),
    )
    with (
        _journal(given, config) as journal,
        open_session(config, manner, table_map, journal, _choice(given), given.settings) as session,
    ):
        polarity = session.referee.settings.polarity
        _tell_resumed(session, with_asked(table_settings(config, polarity=polarity), given.settings))
        session.watchers.append(tell_lights)
        serve(session, _server(given, config))
    return 0


def _as_asked(config: Config, given: argparse.Namespace) -> Config:
    """Return the config with what the command line says otherwise."""
    from msgspec.structs import replace

    if given.speech is not None:
        config = replace(config, speech=given.speech)
    if given.spectator_delay is not None:
        config = replace(config, page=replace(config.page, spectator_delay_s=given.spectator_delay))
    if given.scan_hz is not None:
        rest_hz = min(given.scan_hz, config.sensors.rest_scan_hz)
        sensors = replace(config.sensors, scan_hz=given.scan_hz, rest_scan_hz=rest_hz)
        config = replace(config, sensors=sensors)
    return config


def _server(given: argparse.Namespace, config: Config | None) -> ServerSettings:
    from momentum.play.server import ServerSettings

    host = given.host or (config.page.host if config else "127.0.0.1")
    port = given.port if given.port is not None else (config.page.port if config else 8049)
    journal = options.arbiter_journal(options.journal_file(given.journal, config))
    return ServerSettings(host=host, port=port, browser=not given.no_browser, arbiter=journal)
