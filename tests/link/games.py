"""Whole games in virtual time over a wire that loses and spoils a tenth of the frames each way.

Run as `python -m tests.link.games [GAMES]` for a table of what became of each.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from momentum.referee import DropAccepted, Phase, Said, TableSettings
from momentum.rules import SIZE, Drop, Game, Move, Player, Push, RuleSet
from momentum.scenario.stage import Stage
from momentum.table.loop import LoopSettings
from momentum.table.notices import Decided, DeviceChanged, Notice
from momentum.table.sensing import SensingSettings
from tests.link.virtual import DRIVER_DEBOUNCE_MS, BridgedTable
from tests.wire.lossy import LossyWire

STALL_MS = 1000.0
"""No decision may come later than this after the board has settled."""
SETTLE_MS = 250.0
RULES = RuleSet()


@dataclass(kw_only=True)
class Played:
    """What became of a game."""

    seed: int
    """What it was played from."""
    table_ms: float = 0.0
    """How long it took at the table."""
    made: list[Move] = field(default_factory=list)
    """The drops that hands made."""
    accepted: list[int] = field(default_factory=list)
    """The cells of the drops that were accepted, taken-back ones too."""
    recorded: list[Move] = field(default_factory=list)
    """The moves of the record."""
    waits_ms: list[float] = field(default_factory=list)
    """From each change of the board by a hand to the decision it brought."""
    gone: int = 0
    """How often the board was taken for lost."""
    wrong: list[str] = field(default_factory=list)
    """Errors that were called out, though no hand made any."""
    over: bool = False
    """Whether it came to its end."""
    lights_right: bool = False
    """Whether the strip shows at the end what the program wants shown."""
    seen_right: bool = False
    """Whether the program sees the board as it lies."""

    @property
    def phantoms(self) -> list[int]:
        """Drops that were accepted and that no hand made."""
        return [cell for cell in self.accepted if Drop(cell) not in self.made]

    @property
    def right(self) -> bool:
        """Whether the game came to its end as the hands played it, and all is shown and seen as it is.

        A board taken for lost for a moment is called a fault, and is none of the game's.
        """
        played = self.over and self.recorded == self.made and not self.phantoms
        played = played and not set(self.wrong) - {"fault"}
        return played and self.lights_right and self.seen_right


class Hands:
    """Quick hands that know the rules, push by rolling or carrying, and drop with a roll now and then."""

    def __init__(self, stage: Stage, table: BridgedTable, chance: random.Random, played: Played) -> None:
        self._stage = stage
        self._table = table
        self._chance = chance
        self._played = played
        self._game = Game.new(RULES)

    def play(self) -> None:
        """Play until the game is over or the table no longer answers."""
        while self._game.result is None:
            self._rest(60, 400)
            drops = [move for move in self._game.legal_moves() if isinstance(move, Drop)]
            move = self._chance.choice(drops)
            before, self._game = self._game, self._game.play(move)
            self._played.made.append(move)
            self._drop(move.cell, before.to_move)
            pushes = self._game.turns[-1].pushes
            if pushes:
                if not self._awaits(lambda: self._stage.referee.phase is Phase.PUSH):
                    return
                self._rest(40, 300)
                for push in pushes:
                    self._push(push)
            if not self._awaits(self._is_judged):
                return
        self._played.over = True

    def _is_judged(self) -> bool:
        return self._stage.referee.game.ply == self._game.ply

    def _drop(self, cell: int, player: Player) -> None:
        hands, south = self._table.hands, player is Player.SECOND
        near = [c for c in self._beside(cell) if not self._occupied() >> c & 1]
        if near and self._chance.random() < 0.4:
            start = self._chance.choice(near)
            hands.place(start, south=south)
            self._pass(self._chance.choice((15, 30, 60, 120)))
            roll_ms = self._chance.choice((60, 150, 300))
            hands.slide(start, cell, roll_ms)
            self._pass(roll_ms)
        else:
            hands.place(cell, south=south)

    def _beside(self, cell: int) -> list[int]:
        column, row = cell % SIZE, cell // SIZE
        return [
            c + SIZE * r
            for c in range(max(column - 1, 0), min(column + 2, SIZE))
            for r in range(max(row - 1, 0), min(row + 2, SIZE))
            if c + SIZE * r != cell
        ]

    def _push(self, push: Push) -> None:
        hands = self._table.hands
        if push.destination is None:
            hands.lift(push.origin)
        elif self._chance.random() < 0.5:
            ms = self._chance.choice((80, 150, 250))
            hands.slide(push.origin, push.destination, ms)
            self._pass(ms)
        else:
            hands.lift(push.origin)
            self._pass(self._chance.choice((30, 120, 350)))
            hands.place(push.destination, south=push.owner is Player.SECOND)
        self._rest(20, 200)

    def _occupied(self) -> int:
        return sum(1 << marble.cell for marble in self._table.hands.marbles() if marble.cell is not None)

    def _rest(self, least: int, most: int) -> None:
        self._pass(self._chance.uniform(least, most))

    def _pass(self, ms: float) -> None:
        self._stage.run_until(self._stage.now_ms + ms)

    def _awaits(self, so: Callable[[], bool]) -> bool:
        """Let time pass until it is so; False when it has not come to be long after the board has settled."""
        since = self._stage.now_ms
        while not so():
            if self._stage.now_ms - since > SETTLE_MS + 4 * STALL_MS:
                return False
            self._pass(5)
        self._played.waits_ms.append(self._stage.now_ms - since)
        return True


def play(seed: int, *, lossy: bool = True) -> Played:
    """Play one game and return what became of it."""
    chance = random.Random(seed)
    played = Played(seed=seed)
    wires: dict[str, Any] = {}
    if lossy:
        wires = {
            "up": LossyWire(random.Random(f"up {seed}")),
            "down": LossyWire(random.Random(f"down {seed}")),
        }

    def hear(notice: Notice) -> None:
        match notice:
            case DeviceChanged(why=str()):
                played.gone += 1
            case Decided(decision=DropAccepted(cell=cell)):
                played.accepted.append(cell)
            case Decided(decision=Said(what=what)) if what in {"extra", "missing", "fault", "taken_back"}:
                played.wrong.append(what)

    loop = LoopSettings(sensing=SensingSettings(debounce_ms=DRIVER_DEBOUNCE_MS, settle_ms=SETTLE_MS))
    bridged: list[BridgedTable] = []

    def build(now: Callable[[], float]) -> Any:
        bridged.append(BridgedTable(now, seed=seed, marbles_each=8, **wires))
        return bridged[0]

    stage = Stage(cast("Any", build), TableSettings(rules=RULES), loop, hear)
    table = bridged[0]
    Hands(stage, table, chance, played).play()
    stage.run_until(stage.now_ms + 1500)
    _look(stage, table, played)
    return played


def _look(stage: Stage, table: BridgedTable, played: Played) -> None:
    game = stage.referee.game
    played.table_ms = stage.now_ms
    played.recorded = [turn.move for turn in game.turns]
    lying = sum(1 << marble.cell for marble in table.hands.marbles() if marble.cell is not None)
    played.seen_right = stage.loop.seen.occupied == lying
    until_ms = stage.now_ms + STALL_MS / 2
    while not played.lights_right and stage.now_ms < until_ms:  # a frame of a rhythm may be on its way
        stage.run_until(stage.now_ms + 5)
        played.lights_right = table.simulated.lights.shown == stage.loop.frame


def play_all(seeds: range) -> list[Played]:
    """Play a game for each seed."""
    return [play(seed) for seed in seeds]


def main(count: int) -> int:
    """Play, tell of each game that went wrong and of all together, and return the exit code."""
    games = play_all(range(count))
    waits = sorted(wait for game in games for wait in game.waits_ms)
    for game in games:
        if not game.right or game.gone:
            print(game)
    print(f"{sum(game.right for game in games)} of {count} games right, {len(waits)} decisions")
    print(f"decisions took {waits[len(waits) // 2]:.0f} ms at the median, {waits[-1]:.0f} ms at most")
    print(f"{sum(game.gone for game in games)} times taken for lost")
    return 0 if all(game.right for game in games) and waits[-1] <= SETTLE_MS + STALL_MS else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
