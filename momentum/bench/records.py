"""How large and how quick the journal is: ten thousand games, listed and opened."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from momentum.bench.figures import Progress
from momentum.records.recorded import RecordedReferee
from momentum.records.store import open_journal, read_journal
from momentum.records.store.opening import connect
from momentum.records.store.schema import Database
from momentum.referee import NewGame, Phase, Referee, Seen, Settled, TableSettings, Tick
from momentum.rules import Drop

GAMES = 10_000
"""Games in the journal that is measured."""
PLAYED = 20
"""Games that are really played; the others are copies of their entries."""
TIMED = TableSettings.parse("mode=tournament irregular=warning+1m clock=10m+5s")
"""What games with clocks are played under."""
THINKING_MS = 15_000.0
"""Thinking time a turn, on average; few are long, many are short."""
PUSHING_MS = 4000.0
"""How long pushes take."""
RUNS = 15
"""Measurements of which the median counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordsFigures:
    """What was measured."""

    games_list_ms: float
    """Opening a journal of 10,000 games and listing them all."""
    game_open_ms: float
    """Opening that journal and playing one game again from its entries."""
    game_kilobytes: float
    """What the journal grows by with a game, on average, in thousands of bytes."""
    timed_game_kilobytes: float
    """The same with clocks, in a tournament: `TIMED`, about `THINKING_MS` a turn."""

    def rounded(self) -> dict[str, float]:
        """Return the figures under their names, to three decimals."""
        return {name: round(value, 3) for name, value in asdict(self).items()}


MEANINGS = {
    "games_list_ms": "opening a journal of 10,000 games and listing them, median (aim: under 100 ms)",
    "game_open_ms": "opening it and playing one game again from its entries, median (aim: under 100 ms)",
    "game_kilobytes": "what the journal grows by with a game (aim: under 30 kB)",
    "timed_game_kilobytes": "the same in a tournament, clocks of 10m+5s, 15 s a turn (aim: under 30 kB)",
}


def table(figures: RecordsFigures) -> str:
    """Return the figures as lines of text."""
    return "\n".join(f"{value:>10,.2f}  {MEANINGS[name]}" for name, value in figures.rounded().items())


def records_figures(progress: Progress, games: int = GAMES) -> RecordsFigures:
    """Measure a journal of so many games; ten thousand take some seconds and 200 MB of temporary disk."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.sqlite"
        progress(f"writing {games:,} games ...")
        _fill(file, games)
        progress("listing and opening ...")
        chance = random.Random(1)
        figures = RecordsFigures(
            games_list_ms=_median_ms(lambda: _list(file, games)),
            game_open_ms=_median_ms(lambda: _open(file, chance.randint(1, games))),
            game_kilobytes=file.stat().st_size / games / 1000,
            timed_game_kilobytes=_timed_kilobytes(Path(folder) / "timed.sqlite"),
        )
    progress("")
    return figures


def _list(file: Path, games: int) -> None:
    with closing(read_journal(file)) as reader:
        if len(reader.games()) != games:
            raise AssertionError("the list is not complete")


def _open(file: Path, number: int) -> None:
    with closing(read_journal(file)) as reader:
        reader.story(number)


def _median_ms(act: Callable[[], None]) -> float:
    times = []
    for _ in range(RUNS):
        started = time.perf_counter()
        act()
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times)


def _fill(file: Path, games: int) -> None:
    opened: list[Database] = []

    def unsynced(uri: str) -> Database:
        opened.append(connect(uri))
        return opened[-1]

    with closing(open_journal(file, unsynced)) as journal:
        opened[0].execute("PRAGMA synchronous = OFF")
        referee = RecordedReferee(Referee(TableSettings()), journal, None)
        chance = random.Random(1)
        for _ in range(PLAYED):
            _play(referee, chance)
        _copy(opened[0], games // PLAYED)


def _timed_kilobytes(file: Path) -> float:
    """Play games with clocks, and return what the journal grew by with each."""
    chance, at_ms = random.Random(1), 0.0
    with closing(open_journal(file)) as journal:
        empty = file.stat().st_size
        referee = RecordedReferee(Referee(TIMED), journal, None)
        for _ in range(PLAYED):
            at_ms = _play(referee, chance, TIMED, at_ms)
    return (file.stat().st_size - empty) / PLAYED / 1000


def _play(
    referee: RecordedReferee,
    chance: random.Random,
    settings: TableSettings | None = None,
    at_ms: float = 0.0,
) -> float:
    """Play one random game as its boards settle: each drop, then each turn's target; return when it ended.

    With clocks, players think before they drop.
    """
    settings = settings or TableSettings()
    thinking_ms, pushing_ms = (0.0, 0.0) if settings.clock is None else (THINKING_MS, PUSHING_MS)
    referee.receive(NewGame(at_ms=at_ms, settings=settings))
    _settle(referee, 0, at_ms)
    while referee.phase is not Phase.OVER:
        game = referee.game
        cell = chance.choice([move for move in game.legal_moves() if isinstance(move, Drop)]).cell
        at_ms = _pass(referee, at_ms, thinking_ms and chance.expovariate(1 / thinking_ms))
        _settle(referee, game.position.occupied | 1 << cell, at_ms)
        pending = referee.snapshot().pending
        if pending is not None:
            at_ms = _pass(referee, at_ms, pushing_ms)
            _settle(referee, pending.target.occupied, at_ms)
    return at_ms


def _pass(referee: RecordedReferee, at_ms: float, ms: float) -> float:
    """Let time pass, with all that the clocks tell and are written down meanwhile; return what it is then."""
    until_ms = at_ms + ms
    while referee.due_ms < until_ms:
        referee.receive(Tick(at_ms=max(at_ms, referee.due_ms)))
    return until_ms


def _settle(referee: RecordedReferee, occupied: int, at_ms: float) -> None:
    referee.receive(Settled(at_ms=at_ms, seen=Seen(occupied=occupied)))


def _copy(database: Database, times: int) -> None:
    """Copy the games that were played until there are so many; nothing here looks at their hashes."""
    (entries,) = database.execute("SELECT max(number) FROM entries").fetchone()
    database.execute("BEGIN")
    for copy in range(1, times):
        step, games = copy * entries, copy * PLAYED
        database.execute(
            "INSERT INTO entries SELECT number + ?, game + ?, kind, at_ms, body, hash FROM entries "
            "WHERE number <= ? AND game IS NOT NULL",
            (step, games, entries),
        )
        database.execute(
            "INSERT INTO checkpoints SELECT count + ?, head, signature FROM checkpoints WHERE count <= ?",
            (step, entries),
        )
        database.execute(
            "INSERT INTO games SELECT number + ?, settings, plies, result, state, noted FROM games "
            "WHERE number <= ?",
            (games, PLAYED),
        )
    database.execute("COMMIT")
