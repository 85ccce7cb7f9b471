"""Every control, through arbitrary acts, tick by tick beside the slow twin."""

from __future__ import annotations

from copy import deepcopy

from hypothesis import given, settings
from hypothesis import strategies as st

from momentum.clock import Clock, ClockSettings, Flag, Kind, LowTime, News
from momentum.rules import Player
from tests.clock.makers import clock_settings
from tests.clock.twin import Told, TwinClock

MOST_MS = 40

Act = tuple[str, int, int]
"""What is done, after how many milliseconds, and a number that goes with it."""

ACTS = ("turn", "turn", "turn", "turn", "look", "pause", "resume", "correct", "give", "hand", "undo", "stop")


def acts() -> st.SearchStrategy[list[Act]]:
    act = st.tuples(st.sampled_from(ACTS), st.integers(0, MOST_MS), st.integers(0, 2 * MOST_MS))
    return st.lists(act, max_size=25)


class Pair:
    """A clock and its twin, to which the same is done."""

    def __init__(self, clock_set: ClockSettings) -> None:
        self.clock, self.twin = Clock.new(clock_set), TwinClock(clock_set)
        self.clock = self.clock.start(0)
        self.twin.runs = True
        self.turns = [(self.clock, deepcopy(self.twin))]

    def do(self, act: str, number: int, at_ms: int) -> None:
        """Do an act that both can do now."""
        player = list(Player)[number % 2]
        match act:
            case "turn" if not self.twin.over:
                self.clock = self.clock.turn_over(at_ms)
                self.twin.turn_over()
                self.turns.append((self.clock, deepcopy(self.twin)))
            case "pause":
                self.clock = self.clock.pause(at_ms)
                self.twin.runs = False
            case "resume" if not self.twin.over:
                self.clock = self.clock.resume(at_ms)
                self.twin.runs = True
            case "stop":
                self.clock = self.clock.stop(at_ms)
                self.twin.runs, self.twin.over = False, True
            case "hand":
                self.clock = self.clock.hand_to(player, at_ms)
                self.twin.hand_to(player)
            case "correct":
                self.clock = self.clock.correct(player, number, at_ms)
                self.twin.correct(player, number)
            case "give" if self.may_be_given(player):
                self.clock = self.clock.give(player, number - MOST_MS, at_ms)
                self.twin.give(player, number - MOST_MS)
            case "undo" if len(self.turns) > 1:
                self.turns.pop()
                before, twin_before = self.turns[-1]
                self.clock = self.clock.undone(before, at_ms)
                self.twin.undo(twin_before)

    def may_be_given(self, player: Player) -> bool:
        side = self.twin.sides[player]
        return not side.down and side.slots[0].kind is not Kind.UP

    def pass_to(self, at_ms: int) -> None:
        """Let time pass; whatever happens first must have been foretold to the millisecond."""
        due_ms = self.clock.next_event_ms(self.twin.now)
        self.twin.pass_to(at_ms)
        first = self.twin.told[0][2] if self.twin.told else None
        assert first == (due_ms if due_ms is not None and due_ms <= at_ms else None)

    def compare(self, at_ms: int) -> None:
        """Hold the clock to its twin, and hear their news."""
        clock, twin = self.clock.at(at_ms), self.twin
        assert clock.running(at_ms) == (twin.to_move if twin.runs else None)
        assert clock.to_move == twin.to_move
        assert [(flag.player, flag.at_ms, flag.played_ms) for flag in clock.flags] == twin.flags
        for player in Player:
            side, slow = clock.side(player), twin.sides[player]
            assert side[:5] == (slow.slots[0].period, slow.time, slow.left, slow.turn, slow.used)
            assert side.given_ms == slow.gifts
        self.clock, news = clock.tell(at_ms)
        assert [as_told(each) for each in news] == twin.told
        twin.told.clear()


def as_told(news: News) -> Told:
    """Return news in the twin's words."""
    if isinstance(news, Flag):
        return "flag", news.player, news.at_ms, 0
    if isinstance(news, LowTime):
        return "low", news.player, news.at_ms, news.left_ms
    return "period", news.player, news.at_ms, news.left


@settings(max_examples=300)
@given(clock_settings(most_ms=MOST_MS), acts())
def test_a_clock_runs_as_the_slow_twin_does(clock_set: ClockSettings, plan: list[Act]) -> None:
    pair = Pair(clock_set)
    at_ms = 0
    for act, gap_ms, number in plan:
        at_ms += gap_ms
        pair.pass_to(at_ms)
        pair.do(act, number, at_ms)
        pair.twin.settle()
        pair.compare(at_ms)


@settings(max_examples=100)
@given(clock_settings(most_ms=MOST_MS), acts(), st.integers(0, 3 * MOST_MS))
def test_looking_often_changes_nothing(clock_set: ClockSettings, plan: list[Act], rest_ms: int) -> None:
    once = often = Clock.new(clock_set).start(0)
    at_ms = 0
    for _, gap_ms, _ in [*plan, ("", rest_ms, 0)]:
        for step_ms in range(gap_ms):
            often = often.at(at_ms + step_ms)
        at_ms += gap_ms
        once, often = once.turn_over(at_ms), often.turn_over(at_ms)
        assert once == often
