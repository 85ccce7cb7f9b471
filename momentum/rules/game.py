"""A game: an immutable value from which the next one is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from momentum.rules.cells import ALL, CELLS, cell_text, cells_text
from momentum.rules.corrections import Correction
from momentum.rules.errors import GameIsOver, MustKnock, NoSwapNow, NothingToUndo
from momentum.rules.moves import Drop, Move, Swap
from momentum.rules.players import FIRST, SECOND, Player
from momentum.rules.position import EMPTY, MARBLES, Position, unchecked
from momentum.rules.pushes import Push, knocking, refusal, resolve
from momentum.rules.ruleset import STANDARD, LastMarble, RuleSet

LAP: Final = 28
"""Steps once around the edge of the board, which counts the rounds."""

_SEVEN: Final = MARBLES - 1
_DROPS: Final = tuple((1 << cell, Drop(cell)) for cell in range(CELLS))
_SWAP: Final = Swap()
_GUARD: Final = LastMarble.GUARD


def laps(rounds: int) -> tuple[int, int]:
    """Return the lit steps of the edge's first lap and of its second after so many rounds, each 0 to 28."""
    return min(rounds, LAP), min(max(rounds - LAP, 0), LAP)


class Reason(StrEnum):
    """Why a game ended."""

    EIGHT = "eight"
    """All eight marbles of the winner lie on the board."""
    LAST_MARBLE = "last_marble"
    """An announced last marble was not answered, under `forced`."""
    ROUNDS = "rounds"
    """The round limit: more marbles on the board win, equal is a draw."""
    RESIGN = "resign"
    AGREED = "agreed"
    TIME = "time"
    ARBITER = "arbiter"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    winner: Player | None
    """Who won, or None for a draw."""
    reason: Reason
    """Why it ended."""
    both_lose: bool = False
    """Whether nobody won because both players lose: an arbiter's decision, and no draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One completed turn."""

    player: Player
    """Who moved."""
    move: Move
    """The drop, or the swap."""
    pushes: tuple[Push, ...]
    """What the drop pushed; nothing for a swap."""
    announced: bool
    """Whether the mover ended with seven on the board and play goes on: the last marble is announced."""
    before: Position
    """The position the turn began with."""
    after: Position
    """The position it ended with."""

    @property
    def knocked_off(self) -> tuple[Push, ...]:
        """The pushes that sent a marble, of either player, off the board."""
        return tuple(push for push in self.pushes if push.destination is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game after some turns; `play` and the other verbs return another one."""

    rules: RuleSet
    """The settings it is played under."""
    turns: tuple[Turn, ...] = ()
    """Every completed turn, oldest first."""
    position: Position = EMPTY
    """Where the marbles lie now."""
    to_move: Player = FIRST
    """Whose turn it is, or would be when the game is over."""
    result: Result | None = None
    """How it ended, or None while it goes on."""
    corrections: tuple[Correction, ...] = ()
    """Positions that an arbiter set between its turns, oldest first; at most one at each place."""

    @classmethod
    def new(cls, rules: RuleSet = STANDARD) -> Game:
        """Return a game before its first drop."""
        return cls(rules=rules)

    @property
    def ply(self) -> int:
        """Completed turns, as they are counted: an arbiter may have set another count."""
        return self._counted(len(self.turns)) if self.corrections else len(self.turns)

    @property
    def round(self) -> int:
        """Completed rounds: a turn of each player."""
        return self.ply // 2

    @property
    def ring(self) -> tuple[int, int]:
        """Lit steps of the edge's first lap and of its second, each 0 to 28."""
        return laps(self.round)

    @property
    def announced(self) -> Player | None:
        """Whose last marble is announced and unanswered; None when over.

        When both hold their last marble it is the one that the side to move must answer.
        """
        if self.result is not None:
            return None
        if self.position.count(self.to_move.other) == _SEVEN:
            return self.to_move.other
        return self.to_move if self.position.count(self.to_move) == _SEVEN else None

    @property
    def may_swap(self) -> bool:
        """Whether the side to move may swap: at the second player's first turn, with the pie rule on."""
        if self.ply != 1 or not self.rules.pie or self.result is not None or self.to_move is FIRST:
            return False
        return self.position.second == 0 and self.position.first.bit_count() == 1

    @property
    def ruled(self) -> bool:
        """Whether the last word is an arbiter's, a result or a correction, which no player takes back."""
        if self.result is not None and self.result.reason is Reason.ARBITER:
            return True
        return bool(self.corrections) and self.corrections[-1].after == len(self.turns)

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every move that may be played now: drops in the order of the cells, then the swap."""
        cells = self._allowed_cells()
        drops = tuple([drop for bit, drop in _DROPS if cells & bit])
        return (*drops, _SWAP) if self.may_swap else drops

    def knocking_cells(self) -> int:
        """Return the mask of drops by the side to move that knock off a marble of the other player."""
        return knocking(self.position, self.to_move.other) & self._free_cells()

    def completing_cells(self) -> int:
        """Return the mask of drops after which the side to move has all eight marbles on the board."""
        if self.position.count(self.to_move) != _SEVEN:
            return 0
        return self._free_cells() & ~knocking(self.position, self.to_move)

    def hints(self) -> int:
        """Return the mask of cells to show: they complete eight, or else answer a last marble."""
        if self.position.count(self.to_move) == _SEVEN:
            return self.completing_cells()
        return self.knocking_cells() if self.announced is self.to_move.other else 0

    def check(self, move: Move) -> None:
        """Return when the move may be played now; raise the IllegalMove that says why not."""
        if self.result is not None:
            raise GameIsOver(f"{move} comes too late: the game is over, {_ending(self.result)}")
        if isinstance(move, Drop):
            self._check_drop(move.cell)
        elif not self.may_swap:
            pie = "on" if self.rules.pie else "off"
            raise NoSwapNow(
                f"swap is for the second player's first turn under the pie rule: "
                f"this is turn {self.ply + 1}, {self.to_move} to move, pie={pie}"
            )

    def play(self, move: Move) -> Game:
        """Return the game after this move; raise the IllegalMove that says why it may not be played."""
        self.check(move)
        if isinstance(move, Drop):
            outcome = resolve(self.position, self.to_move, move.cell)
            return self._after(move, outcome.pushes, outcome.after)
        return self._after(move, (), unchecked(0, self.position.first))

    def end(self, result: Result) -> Game:
        """Return the game ended from outside; raise GameIsOver (the arbiter alone may change a result)."""
        if self.result is not None and result.reason is not Reason.ARBITER:
            raise GameIsOver(f"{result.reason} comes too late: the game is over, {_ending(self.result)}")
        return replace(self, result=result)

    def undone(self) -> Game:
        """Return the game before its last turn, and going on; raise NothingToUndo."""
        if not self.turns:
            raise NothingToUndo("no turn has been completed: there is nothing to undo")
        last, left = self.turns[-1], self.turns[:-1]
        kept = tuple(each for each in self.corrections if each.after <= len(left))
        return Game(rules=self.rules, turns=left, position=last.before, to_move=last.player, corrections=kept)

    def corrected(
        self, position: Position | None = None, to_move: Player | None = None, ply: int | None = None
    ) -> Game:
        """Return the game going on from what an arbiter sets; what is left out stays as it is.

        A result does not stand any longer. Raises BadCorrection when nobody could play on from there.
        """
        correction = Correction(
            after=len(self.turns),
            position=self.position if position is None else position,
            to_move=self.to_move if to_move is None else to_move,
            ply=self.ply if ply is None else ply,
        )
        earlier = tuple(each for each in self.corrections if each.after < correction.after)
        return Game(
            rules=self.rules,
            turns=self.turns,
            position=correction.position,
            to_move=correction.to_move,
            corrections=(*earlier, correction),
        )

    def numbered(self) -> Iterator[tuple[int, Turn]]:
        """Yield every turn with its number, as turns were counted then."""
        for index, turn in enumerate(self.turns):
            yield self._counted(index) + 1, turn

    def _counted(self, turns: int) -> int:
        """Completed turns as they were counted after so many of them."""
        for correction in reversed(self.corrections):
            if correction.after <= turns:
                return correction.ply + turns - correction.after
        return turns

    def _free_cells(self) -> int:
        """Mask of the empty cells, when the side to move can drop at all."""
        if self.result is not None or self.position.count(self.to_move) == MARBLES:
            return 0
        return ALL & ~self.position.occupied

    def _allowed_cells(self) -> int:
        """Mask of the cells the side to move may drop on."""
        free = self._free_cells()
        if self.rules.last_marble != _GUARD or self.announced is not self.to_move.other:
            return free
        answers = self.knocking_cells()
        return answers | self.completing_cells() if answers else free

    def _check_drop(self, cell: int) -> None:
        allowed = self._allowed_cells()
        if allowed >> cell & 1:
            return
        if not self._free_cells() >> cell & 1:
            raise refusal(self.position, self.to_move, cell)
        raise MustKnock(
            f"{cell_text(cell)} knocks none of the {self.to_move.other} player's seven off: "
            f"under guard drop on one of {cells_text(allowed)}"
        )

    def _after(self, move: Move, pushes: tuple[Push, ...], after: Position) -> Game:
        result = self._result_at(after)
        turn = Turn(
            player=self.to_move,
            move=move,
            pushes=pushes,
            announced=result is None and after.count(self.to_move) == _SEVEN,
            before=self.position,
            after=after,
        )
        return Game(
            rules=self.rules,
            turns=(*self.turns, turn),
            position=after,
            to_move=self.to_move.other,
            result=result,
            corrections=self.corrections,
        )

    def _result_at(self, after: Position) -> Result | None:
        """How a turn that leads to `after` ends the game, if it does: eight, the duty to knock, the limit."""
        mover, other = self.to_move, self.to_move.other
        if after.count(mover) == MARBLES:
            return Result(mover, Reason.EIGHT)
        if self.rules.last_marble == LastMarble.FORCED and after.count(other) == _SEVEN:
            return Result(other, Reason.LAST_MARBLE)
        if self.rules.rounds is not None and self.ply + 1 >= 2 * self.rules.rounds:
            return Result(_leader(after), Reason.ROUNDS)
        return None


def _leader(position: Position) -> Player | None:
    lead = position.count(FIRST) - position.count(SECOND)
    if lead == 0:
        return None
    return FIRST if lead > 0 else SECOND


def _ending(result: Result) -> str:
    if result.both_lose:
        return f"lost by both players ({result.reason})"
    winner = "a draw" if result.winner is None else f"won by the {result.winner} player"
    return f"{winner} ({result.reason})"
