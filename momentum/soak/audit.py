"""The audit: every decision held against the marbles on the table, the hands' intents and the slow twin."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from momentum.clock import Clock, Run
from momentum.guidance import STEPS, Meaning, Picture
from momentum.referee import (
    ClockChange,
    ClockChanged,
    Decision,
    DropAccepted,
    GameEnded,
    GameStarted,
    TableSettings,
    TurnEnded,
    Undone,
)
from momentum.rules import (
    Drop,
    Position,
    Swap,
    Turn,
    cell_text,
    cells_text,
    mask_of,
    parse_cell,
)
from momentum.soak.hands import Hands, Lying
from momentum.soak.intents import Intents
from momentum.soak.makers import Twin
from momentum.table.notices import (
    BoardSettled,
    ContactsChanged,
    Decided,
    DeviceChanged,
    Notice,
    PictureChanged,
)

if TYPE_CHECKING:
    from momentum.scenario.stage import Stage

HELD_MS = 60
"""How long a target must have lain there before a further marble may be the next drop."""
SEEN_MS = 30
"""How long ago an act may be that no contact tells of yet: a bounce, a debounce and a scan."""
_REMEMBERED = 64
"""Debounced boards that are kept: far more than come within one early drop."""


class Audit:
    """Listens to one table. It looks at the real marbles and judges by rules that share nothing with ours."""

    def __init__(self, settings: TableSettings, begin: Callable[[], Twin], intents: Intents) -> None:
        self._settings = settings
        self._begin = begin
        self._intents = intents
        self._twin = begin()
        self._moves: list[str] = []
        self._stage: Stage | None = None
        self._hands: Hands | None = None
        self._boards: deque[tuple[float, int]] = deque(maxlen=_REMEMBERED)
        self.false: list[str] = []
        """Every false decision, in a sentence that begins with its instant."""
        self.turns = 0
        """Turns that were completed, whether undone later or not."""
        self.progress_ms = 0.0
        """When a turn, a game or an undone turn last brought the game on."""
        self.in_step_ms = 0.0
        """Since when the lights have had nothing to complain of."""
        self.longest_ms = 0.0
        """The longest from a cable plugged in, or a program started again, to the first settled board."""
        self._complaining = False
        self._clock: Clock | None = None
        self._woken_ms: float | None = None

    @property
    def ended(self) -> bool:
        """Whether the twin's game has a result, or the players have agreed on one."""
        return self._twin.winner is not None or self._intents.ending is not None

    def watch(self, stage: Stage, hands: Hands) -> None:
        """Take the table whose notices are heard, and the hands at it."""
        self._stage, self._hands = stage, hands

    def woken(self) -> None:
        """Note that the program was started again, or the cable plugged in: contacts are read afresh."""
        if self._stage is not None:
            self._woken_ms, self._clock = self._stage.now_ms, None
            self._read_afresh(self._woken_ms, self._stage.table.sensors.scan().closed)

    def _read_afresh(self, at_ms: float, closed: int) -> None:
        self._boards.clear()
        self._boards.append((at_ms, closed))

    def hear(self, notice: Notice) -> None:
        """Take one notice of the table."""
        match notice:
            case Decided(decision=decision):
                self._judge(decision)
            case ContactsChanged(seen=seen) | BoardSettled(seen=seen):
                self._boards.append((notice.at_ms, seen.occupied))
                self._settle(notice)
            case PictureChanged(picture=picture):
                self._look(notice.at_ms, picture)
            case DeviceChanged(why=None) if self._stage is not None:
                self._read_afresh(notice.at_ms, self._stage.loop.seen.occupied)

    def _settle(self, notice: Notice) -> None:
        if isinstance(notice, BoardSettled) and self._woken_ms is not None:
            self.longest_ms = max(self.longest_ms, notice.at_ms - self._woken_ms)
            self._woken_ms = None

    def _look(self, at_ms: float, picture: Picture) -> None:
        complains = any(light.means in (Meaning.EXTRA, Meaning.MISSING) for light in picture.cells)
        if self._complaining and not complains:
            self.in_step_ms = at_ms
        self._complaining = complains

    def _judge(self, decision: Decision) -> None:
        match decision:
            case DropAccepted():
                self._judge_drop(decision)
            case TurnEnded():
                self._judge_turn(decision)
            case GameEnded():
                self._judge_ending(decision)
            case Undone():
                self._judge_undone(decision)
            case GameStarted():
                self._judge_start(decision)
            case ClockChanged():
                self._judge_clock(decision)

    def _fail(self, at_ms: float, why: str) -> None:
        self.false.append(f"{at_ms:.0f} ms: {why}")

    # clocks

    def _judge_clock(self, changed: ClockChanged) -> None:
        """Add up by itself how long clocks have run: between two changes, or not at all."""
        known, self._clock = self._clock, changed.clock
        at_ms = changed.clock.at_ms
        if known is None or known.at_ms is None or at_ms is None or changed.what is ClockChange.UNDO:
            return
        ran_ms = at_ms - known.at_ms if known.run is Run.RUNNING else 0
        if changed.clock.played_ms != known.played_ms + ran_ms and changed.what is not ClockChange.START:
            self._fail(changed.at_ms, f"the clocks ran for {ran_ms} ms, and show otherwise")

    # drops

    def _judge_drop(self, drop: DropAccepted) -> None:
        name = cell_text(drop.cell)
        if self._intents.drops.get(drop.cell) is not drop.player:
            self._fail(drop.at_ms, f"a drop of the {drop.player} player on {name} that no hand made")
        if not any(marbles.owner(drop.cell) is drop.player for marbles in self._tables(drop.at_ms)):
            self._fail(drop.at_ms, f"a drop on {name}, where no marble of the {drop.player} player lies")

    # turns

    def _judge_turn(self, ended: TurnEnded) -> None:
        turn, at_ms = ended.turn, ended.at_ms
        self.turns += 1
        self.progress_ms = at_ms
        self._follow(turn, at_ms)
        if ended.ply != self._twin.ply:
            self._fail(at_ms, f"turn {ended.ply} by the record, {self._twin.ply} by the slow twin")
        if isinstance(turn.move, Swap):
            self._judge_swap(turn, at_ms)
            return
        self._compare_turn(turn, at_ms)
        self._intents.drops.pop(turn.move.cell, None)

    def _follow(self, turn: Turn, at_ms: float) -> None:
        """Play the turn on the twin too."""
        move, twin = str(turn.move), self._twin
        if twin.to_move != turn.player:
            self._fail(at_ms, f"{move} by the {turn.player} player; the slow twin has {twin.to_move} to move")
        try:
            pushes = twin.play(move)
        except ValueError as error:
            self._fail(at_ms, f"a turn that the slow twin does not allow: {error}")
            return
        self._moves.append(move)
        ours = {
            (cell_text(p.origin), None if p.destination is None else cell_text(p.destination), str(p.owner))
            for p in turn.pushes
        }
        if ours != set(pushes):
            self._fail(at_ms, f"{move} pushes {sorted(map(str, ours))}, by the slow twin {pushes}")
        if _position(twin) != turn.after:
            self._fail(at_ms, f"{turn.after} after {move}, by the slow twin {_position(twin)}")
        if turn.announced is not (twin.winner is None and turn.player in twin.announcers):
            self._fail(at_ms, f"announced={turn.announced} after {move}, not so by the slow twin")

    def _judge_swap(self, turn: Turn, at_ms: float) -> None:
        intents = self._intents
        if not intents.swap:
            self._fail(at_ms, "a swap that no hand made")
        exempt = 0 if intents.swap_first is None else 1 << intents.swap_first
        self._compare(turn.after, self._tables(at_ms), exempt, at_ms)
        intents.swap, intents.swap_first = False, None

    def _compare_turn(self, turn: Turn, at_ms: float) -> None:
        tables = []
        for real in self._tables(at_ms):
            early = self._early(turn, real)
            tables.append(real if early is None else real.without(early))
            if early is not None:
                self._check_early(early, turn, at_ms)
        self._compare(turn.after, tables, 0, at_ms)

    def _check_early(self, early: int, turn: Turn, at_ms: float) -> None:
        held_ms = self._held_ms(turn.after.occupied, at_ms, self._faults())
        if held_ms < HELD_MS:
            self._fail(
                at_ms, f"{cell_text(early)} came when the target had been there for {held_ms:.0f} ms only"
            )

    def _compare(self, after: Position, tables: Iterable[Lying], exempt: int, at_ms: float) -> None:
        """Hold a position against the marbles as they lie, or lay a moment ago; bad contacts excuse cells."""
        exempt |= self._faults()
        wrong = [((after.first ^ real.first) | (after.second ^ real.second)) & ~exempt for real in tables]
        if all(wrong):
            real = self._table()
            lies = f"{cells_text(real.first)}/{cells_text(real.second)}"
            self._fail(at_ms, f"{after} was recorded, but {lies} lies there: {cells_text(wrong[0])} differs")

    def _early(self, turn: Turn, real: Lying) -> int | None:
        """Return where the next player's marble lies, when it was put down before this turn was over."""
        new = real.of(turn.player.other) & ~turn.after.occupied
        meant = [
            c for c, player in self._intents.drops.items() if player is turn.player.other and new >> c & 1
        ]
        return meant[0] if meant else None

    def _held_ms(self, target: int, at_ms: float, faults: int) -> float:
        """Return how long on end the debounced board was the target, when only new marbles came since."""
        longest, until_ms = 0.0, at_ms
        for board_ms, occupied in reversed(self._boards):
            new = occupied & ~target & ~faults
            if target & ~occupied & ~faults or new.bit_count() > 2:
                break
            if new:
                until_ms = board_ms
            longest = max(longest, until_ms - board_ms)
        return longest

    # everything else

    def _judge_ending(self, ended: GameEnded) -> None:
        self.progress_ms = ended.at_ms
        winner, reason = ended.result.winner, ended.result.reason
        ours = ("draw" if winner is None else winner.value, reason.value)
        meant = self._intents.ending
        if meant is not None and self._twin.winner is None:
            wanted: tuple[str | None, str | None] = (
                "draw" if meant.winner is None else meant.winner.value,
                meant.reason.value,
            )
        else:
            wanted = (self._twin.winner, self._twin.reason)
        if ours != wanted:
            self._fail(ended.at_ms, f"the game ended as {ours}, by the slow twin and the players as {wanted}")

    def _judge_undone(self, undone: Undone) -> None:
        by_button, self._intents.undo = self._intents.undo, False
        if by_button:
            self.progress_ms = undone.at_ms
        else:
            self._judge_taken_back(undone)
        self._moves = self._moves[: undone.ply]
        self._twin = self._begin()
        for move in self._moves:
            self._twin.play(move)
        if self._twin.ply != undone.ply:
            self._fail(undone.at_ms, f"undone to turn {undone.ply}, which the slow twin never reached")

    def _judge_taken_back(self, undone: Undone) -> None:
        """Check a drop that a settled board took back: then the marbles must lie as before it."""
        pending = isinstance(undone.move, Drop) and undone.ply == self._twin.ply
        if not (self._settings.casual and pending):
            self._fail(undone.at_ms, f"{undone.move} was undone, and no hand asked for it")
        self._compare(_position(self._twin), self._tables(undone.at_ms), 0, undone.at_ms)

    def _judge_start(self, started: GameStarted) -> None:
        if not self._intents.renew:
            self._fail(started.at_ms, "a new game that nobody asked for")
        self._intents.renew = False
        self.progress_ms = started.at_ms
        self._moves = []
        self._twin = self._begin()

    # what is so

    def accused(self, extra: int, missing: int) -> None:
        """Check what the lights complained of while no hand moved: to accuse the innocent is a failure."""
        real, faults = self._table(), self._faults()
        position = _position(self._twin)
        right = (position.first & real.first) | (position.second & real.second)
        empty = ~position.occupied & ~real.occupied
        innocent = ((extra & right) | (missing & right) | (extra & empty)) & ~(faults | self._intents.shaky)
        if innocent:
            self._fail(self._now_ms(), f"the lights complain of {cells_text(innocent)}, where all is right")

    def counted(self, steps: int) -> None:
        """Check how many steps of the ring the lights counted."""
        due = min(self._twin.ply // 2, STEPS)
        if steps != due:
            self._fail(self._now_ms(), f"{steps} steps of the ring count rounds, by the slow twin {due}")

    def _table(self) -> Lying:
        return self._tables(math.inf)[0]

    def _tables(self, at_ms: float) -> list[Lying]:
        """Return how the marbles lie, and how they lay before acts that no contact tells of yet."""
        return [Lying(0, 0)] if self._hands is None else self._hands.lay_since(at_ms - SEEN_MS)

    def _faults(self) -> int:
        return 0 if self._stage is None else self._stage.referee.snapshot().fault

    def _now_ms(self) -> float:
        return 0.0 if self._stage is None else self._stage.now_ms


def _position(twin: Twin) -> Position:
    return Position(mask_of(map(parse_cell, twin.first)), mask_of(map(parse_cell, twin.second)))
