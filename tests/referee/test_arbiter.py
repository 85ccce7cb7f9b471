"""The arbiter: acts have texts that read back, need a reason, and are undone by another act."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from momentum.referee import (
    ActDone,
    ActRefused,
    ArbiterActed,
    BadAct,
    ContactMarked,
    Decision,
    NewGame,
    Phase,
    Said,
    Tick,
    parse_act,
)
from momentum.referee.act_texts import shapes
from momentum.referee.acts import (
    LONGEST_REASON,
    Act,
    Declare,
    Forfeit,
    LetStand,
    MarkContact,
    Note,
    Pause,
    Reopen,
    Resume,
    SetClock,
    SetCounts,
    SetIrregular,
    SetPosition,
    SetTurn,
    SwapSides,
    TakeBack,
    TimePenalty,
    Undo,
    Warn,
)
from momentum.rules import Drop, Player, Position, cell_text, cells_text, mask_of
from tests.referee.sitting import Sitting, said_in

PLAYERS = st.sampled_from(Player)
NUMBERS = st.integers(1, 999)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions from which play can go on."""
    cells = draw(st.lists(st.integers(0, 48), unique=True, max_size=14))
    return Position(mask_of(cells[::2]), mask_of(cells[1::2]))


ACTS = st.one_of(
    st.sampled_from([Pause(), Resume(), Reopen(), SwapSides(), Note()]),
    positions().map(SetPosition),
    positions().map(lambda position: LetStand(position.first, position.second)),
    PLAYERS.map(SetTurn),
    st.integers(0, 1998).map(SetCounts),
    NUMBERS.map(TakeBack),
    PLAYERS.map(Warn),
    st.sampled_from([*Player, None]).map(Forfeit),
    st.builds(SetClock, st.integers(0, 10**8), st.none() | st.integers(0, 10**7)),
    st.builds(SetIrregular, PLAYERS, st.integers(0, 99)),
    st.builds(TimePenalty, PLAYERS, st.integers(1, 10**7), to_opponent=st.booleans()),
    st.sampled_from(["first", "second", "draw", "neither"]).map(Declare),
    st.builds(MarkContact, st.integers(0, 48), st.booleans()),
    NUMBERS.map(Undo),
)
CHANGING = ACTS.filter(lambda act: act.changes_game)


def rule(sitting: Sitting, act: Act | str, reason: str = "a reason") -> tuple[Decision, ...]:
    """Let the arbiter do something."""
    act = parse_act(act) if isinstance(act, str) else act
    return sitting.tell(ArbiterActed(at_ms=sitting.later(10), act=act, reason=reason))


def refusal(decisions: tuple[Decision, ...]) -> str:
    """Return why an act was refused."""
    (why,) = [each.why for each in decisions if isinstance(each, ActRefused)]
    assert [each.what for each in decisions if isinstance(each, Said)] == ["refused"]
    return why


def somewhere(seed: int) -> Sitting:
    """Return a game somewhere in its middle, or at its end."""
    chance = random.Random(seed)
    sitting = Sitting(chance.choice(["pie=off", "pie=on rounds=3", "pie=off mode=tournament"]))
    for _ in range(chance.randrange(9)):
        drops = [move for move in sitting.referee.game.legal_moves() if isinstance(move, Drop)]
        if drops:
            sitting.play(cell_text(chance.choice(drops).cell))
    if chance.random() < 0.3:
        sitting.settle("a1,b2,c3,d4")
    if chance.random() < 0.3:
        sitting.press("pause")
    return sitting


@given(ACTS)
def test_every_act_has_a_text_that_reads_back(act: Act) -> None:
    assert parse_act(str(act)) == act
    assert str(act).split()[0] in shapes()


@settings(max_examples=150)
@given(seed=st.integers(0, 10**6), act=ACTS)
def test_an_act_is_done_exactly_when_there_is_no_objection(seed: int, act: Act) -> None:
    sitting = somewhere(seed)
    before = sitting.referee.game
    objection = sitting.referee.objection(act, "a reason")
    decisions = rule(sitting, act)
    done = [each.number for each in decisions if isinstance(each, ActDone)]
    assert done == ([] if objection else [1])
    if objection:
        assert refusal(decisions) == str(objection)
        assert sitting.referee.game == before
        assert sitting.now.acts == ()


@settings(max_examples=150)
@given(seed=st.integers(0, 10**6), act=CHANGING)
def test_an_act_that_is_undone_leaves_the_game_as_it_was(seed: int, act: Act) -> None:
    sitting = somewhere(seed)
    before = sitting.referee.game
    rule(sitting, act)
    if not sitting.now.acts:
        return
    rule(sitting, Undo(1))
    assert sitting.referee.game == before
    assert (sitting.phase == Phase.OVER) is (before.result is not None)
    assert [each.undone_by for each in sitting.now.acts] == [2, None]


@settings(max_examples=100)
@given(seed=st.integers(0, 10**6), acts=st.lists(ACTS, max_size=5))
def test_whatever_the_arbiter_does_play_goes_on_once_the_board_is_right(seed: int, acts: list[Act]) -> None:
    sitting = somewhere(seed)
    for act in acts:
        rule(sitting, act)
    if sitting.now.held or sitting.phase == Phase.PAUSED:
        rule(sitting, "resume")
    sitting.crash()
    if sitting.phase == Phase.PUSH:
        sitting.settle(sitting.target())
    sitting.settle(cells_text(sitting.referee.game.position.occupied))
    assert sitting.phase == (Phase.DROP if sitting.referee.game.result is None else Phase.OVER)


@pytest.mark.parametrize("reason", ["", "  ", "\t", "x" * (LONGEST_REASON + 1), "one\ntwo"])
def test_an_act_without_a_reason_that_can_be_written_is_refused(reason: str) -> None:
    sitting = Sitting()
    assert "reason" in refusal(rule(sitting, "note", reason))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the acts are pause, resume"),
        ("fly", "an arbiter cannot 'fly'"),
        ("pause now", "nothing stands after pause"),
        ("position first=d4", "write position first=CELLS second=CELLS"),
        ("position first=d4 second=d4", "two marbles on d4"),
        ("position first=d4 second=e5 third=a1", "'third=a1' does not stand there"),
        ("position first=a1,a2,a3,a4,a5,a6,a7,b1 second=-", "declare a result instead"),
        ("turn", "write turn first|second"),
        ("turn third", "third"),
        ("counts ply=-1", "no whole number"),
        ("counts ply=2000", "2000 turns cannot be counted"),
        ("counts", "write counts ply=N|round=N"),
        ("take_back 0", "no whole number from 1 up"),
        ("penalty first applause", "'applause' is no penalty"),
        ("penalty both warning", "both"),
        ("penalty first time", "write penalty"),
        ("penalty first time 0s", "no time is none"),
        ("penalty first time soon", "'soon' is no time"),
        ("penalty first loss 5m", "'5m' does not stand there"),
        ("clock", "one clock at least"),
        ("clock first=5", "'5' is no time"),
        ("clock third=5m", "'third=5m' does not stand there"),
        ("result everybody", "first, second, draw, neither"),
        ("contact d4 dirty", "good or bad"),
        ("contact d9 bad", "d9"),
        ("undo last", "no whole number"),
        ("irregular first 100", "at most 99"),
        ("irregular first", "write irregular first|second N"),
    ],
)
def test_what_is_no_act_is_told_with_what_is_accepted(text: str, why: str) -> None:
    with pytest.raises(BadAct) as refused:
        parse_act(text)
    assert why in str(refused.value)


def test_rounds_may_be_named_instead_of_turns() -> None:
    assert parse_act("counts round=4") == SetCounts(8)


@pytest.mark.parametrize(
    ("done", "act", "why"),
    [
        ((), "resume", "nobody has paused"),
        (("pause",), "pause", "paused the game already"),
        (("result draw",), "pause", "the game is over"),
        (("result draw",), "result draw", "the game's result already"),
        ((), "reopen", "the game has no result"),
        ((), "undo 1", "there is no act 1"),
        (("note", "undo 1"), "undo 1", "does not stand"),
        (("note", "undo 1"), "undo 2", "does not stand"),
        (("turn first", "turn second"), "undo 1", "the game went on since act 1"),
        ((), "take_back 2", "1 were made"),
        ((), "stand first=g7", "no marble lies on g7"),
        ((), "clock first=5m", "played without clocks"),
        ((), "irregular first 2", "not counted in this game"),
        ((), "penalty first time 5s", "played without clocks"),
    ],
)
def test_what_cannot_be_done_now_is_told_with_why(done: tuple[str, ...], act: str, why: str) -> None:
    sitting = Sitting()
    sitting.play("d4")
    for each in done:
        rule(sitting, each)
    assert why in refusal(rule(sitting, act))


def test_a_board_under_somebodys_hand_is_not_let_stand() -> None:
    sitting = Sitting()
    sitting.play("d4")
    sitting.sense("e4")
    assert "has not come to rest" in refusal(rule(sitting, "stand"))
    sitting.settle("e4")
    rule(sitting, "stand")
    assert sitting.position == "e4/-"


def test_colours_that_the_contacts_know_are_let_stand_as_they_are() -> None:
    sitting = Sitting("pie=off sensors=polarity")
    sitting.settle_each("d4/-", "a1/d4")
    rule(sitting, "stand")
    assert (sitting.phase, sitting.position) == ("drop", "a1/d4")


def test_undoing_a_pause_resumes_and_undoing_that_pauses_again() -> None:
    sitting = Sitting()
    sitting.play("d4")
    rule(sitting, "pause")
    rule(sitting, "undo 1")
    assert sitting.phase == "drop"
    rule(sitting, "pause")
    rule(sitting, "resume")
    rule(sitting, "undo 4")
    assert (sitting.phase, sitting.now.held) == ("paused", True)


def test_a_marked_contact_is_told_to_the_table_and_so_is_its_undoing() -> None:
    sitting = Sitting()
    marks = [rule(sitting, text) for text in ("contact d4 bad", "undo 1")]
    told = [each.good for decisions in marks for each in decisions if isinstance(each, ContactMarked)]
    assert told == [False, True]
    assert sitting.referee.distrusted == 0


def test_a_new_game_has_no_acts_and_keeps_what_is_known_of_contacts() -> None:
    sitting = Sitting()
    sitting.play("d4")
    rule(sitting, "contact a1 bad")
    rule(sitting, "pause")
    assert said_in(sitting.press("new")) == ["refused"]
    sitting.tell(NewGame(at_ms=sitting.later(10), settings=sitting.referee.settings))
    assert (sitting.now.acts, sitting.now.held, sitting.referee.distrusted) == ((), False, 1)


def timed() -> Sitting:
    """Return a game with clocks in which one turn was made, at 10.6 s."""
    sitting = Sitting("pie=off clock=5m")
    sitting.at_ms = 10_000.0
    sitting.play("d4")
    return sitting


def times(sitting: Sitting) -> tuple[int, int]:
    """Return what both clocks show now."""
    clock = sitting.now.clock
    assert clock is not None
    return clock.remaining(Player.FIRST, sitting.at_ms), clock.remaining(Player.SECOND, sitting.at_ms)


def test_clocks_are_set_and_run_on_from_there() -> None:
    sitting = timed()
    rule(sitting, "clock first=2m second=1m30s")
    assert times(sitting) == (120_000, 90_000)
    sitting.later(5_000)
    assert times(sitting) == (120_000, 85_000)


def test_undoing_what_was_set_gives_the_difference_back_and_what_passed_since_has_passed() -> None:
    sitting = timed()
    first, second = times(sitting)
    rule(sitting, "clock first=2m second=10s")
    sitting.later(4_000)
    rule(sitting, "undo 1")
    assert times(sitting) == (first, second - 4_020)
    rule(sitting, "clock second=10m")
    sitting.crash()
    rule(sitting, "undo 3")
    assert times(sitting) == (first, second - 4_030)


def test_a_time_penalty_is_given_and_undone() -> None:
    sitting = timed()
    first, second = times(sitting)
    rule(sitting, "penalty second time 30s")
    rule(sitting, "penalty second opponent 1m")
    assert times(sitting) == (first + 60_000, second - 30_000 - 20)
    rule(sitting, "undo 1")
    rule(sitting, "undo 2")
    assert times(sitting) == (first, second - 40)


def test_no_more_time_is_taken_than_there_is() -> None:
    sitting = timed()
    rule(sitting, "clock second=20s")
    assert "only 1" in refusal(rule(sitting, "penalty second time 30s"))
    rule(sitting, "penalty first opponent 1m")
    rule(sitting, "clock second=10s")
    assert "take less" in refusal(rule(sitting, "undo 2"))


def test_an_arbiters_pause_stops_the_clock_and_resuming_lets_it_run() -> None:
    sitting = timed()
    rule(sitting, "pause")
    stood = times(sitting)
    sitting.later(60_000)
    assert times(sitting) == stood
    rule(sitting, "resume")
    sitting.later(1_000)
    assert times(sitting) == (stood[0], stood[1] - 1_000)


def test_swapped_sides_swap_their_times_and_undoing_swaps_them_back() -> None:
    sitting = timed()
    rule(sitting, "clock first=2m second=1m")
    rule(sitting, "swap_sides")
    assert times(sitting) == (60_000 - 10, 120_000)
    rule(sitting, "undo 2")
    assert times(sitting) == (120_000, 60_000 - 20)


def test_a_game_that_was_lost_on_time_goes_on_when_it_is_reopened_and_the_clock_is_set() -> None:
    sitting = timed()
    sitting.later(301_000)
    sitting.tell(Tick(at_ms=sitting.at_ms))
    assert sitting.phase == "over"
    rule(sitting, "reopen")
    rule(sitting, "clock second=1m")
    assert sitting.phase == "drop"
    sitting.later(1_000)
    assert times(sitting)[1] == 59_000


def irregular(sitting: Sitting) -> list[tuple[str, str, int]]:
    """Return the irregular acts that count."""
    return [(each.player.value, each.kind.value, each.number) for each in sitting.now.irregular]


def test_irregular_acts_are_counted_as_the_arbiter_says_and_undone_by_the_difference() -> None:
    sitting = Sitting("pie=off irregular=warning")
    sitting.settle_each("d4", "d4,e5", "b2,e5")
    assert irregular(sitting) == [("second", "wrong_push", 1)]
    rule(sitting, "irregular second 0")
    rule(sitting, "irregular first 2")
    assert irregular(sitting) == [("first", "ruled", 1), ("first", "ruled", 2)]
    rule(sitting, "undo 1")
    rule(sitting, "undo 2")
    assert irregular(sitting) == [("second", "ruled", 1)]


def test_a_board_that_no_position_can_be_is_not_let_stand() -> None:
    sitting = Sitting()
    sitting.play("d4")
    sitting.settle("d4,a1,a2,a3,a4,a5,a6,a7,b1")
    named = "a1,a2,a3,a4,a5,a6,a7,b1"
    assert "9 marbles of the first player" in refusal(rule(sitting, f"stand first={named}"))
    assert "declare a result" in refusal(rule(sitting, f"stand second={named}"))


def test_while_pushes_are_made_the_board_stands_with_what_was_pushed() -> None:
    sitting = Sitting()
    sitting.settle_each("d4", "d4,d5", "d3,d5,g1")
    assert "whose marble lies on g1" in refusal(rule(sitting, "stand"))
    rule(sitting, "stand second=g1")
    assert (sitting.phase, sitting.position, sitting.moves) == ("drop", "d3/g1,d5", ["d4", "d5"])
