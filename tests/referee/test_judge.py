"""The judge: whole boards compared with the accepted position, with a drop's target, and nothing else."""

from dataclasses import replace

import pytest

from momentum.referee.judge import PendingDrop, beyond_target, judge_exactly, judge_pushing, judge_waiting
from momentum.referee.phases import (
    BoardRight,
    BoardWrong,
    DropFound,
    DropRefused,
    DropTakenBack,
    Finding,
    NextDropEarly,
    PushesDone,
    PushesLeft,
    SwapFound,
    SwapLifted,
)
from momentum.rules import Game, LastMarble, Player, Position, RuleSet, cells_text, parse_cell, parse_cells
from tests.referee.sitting import board


def game_at(position: str, to_move: Player = Player.FIRST, rules: RuleSet | None = None) -> Game:
    """Return a game whose position was set by hand."""
    return replace(Game.new(rules or RuleSet(pie=False)), position=Position.parse(position), to_move=to_move)


def told(finding: Finding) -> str:
    """Return a finding as text: its kind, then every mask or cell that is not empty."""
    words = [type(finding).__name__]
    for name in finding.__dataclass_fields__:
        value = getattr(finding, name)
        if name == "cell":
            words.append(cells_text(1 << value))
        elif value:
            words.append(f"{name}={cells_text(value)}")
    return " ".join(words)


@pytest.mark.parametrize(
    ("seen", "finding"),
    [
        ("d4,g7", "BoardRight"),
        ("d4", "BoardWrong missing=g7"),
        ("-", "BoardWrong missing=d4,g7"),
        ("d4,g6,g7", "BoardWrong extra=g6"),
        ("d4,g6", "BoardWrong extra=g6 missing=g7"),
        ("d4/g7", "BoardRight"),
        ("d4,g7/-", "BoardWrong extra=g7"),
        ("g7/d4", "BoardWrong extra=d4,g7"),
        ("a1/d4", "BoardWrong extra=a1,d4 missing=g7"),
    ],
)
def test_a_position_is_laid_out_exactly_or_it_is_not(seen: str, finding: str) -> None:
    assert told(judge_exactly(Position.parse("d4/g7"), board(seen))) == finding


@pytest.mark.parametrize(
    ("seen", "finding"),
    [
        ("d4,g7", "BoardRight"),
        ("a1,d4,g7", "DropFound a1"),
        ("d4,e4,g7", "DropFound e4"),
        ("a1,b1,d4,g7", "BoardWrong extra=a1,b1"),
        ("a1,d4", "BoardWrong extra=a1 missing=g7"),
        ("d4", "BoardWrong missing=g7"),
        ("a1,d4/g7", "DropFound a1"),
        ("d4/a1,g7", "BoardWrong extra=a1"),
        ("a1,g7/d4", "BoardWrong extra=a1,d4,g7"),
    ],
)
def test_exactly_one_new_marble_of_the_side_to_move_is_the_drop(seen: str, finding: str) -> None:
    assert told(judge_waiting(game_at("d4/g7"), board(seen), swap_lifted=False)) == finding


@pytest.mark.parametrize(
    ("seen", "lifted", "finding"),
    [
        ("d4", False, "BoardRight"),
        ("d4", True, "SwapFound"),
        ("-", False, "SwapLifted"),
        ("-", True, "SwapLifted"),
        ("d4,g7", True, "DropFound g7"),
        ("d4,g7", False, "DropFound g7"),
        ("g7", True, "BoardWrong extra=g7 missing=d4"),
        ("d4,g7,g6", True, "BoardWrong extra=g6,g7"),
        ("d4/-", True, "BoardRight"),
        ("-/-", False, "SwapLifted"),
        ("-/d4", False, "SwapFound"),
        ("-/d4", True, "SwapFound"),
        ("-/d4,g7", False, "BoardWrong extra=d4,g7"),
        ("d4/g7", False, "DropFound g7"),
        ("-/g7", False, "BoardWrong extra=g7 missing=d4"),
    ],
)
def test_the_first_marble_may_be_replaced_on_the_second_players_first_turn(
    seen: str, lifted: bool, finding: str
) -> None:
    game = Game.new(RuleSet()).play(DROP_D4)
    assert told(judge_waiting(game, board(seen), swap_lifted=lifted)) == finding


DROP_D4 = Game.new().legal_moves()[24]

SEVEN = "a1,c1,e1,a3,a5,a7,c3/g7,g5,g3,e7,c7,e5"


@pytest.mark.parametrize(
    ("cell", "kind"), [("e3", DropRefused), ("b1", DropFound), ("a2", DropFound), ("g1", DropRefused)]
)
def test_guard_lets_only_a_knocking_drop_stand(cell: str, kind: type[Finding]) -> None:
    game = game_at(SEVEN, Player.SECOND, RuleSet(pie=False, last_marble=LastMarble.GUARD))
    seen = board(cells_text(game.position.occupied | parse_cells(cell)))
    assert type(judge_waiting(game, seen, swap_lifted=False)) is kind


def test_guard_lets_eight_be_completed_although_a_knocking_drop_exists() -> None:
    position = "a1,c1,e1,a3,a5,a7,c3/g7,g5,g3,e7,c7,e5,e3"
    game = game_at(position, Player.SECOND, RuleSet(pie=False, last_marble=LastMarble.GUARD))
    assert game.knocking_cells() != 0
    seen = board(cells_text(game.position.occupied | parse_cells("g1")))
    assert told(judge_waiting(game, seen, swap_lifted=False)) == "DropFound g1"


def test_guard_lets_any_drop_stand_when_none_knocks() -> None:
    game = game_at("c3,e3,c5,e5,d4,b4,f4/a7", Player.SECOND, RuleSet(pie=False, last_marble=LastMarble.GUARD))
    assert game.knocking_cells() == 0
    seen = board(cells_text(game.position.occupied | parse_cells("g7")))
    assert told(judge_waiting(game, seen, swap_lifted=False)) == "DropFound g7"


def test_a_marble_that_may_be_left_over_is_no_drop() -> None:
    game = game_at("d4/g7")
    left = parse_cells("a1")
    assert (
        told(judge_waiting(game, board("a1,d4,g7"), swap_lifted=False, left_over=left))
        == "BoardWrong extra=a1"
    )
    assert told(judge_waiting(game, board("b1,d4,g7"), swap_lifted=False, left_over=left)) == "DropFound b1"


@pytest.mark.parametrize("seen_by_one", ["a2", "f6,d5", "f5,e6"])
def test_a_push_that_one_good_contact_sees_is_seen(seen_by_one: str) -> None:
    assert pushing("f7,d5,f5,a1", held=True, faults=seen_by_one) == "NextDropEarly f7"


@pytest.mark.parametrize("bad", ["g7", "f6,f5", "e6,d5"])
def test_no_drop_is_early_while_bad_contacts_hide_whether_a_push_is_done(bad: str) -> None:
    assert pushing("f7,d5,f5,a1", held=True, faults=bad) == "PushesLeft extra=a1"


def test_a_marble_that_may_have_lain_there_all_the_time_is_no_early_next_drop() -> None:
    def judged(left_over: str) -> str:
        return told(
            judge_pushing(
                GAME,
                PENDING,
                board("f7,d5,f5,a1"),
                faults=0,
                casual=True,
                target_held=True,
                left_over=parse_cells(left_over),
            )
        )

    assert judged("-") == "NextDropEarly f7"
    assert judged("a1") == "PushesLeft extra=a1"


# f7 dropped by the second player: g7 leaves the board, f6 goes to f5 and e6 to d5.
GAME = game_at("g7,e6/f6", Player.SECOND)
PENDING = PendingDrop.of(GAME, parse_cell("f7"))


def pushing(seen: str, *, casual: bool = True, held: bool = False, faults: str = "-") -> str:
    return told(
        judge_pushing(GAME, PENDING, board(seen), faults=parse_cells(faults), casual=casual, target_held=held)
    )


def test_the_target_of_a_drop_is_the_position_after_all_pushes() -> None:
    assert str(PENDING.target) == "d5/f5,f7"


@pytest.mark.parametrize(
    ("seen", "finding"),
    [
        ("f7,g7,e6,f6", "PushesLeft lift=e6,f6 off=g7 place=d5,f5"),
        ("f7,g7,d5,f6", "PushesLeft lift=f6 off=g7 place=f5"),
        ("f7,d5,f5,f6,e6", "PushesLeft lift=e6,f6"),
        ("f7", "PushesLeft place=d5,f5"),
        ("f7,d5", "PushesLeft place=f5"),
        ("f7,g7,d5,f5", "PushesLeft off=g7"),
        ("f7,d5,f5", "PushesDone f7"),
        ("d5,f5", "PushesLeft missing=f7"),
        ("f7,d5,f5,a1", "PushesLeft extra=a1"),
        ("f7,d5,f4", "PushesLeft place=f5 extra=f4"),
        ("g7,e6,f6", "DropTakenBack f7"),
        ("g7,e6", "PushesLeft lift=e6 off=g7 place=d5,f5 missing=f7"),
        ("d5/f5,f7", "PushesDone f7"),
        ("d5,f5/f7", "PushesLeft extra=f5"),
        ("f7/d5,f5", "PushesLeft extra=d5,f7"),
        ("f6,g7/e6,f7", "PushesLeft off=g7 place=d5,f5 extra=e6,f6"),
        ("g7,e6/f6", "DropTakenBack f7"),
        ("g7,e6,f6/-", "PushesLeft lift=e6 off=g7 place=d5,f5 extra=f6 missing=f7"),
    ],
)
def test_a_mix_of_done_and_undone_pushes_is_told_cell_by_cell(seen: str, finding: str) -> None:
    assert pushing(seen) == finding


def test_in_a_tournament_the_drop_stands() -> None:
    assert pushing("g7,e6,f6", casual=False) == "PushesLeft lift=e6,f6 off=g7 place=d5,f5 missing=f7"


@pytest.mark.parametrize(
    ("seen", "held", "finding"),
    [
        ("f7,d5,f5,a1", True, "NextDropEarly f7"),
        ("f7,d5,f5,f6", True, "NextDropEarly f7"),
        ("f7,d5,f5,g7", True, "PushesLeft off=g7"),
        ("f7,d5,f5,a1,b1", True, "PushesLeft extra=a1,b1"),
        ("f7,d5,a1", True, "PushesLeft place=f5 extra=a1"),
        ("a1,d5/f5,f7", True, "NextDropEarly f7"),
        ("d5/a1,f5,f7", True, "PushesLeft extra=a1"),
        ("a1,d5,f5/f7", True, "PushesLeft extra=a1,f5"),
        ("f7,d5,f5", True, "PushesDone f7"),
        ("g7,e6,f6", True, "DropTakenBack f7"),
    ],
)
def test_one_marble_on_top_of_a_target_that_was_held_is_the_next_drop(
    seen: str, held: bool, finding: str
) -> None:
    assert pushing(seen, held=held) == finding


@pytest.mark.parametrize(
    ("seen", "faults", "finding"),
    [
        ("f7,d5,f5,g7", "g7", "PushesDone f7"),
        ("f7,g7,e6,f6", "e6,f5", "PushesLeft lift=f6 off=g7 place=d5"),
        ("d5,f5", "f7", "PushesDone f7"),
        ("g7,e6,f6", "f7", "PushesLeft lift=e6,f6 off=g7 place=d5,f5"),
        ("g7,f6", "e6", "DropTakenBack f7"),
        ("g7,e6,f6,a1", "a1", "DropTakenBack f7"),
    ],
)
def test_unhealthy_contacts_read_as_each_board_expects(seen: str, faults: str, finding: str) -> None:
    assert pushing(seen, faults=faults) == finding


def test_what_lies_beyond_a_target_is_known_only_when_the_target_is_whole() -> None:
    assert cells_text(beyond_target(PENDING, board("a1,f7,d5,f5"))) == "a1"
    assert beyond_target(PENDING, board("f7,d5,f5")) == 0
    assert beyond_target(PENDING, board("a1,f7,d5")) == 0


def test_findings_carry_nothing_but_cells() -> None:
    for kind in (
        BoardRight,
        BoardWrong,
        NextDropEarly,
        PushesDone,
        PushesLeft,
        SwapFound,
        SwapLifted,
        DropTakenBack,
    ):
        assert set(kind.__dataclass_fields__) <= {"cell", "extra", "missing", "lift", "off", "place"}
