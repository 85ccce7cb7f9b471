"""`momentum games replay`: a recorded game turn by turn, printed here or shown on a table's lights."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from momentum.cli import options

if TYPE_CHECKING:
    from momentum.config.schema import Config
    from momentum.play.replay import Beat
    from momentum.records.book import Record
    from momentum.workshop.table_map import TableMap


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the verb."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--json", action="store_true", help="print JSON, an object a line")
    where.add_argument("--lights", action="store_true", help="show it on the table's lights, and print it")
    parser.add_argument(
        "--simulate", action="store_true", help="with --lights: the lights of a simulated table"
    )
    parser.add_argument(
        "--pace", metavar="S", type=options.pace, default=2.0, help="with --lights: seconds a picture (2)"
    )


def replay(record: Record, given: argparse.Namespace) -> int:
    """Show a game as it was asked for."""
    from momentum.play.errors import PlayError

    if given.lights:
        return _on_lights(record, given)
    if given.simulate:
        raise PlayError("--simulate goes with --lights; without them the game is printed here")
    return _as_json(record) if given.json else _printed(record)


def _as_json(record: Record) -> int:
    from momentum.records.exchange import document_of, json_text

    for turn in document_of(record).turns:
        print(json_text(turn))
    return 0


def _printed(record: Record) -> int:
    from momentum.cli.boards import board, turn_words
    from momentum.clock.times import face
    from momentum.records.book import result_text

    game, clocks = record.game(), dict(record.clocks)
    for made, (ply, turn) in enumerate(game.numbered(), start=1):
        clock = f"  (clock {face(clocks[made])})" if made in clocks else ""
        notes = [text for after, text in record.comments if after == made]
        print("\n".join([turn_words(ply, turn) + clock, *notes, board(turn.after)]))
    print(f"result    {result_text(game.result)}")
    return 0


def _on_lights(record: Record, given: argparse.Namespace) -> int:
    from momentum.main.lit import open_lit
    from momentum.main.simulated import monotonic_ms
    from momentum.play.replay import beats, show
    from momentum.records.book import result_text

    game, (config, table_map) = record.game(), _table(given)
    with _orderly_end(), open_lit(config, table_map) as (lights, lighting):
        show(beats(game, given.pace * 1000), lights, lighting, monotonic_ms, _sleep_ms, _tell)
    print(f"result    {result_text(game.result)}")
    return 0


def _table(given: argparse.Namespace) -> tuple[Config | None, TableMap]:
    from momentum.config.reading import read_config
    from momentum.workshop.map_file import read_map
    from momentum.workshop.table_map import TableMap

    if given.simulate:
        return None, TableMap()
    config = read_config(given.config)
    return config, read_map(given.config, config) or TableMap()


def _tell(beat: Beat) -> None:
    from momentum.cli.boards import lit_board, turn_words

    if beat.turn is not None:
        print(turn_words(*beat.turn))
    print(lit_board(beat.picture), flush=True)


def _sleep_ms(ms: float) -> None:
    import time

    time.sleep(ms / 1000)


@contextmanager
def _orderly_end() -> Iterator[None]:
    """Turn a request to end into an exit that leaves the lights dark."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
