"""History: whatever happens at a table, the journal tells at each moment what the referee holds to be so."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from momentum.records.book import Record
from momentum.records.entries import Draft, Entry, Kind, entry_after
from momentum.records.errors import NotWhole
from momentum.records.history import State, line_after, story_of
from momentum.records.recorded import RecordedReferee
from momentum.records.store import JournalInMemory
from momentum.referee import Resigned, Saved
from momentum.rules import Player, Reason, Result
from tests.records.journals import Dice, sitting_on, written
from tests.referee.sitting import Sitting

SETTINGS = ["pie=on", "pie=off", "pie=off mode=tournament", "pie=off irregular=warning+loss@3"]


def number_of(sitting: Sitting) -> int:
    """Return the number that the journal gave the game at the table."""
    assert isinstance(sitting.referee, RecordedReferee)
    assert sitting.referee.number is not None
    return sitting.referee.number


def told(memory: JournalInMemory, sitting: Sitting) -> Saved:
    """Return what a program that starts now would go on from."""
    return memory.open().story(number_of(sitting)).saved()


@settings(max_examples=40)
@given(seed=st.integers(0, 10**9), pie=st.sampled_from(SETTINGS))
def test_a_program_that_dies_at_any_moment_goes_on_from_there(seed: int, pie: str) -> None:
    memory = JournalInMemory()
    sitting = sitting_on(memory.open(), pie)
    dice = Dice(sitting, seed)
    for _ in range(40):
        dice.throw()
        now, then = sitting.referee.saved(), told(memory, sitting)
        assert replace(then, left_over=0) == replace(now, left_over=0)
        assert then.left_over | now.left_over == then.left_over, "a scan may clear some of it, unwritten"


@settings(max_examples=20)
@given(seed=st.integers(0, 10**9))
def test_the_list_of_games_says_what_the_games_say(seed: int) -> None:
    memory = JournalInMemory()
    sitting = sitting_on(memory.open())
    dice = Dice(sitting, seed)
    for _ in range(60):
        dice.throw()
    journal = memory.open()
    for line in journal.games():
        story = journal.story(line.number)
        assert line.plies == story.game.ply
        assert (line.result == "*") is (story.game.result is None)
        assert line.settings == str(story.settings)
    assert journal.open_games() in ([], [number_of(sitting)])


def test_a_drop_in_a_boards_record_is_pending_until_its_pushes_are_made() -> None:
    memory, sitting = written("pie=off", "d4")
    sitting.settle("d4,e4")
    assert told(memory, sitting).drop == 25
    sitting.settle("c4,e4")
    assert told(memory, sitting).drop is None
    assert told(memory, sitting).game.ply == 2


def test_a_result_that_was_undone_is_no_result() -> None:
    memory, sitting = written("pie=off rounds=1", "a1", "g7")
    assert told(memory, sitting).game.result == Result(None, Reason.ROUNDS)
    assert memory.open().line(1).state is State.OVER
    sitting.press("undo")
    assert told(memory, sitting).game.result is None
    line = memory.open().line(1)
    assert (line.plies, line.result, line.state) == (1, "*", State.OPEN)


def test_a_resignation_that_was_undone_leaves_the_turns() -> None:
    memory, sitting = written("pie=off", "a1", "g7")
    sitting.tell(Resigned(at_ms=sitting.later(10), player=Player.FIRST))
    assert told(memory, sitting).game.result == Result(Player.SECOND, Reason.RESIGN)
    sitting.press("undo")
    assert (told(memory, sitting).game.result, told(memory, sitting).game.ply) == (None, 2)


def test_a_story_is_a_record_with_what_else_happened_as_comments() -> None:
    memory, sitting = written("pie=off", "d4", "a1")
    sitting.press("undo")
    sitting.settle("d4")
    sitting.unplug()
    sitting.plug()
    sitting.settle("d4")
    sitting.fault("g1")
    sitting.play("g7")
    record = memory.open().story(1).record()
    assert [str(move) for move in record.moves] == ["d4", "g7"]
    assert record.comments == (
        (1, "a1 was taken back"),
        (1, "play stopped: the cable is out"),
        (1, "contacts not relied on: g1"),
    )
    assert dict(record.headers)["Game"] == "1"
    assert Record.parse(str(record)) == record


def test_comments_on_turns_that_were_taken_back_stand_where_these_began() -> None:
    memory, sitting = written("pie=off", "d4", "a1", "g7")
    sitting.fault("g1")
    for board in ("d4,a1", "d4", "-"):
        sitting.press("undo")
        sitting.settle(board)
    assert {after for after, _ in memory.open().story(1).record().comments} == {0}


GAME = {"settings": "pie=off rounds=30 last_marble=play_on", "noted": "2026-11-30T14:00:00Z"}


def game_of(*thens: list[str]) -> list[Entry]:
    """Return the entries of a game in which this was decided."""
    entries = [entry_after(None, 1, Draft(kind=Kind.GAME, body=GAME))]
    for then in thens:
        entries.append(entry_after(entries[-1], 1, Draft(kind=Kind.BOARD, body={"board": "-", "then": then})))
    return entries


@pytest.mark.parametrize(
    ("then", "why"),
    [
        (["turn 2 first d4 d4/-"], "turn 2 by first to d4/- is written"),
        (["turn 1 second d4 d4/-"], "turn 1 by second"),
        (["turn 1 first d4 e4/-"], "d4/- follows"),
        (["turn 1 first z9 d4/-"], "'z9' is no move"),
        (["turn 1 first swap -/-"], "swap is for the second player"),
        (["undone -1 d4"], "nothing to undo"),
        (["result first eighty"], "is not \\*"),
    ],
)
def test_what_does_not_follow_is_told_with_its_entry(then: list[str], why: str) -> None:
    with pytest.raises(NotWhole, match=f"entry 2: game 1 cannot be played on from it: .*{why}") as caught:
        story_of(game_of(then))
    assert caught.value.number == 2


def test_a_result_that_the_moves_contradict_is_told() -> None:
    with pytest.raises(NotWhole, match=r"entry 3: .* follows"):
        story_of(
            [
                replace(game_of()[0], text='{"noted":"","settings":"pie=off rounds=1"}'),
                *game_of(["turn 1 first a1 a1/-", "turn 2 second g7 a1/g7"], ["result first eight"])[1:],
            ]
        )


@pytest.mark.parametrize("entries", [[], game_of(["turn 1 first d4 d4/-"])[1:]])
def test_a_game_without_a_beginning_is_told(entries: list[Entry]) -> None:
    with pytest.raises(NotWhole):
        story_of(entries)
    for entry in entries:
        with pytest.raises(NotWhole, match="game 1 has no beginning"):
            line_after(None, entry)


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ('[Momentum "1"]\n[Rules "pie=on"]\n[Settings "mode=wild"]\n\n1. d4 swap\n', "header Settings: mode"),
        ("1. d4 swap", "its record cannot be read: this is no record"),
    ],
)
def test_an_imported_record_that_cannot_be_read_is_told(record: str, why: str) -> None:
    body = {"record": record, "file": "game.txt", "noted": ""}
    with pytest.raises(NotWhole, match=f"entry 1: .*{why}"):
        story_of([entry_after(None, 1, Draft(kind=Kind.IMPORT, body=body))])
