"""Laws of the referee: only what lies there in the end counts; nothing is recorded that was not played."""

from dataclasses import dataclass
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from momentum.bench.slow_twin import TwinGame, drop
from momentum.referee import Referee, Saved, TableSettings
from momentum.rules import (
    CELLS,
    Drop,
    Game,
    LastMarble,
    Player,
    RuleSet,
    Swap,
    Turn,
    cells_in,
    cells_text,
    parse_cells,
)
from tests.referee.sitting import Sitting

QUICK = settings(max_examples=60, deadline=None)
RULES = st.builds(
    RuleSet,
    pie=st.booleans(),
    rounds=st.sampled_from([None, 2, 5, 30]),
    last_marble=st.sampled_from(LastMarble),
)
MODES = st.sampled_from(["casual", "tournament"])


def random_game(random: Random, rules: RuleSet, turns: int) -> Game:
    """Return a game after some random turns; it is not over unless it ended at once."""
    game = Game.new(rules)
    for _ in range(turns):
        after = game.play(random.choice(game.legal_moves()))
        if after.result is not None:
            break
        game = after
    return game


def sitting_at(game: Game, mode: str) -> Sitting:
    """Return a sitting that goes on with a game, its board laid out."""
    words = f"{game.rules} mode={mode}"
    saved = Saved(settings=TableSettings.parse(words), game=game, drop=None, swap_lifted=False, started=True)
    sitting = Sitting(referee=Referee.resumed(saved), empty=False)
    sitting.settle(cells_text(game.position.occupied))
    return sitting


@dataclass
class Hands:
    """Hands that make pushes one touch at a time, and rest between two touches or not."""

    sitting: Sitting
    random: Random
    board: int

    def touch(self, cell: int) -> None:
        """Lift the marble of a cell or put one there."""
        self.board ^= 1 << cell
        text = cells_text(self.board)
        if self.random.random() < 0.4:
            self.sitting.settle(text)
        else:
            self.sitting.sense(text, after_ms=self.random.choice([30, 100, 200]))


@QUICK
@given(st.integers(0, 10_000), st.integers(0, 20), RULES, MODES)
def test_any_order_of_hands_that_ends_right_is_right(
    seed: int, turns: int, rules: RuleSet, mode: str
) -> None:
    random = Random(seed)
    game = random_game(random, rules, turns)
    moves = [move for move in game.legal_moves() if isinstance(move, Drop)]
    move = max(
        random.sample(moves, min(8, len(moves))), key=lambda each: len(game.play(each).turns[-1].pushes)
    )
    sitting = sitting_at(game, mode)
    sitting.settle(cells_text(game.position.occupied | 1 << move.cell))
    expected = game.play(move).turns[-1]
    touches = [push.origin for push in expected.pushes]
    touches += [push.destination for push in expected.pushes if push.destination is not None]
    random.shuffle(touches)
    hands = Hands(sitting, random, game.position.occupied | 1 << move.cell)
    for cell in touches:
        assert len(sitting.moves) == game.ply
        hands.touch(cell)
    if touches:
        sitting.settle(cells_text(hands.board))
    assert [each.turn for each in sitting.ended] == [expected]
    assert sitting.referee.game == game.play(move)


@QUICK
@given(st.integers(0, 10_000), st.integers(0, 20), st.lists(st.integers(0, CELLS - 1), max_size=12), MODES)
def test_from_any_mess_the_accepted_position_brings_play_back_in_step(
    seed: int, turns: int, mess: list[int], mode: str
) -> None:
    game = random_game(Random(seed), RuleSet(pie=False), turns)
    sitting = sitting_at(game, mode)
    board = game.position.occupied
    for cell in mess:
        board ^= 1 << cell
        if (board & ~game.position.occupied).bit_count() != 1 or game.position.occupied & ~board:
            sitting.settle(cells_text(board))
    sitting.settle(cells_text(game.position.occupied))
    assert (sitting.phase, sitting.referee.game, sitting.due(), sitting.ended) == ("drop", game, {}, [])


@QUICK
@given(st.integers(0, 10_000), st.integers(0, 20), st.lists(st.integers(0, CELLS - 1), max_size=12), MODES)
def test_from_any_mess_among_pushes_the_target_ends_the_turn_once(
    seed: int, turns: int, mess: list[int], mode: str
) -> None:
    random = Random(seed)
    game = random_game(random, RuleSet(pie=False, rounds=None), turns)
    move = random.choice([each for each in game.legal_moves() if isinstance(each, Drop)])
    after = game.play(move)
    if not after.turns[-1].pushes:
        return
    sitting = sitting_at(game, mode)
    sitting.settle(cells_text(game.position.occupied | 1 << move.cell))
    board = game.position.occupied | 1 << move.cell
    for cell in mess:
        board ^= 1 << cell
        if board not in (game.position.occupied, after.position.occupied):
            sitting.sense(cells_text(board), after_ms=30)
            sitting.settle(cells_text(board))
    assert sitting.ended == []
    sitting.settle(cells_text(after.position.occupied))
    assert [each.turn for each in sitting.ended] == [after.turns[-1]]
    assert sitting.referee.game == after


def check_with_twin(game: Game) -> None:
    """Replay a game by the slow rules; every turn must be allowed, and the positions and the end agree."""
    rules = game.rules
    twin = TwinGame(pie=rules.pie, rounds=rules.rounds, last_marble=rules.last_marble.value)
    for turn in game.turns:
        twin.play(str(turn.move))
        assert parse_cells(",".join(twin.first) or "-") == turn.after.of(Player.FIRST)
        assert parse_cells(",".join(twin.second) or "-") == turn.after.of(Player.SECOND)
    if game.result is None:
        assert (twin.winner, twin.reason) == (None, None)
    else:
        winner = "draw" if game.result.winner is None else game.result.winner.value
        assert (twin.winner, twin.reason) == (winner, game.result.reason.value)


def check_turn_with_twin(turn: Turn) -> None:
    """Make one turn by the slow rules from the position before it; both come to the same."""
    sides = [set(cells_text(turn.before.of(player)).split(",")) - {"-"} for player in Player]
    if isinstance(turn.move, Swap):
        assert (turn.before.second, turn.after.first, turn.after.second) == (0, 0, turn.before.first)
        return
    pushes, first, second = drop(sides[0], sides[1], turn.player.value, str(turn.move))
    assert len(pushes) == len(turn.pushes)
    assert parse_cells(",".join(first) or "-") == turn.after.of(Player.FIRST)
    assert parse_cells(",".join(second) or "-") == turn.after.of(Player.SECOND)


class Restless:
    """Hands that do whatever they like: most of it is nearly right, some of it is not."""

    def __init__(self, sitting: Sitting, random: Random) -> None:
        self.sitting = sitting
        self.random = random
        self.board = 0

    def act(self) -> None:
        """Do one thing."""
        if self.sitting.phase == "paused" and self.random.random() < 0.5:
            self.wake()
            return
        acts = [self.finish, self.drop, self.home, self.bump, self.press, self.fail, self.interrupt]
        self.random.choices(acts, weights=[6, 6, 3, 2, 1, 1, 1])[0]()

    def wake(self) -> None:
        """Let play go on."""
        self.sitting.plug()
        self.sitting.settle(cells_text(self.board))
        if self.sitting.phase == "paused":
            self.sitting.press("pause")

    def show(self) -> None:
        """Show the board, resting or not."""
        text = cells_text(self.board)
        if self.random.random() < 0.75:
            self.sitting.settle(text)
        else:
            self.sitting.sense(text, after_ms=self.random.choice([20, 60, 100]))

    def finish(self) -> None:
        """Make every push that is due."""
        pending = self.sitting.now.pending
        self.board = pending.target.occupied if pending else self.sitting.referee.game.position.occupied
        self.show()

    def home(self) -> None:
        """Lay the accepted position out."""
        self.board = self.sitting.referee.game.position.occupied
        self.show()

    def drop(self) -> None:
        """Put one marble more somewhere."""
        self.board |= 1 << self.random.randrange(CELLS)
        self.show()

    def bump(self) -> None:
        """Move a marble by a cell, or take it away."""
        if self.board:
            self.board ^= 1 << self.random.choice(cells_in(self.board))
        if self.random.random() < 0.5:
            self.board |= 1 << self.random.randrange(CELLS)
        self.show()

    def press(self) -> None:
        """Press some button."""
        self.sitting.press(self.random.choice(["swap", "undo", "pause", "first", "new", "pause"]))

    def fail(self) -> None:
        """Let contacts fail or recover."""
        self.sitting.fault(self.random.choice(["-", "d4", cells_text(1 << self.random.randrange(CELLS))]))

    def interrupt(self) -> None:
        """Pull the cable, put it back, or crash."""
        self.random.choice([self.sitting.unplug, self.sitting.plug, self.sitting.crash])()


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 100_000), RULES, MODES)
def test_nothing_is_ever_recorded_that_the_rules_do_not_allow(seed: int, rules: RuleSet, mode: str) -> None:
    sitting = Sitting(f"{rules} mode={mode}")
    hands = Restless(sitting, Random(seed))
    for _ in range(60):
        known = len(sitting.ended)
        hands.act()
        if len(sitting.ended) > known:
            check_with_twin(sitting.referee.game)
            assert sitting.ended[-1].turn == sitting.referee.game.turns[-1]


@QUICK
@given(st.integers(0, 10_000), st.integers(1, 20), st.sampled_from(["pause", "end"]), st.data())
def test_paused_or_over_no_sequence_of_boards_changes_anything(
    seed: int, turns: int, how: str, data: st.DataObject
) -> None:
    game = random_game(Random(seed), RuleSet(rounds=turns // 2 + 1), turns)
    sitting = sitting_at(game, "casual")
    sitting.press("pause")
    if how == "end":
        sitting.press("pause")
        finish = Restless(sitting, Random(seed))
        for _ in range(200):
            if sitting.phase == "over":
                break
            finish.board = sitting.referee.game.position.occupied
            finish.drop()
            finish.finish()
    before = sitting.referee.game, sitting.referee.phase, len(sitting.decided)
    for board in data.draw(st.lists(st.integers(0, 2**CELLS - 1), max_size=8)):
        sitting.settle(cells_text(board))
    assert (sitting.referee.game, sitting.referee.phase, len(sitting.decided)) == before
