"""What a voice decides: the newest wins, nothing is said late, failures are given time."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from hardware.voice.turns import (
    FIRST_PAUSE_MS,
    LONGEST_PAUSE_MS,
    SHORTEST_MS,
    START_WITHIN_MS,
    Begin,
    Cut,
    Turns,
)


def asked(text: str, at_ms: float = 0.0) -> Turns:
    turns = Turns()
    turns.ask(text, at_ms)
    return turns


def test_a_sentence_begins_at_once_and_only_once() -> None:
    turns = asked("d4")
    assert turns.next(0.0) == Begin(text="d4")
    assert turns.next(1.0) is None


def test_a_newer_sentence_cuts_the_one_being_said() -> None:
    turns = asked("old")
    turns.next(0.0)
    turns.ask("new", 50.0)
    assert turns.next(50.0) == Cut()
    assert turns.next(51.0) == Begin(text="new")
    assert turns.next(52.0) is None


def test_of_two_that_wait_only_the_newer_is_said() -> None:
    turns = asked("old")
    turns.ask("new", 1.0)
    assert turns.next(1.0) == Begin(text="new")
    turns.ended(0, "", 900.0)
    assert turns.next(900.0) is None


def test_an_empty_text_is_silence() -> None:
    turns = asked("old")
    turns.next(0.0)
    turns.ask("", 10.0)
    assert turns.next(10.0) == Cut()
    assert turns.next(11.0) is None
    assert turns.due_ms == math.inf


def test_a_sentence_that_came_as_another_ended_is_not_cut_itself() -> None:
    turns = asked("old")
    turns.next(0.0)
    turns.ask("new", 900.0)
    turns.ended(0, "", 900.0)
    assert turns.next(901.0) == Begin(text="new")
    assert turns.next(902.0) is None


def test_a_sentence_that_could_not_begin_in_time_is_not_said() -> None:
    turns = asked("late")
    assert turns.next(START_WITHIN_MS + 1) is None
    assert turns.due_ms == math.inf
    assert asked("just in time").next(START_WITHIN_MS) == Begin(text="just in time")


def test_a_program_that_fails_is_told_and_given_time() -> None:
    turns = asked("one")
    turns.next(0.0)
    turns.ended(3, "error: it died", 100.0)
    assert turns.trouble == "error: it died"
    turns.ask("two", 100.0)
    assert turns.next(100.0) is None
    turns.ask("three", 100.0 + FIRST_PAUSE_MS)
    assert turns.next(100.0 + FIRST_PAUSE_MS) == Begin(text="three")


def test_a_failure_without_words_is_told_by_its_status() -> None:
    turns = asked("one")
    turns.next(0.0)
    turns.ended(-9, "", 100.0)
    assert turns.trouble == "it ended with status -9"


def test_each_further_failure_is_given_more_time_up_to_a_minute() -> None:
    turns, at_ms, pauses = Turns(), 0.0, []
    for _ in range(10):
        turns.failed("broken", at_ms)
        turns.ask("again", at_ms)
        pauses.append(turns.due_ms - at_ms)
        at_ms = turns.due_ms
    assert pauses[:3] == [FIRST_PAUSE_MS, 2 * FIRST_PAUSE_MS, 4 * FIRST_PAUSE_MS]
    assert pauses[-1] == LONGEST_PAUSE_MS


def test_a_sentence_that_is_heard_ends_the_trouble() -> None:
    turns = Turns()
    turns.failed("broken", 0.0)
    turns.ask("again", FIRST_PAUSE_MS)
    turns.next(FIRST_PAUSE_MS)
    turns.ended(0, "", FIRST_PAUSE_MS + 900)
    assert turns.trouble is None
    turns.failed("broken", 0.0)
    turns.ask("again", 0.0)
    assert turns.due_ms == FIRST_PAUSE_MS


def test_a_program_that_complains_and_ends_at_once_made_no_sound() -> None:
    turns = asked("one")
    turns.next(0.0)
    turns.ended(0, "ALSA: no such card", SHORTEST_MS - 1)
    assert turns.trouble == "no sound card took it (ALSA: no such card); momentum check tells more"


def test_a_complaint_in_a_sentence_that_takes_its_time_is_no_trouble() -> None:
    turns = asked("one")
    turns.next(0.0)
    turns.ended(0, "ALSA: underrun occurred", SHORTEST_MS)
    assert turns.trouble is None


def test_a_program_that_hangs_is_ended_and_told() -> None:
    turns = asked("one")
    turns.next(0.0)
    due_ms = turns.due_ms
    assert turns.next(due_ms - 1) is None
    assert turns.next(due_ms) == Cut()
    assert turns.trouble is not None
    assert turns.trouble.startswith("it was still not done after 11 s")


ACTS = st.lists(
    st.tuples(st.floats(0, 400), st.sampled_from(["a", "b", "", None, "end", "fail"])), max_size=40
)


@given(ACTS)
def test_nothing_is_ever_begun_late_or_over_something_else(acts: list[tuple[float, str | None]]) -> None:
    turns, at_ms, asked_ms, speaking = Turns(), 0.0, -math.inf, False
    for wait_ms, act in acts:
        at_ms += wait_ms
        if act in {"a", "b", ""}:
            asked_ms = at_ms
            turns.ask(str(act), at_ms)
        elif speaking and act in {"end", "fail"}:
            speaking = False
            turns.ended(0 if act == "end" else 1, "", at_ms)
        done = turns.next(at_ms)
        if isinstance(done, Begin):
            assert not speaking
            assert at_ms - asked_ms <= START_WITHIN_MS
            speaking = True
        elif done is not None:
            assert speaking
            speaking = False
