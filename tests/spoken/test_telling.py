"""What is said aloud at a table, in both measures and both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from momentum.referee import Announcement, ArbiterActed, Said
from momentum.referee.acts import Declare, Pause, PutAside, TakeBack
from momentum.rules import Player
from momentum.spoken import Detail, Sentence, announced
from momentum.spoken.teller import FIRST_REMINDER_MS, NEXT_REMINDER_MS
from momentum.spoken.telling import told
from momentum.table.notices import Decided, Notice
from momentum.words import LANGUAGES
from tests.spoken.aloud import Aloud

SEVEN_AND_SIX = ("a1", "c1", "e1", "g1", "a3", "c3", "e3", "g3", "a5", "c5", "e5", "g5", "a7")
"""Drops that push nothing: the first player's seventh is the last of them."""


def test_the_first_turn_is_told() -> None:
    aloud = Aloud(Detail.SHORT)
    assert aloud.wait(0) == ""
    aloud.new_game()
    assert aloud.wait() == "New game. First player's turn."


def test_short_leaves_drops_and_pushes_to_the_lights() -> None:
    aloud = Aloud(Detail.SHORT, "pie=off")
    aloud.wait(0)
    assert aloud.drop("d4") == "Second player's turn."
    assert aloud.drop("e5") == ""
    aloud.lift("d4")
    aloud.place("c3", Player.FIRST)
    assert aloud.wait() == "First player's turn."


def test_full_can_be_played_by_ear_and_touch() -> None:
    aloud = Aloud(Detail.FULL, "pie=off")
    aloud.wait(0)
    assert aloud.drop("d4") == "First player: d4. Second player's turn."
    assert aloud.drop("e5") == "Second player: e5. Push d4 to c3."
    aloud.lift("d4")
    assert aloud.wait() == "First player: pushed marble goes on c3."
    aloud.place("c3", Player.FIRST)
    assert aloud.wait() == "First player's turn."


def test_full_in_korean() -> None:
    aloud = Aloud(Detail.FULL, "pie=off", "ko")
    aloud.wait(0)
    assert aloud.drop("d4") == "선공, d4 칸에 놓음. 후공 차례입니다."
    assert aloud.drop("e5") == "후공, e5 칸에 놓음. d4 구슬을 c3 칸으로 미세요."


@pytest.mark.parametrize("detail", [Detail.SHORT, Detail.FULL])
def test_a_marble_too_many_is_told_with_what_to_do(detail: Detail) -> None:
    aloud = Aloud(detail, "pie=off")
    aloud.drop("d4")
    aloud.place("a1", Player.FIRST)
    aloud.place("e6", Player.FIRST)
    assert aloud.wait() == (
        "One marble too many on a1 – take it away. One marble too many on e6 – take it away."
    )


def test_a_moved_marble_is_told_where_it_belongs() -> None:
    aloud = Aloud(Detail.SHORT, "pie=off")
    aloud.drop("d4")
    aloud.lift("d4")
    aloud.place("c3", Player.FIRST)
    assert aloud.wait() == "Move the marble from c3 to d4."


def test_a_missing_marble_is_told_with_its_owner() -> None:
    aloud = Aloud(Detail.SHORT, "pie=off")
    aloud.drop("d4", "a1")
    aloud.lift("d4")
    assert aloud.wait() == "First player: d4 is missing – put it back."


def test_many_marbles_out_of_place_are_told_as_lists() -> None:
    aloud = Aloud(Detail.SHORT, "pie=off")
    aloud.drop("d4", "a1", "g7", "a7")
    for cell in ("d4", "a1", "g7", "a7"):
        aloud.lift(cell)
    aloud.place("c2")
    assert aloud.wait() == (
        "Marbles too many on c2 – take them away. First player: marbles missing on d4, g7 – put them back. "
        "Second player: marbles missing on a1, a7 – put them back."
    )


def test_a_knocked_off_marble_is_told() -> None:
    for detail, said in (
        (Detail.SHORT, "Knocked off the board. First player's turn."),
        (Detail.FULL, "First player: g4 knocked off the board. First player's turn."),
    ):
        aloud = Aloud(detail, "pie=off")
        aloud.drop("g4")
        asked = aloud.drop("f4")
        assert asked == ("Second player: f4. Take g4 off the board." if detail is Detail.FULL else "")
        aloud.lift("g4")
        assert aloud.wait() == said


def test_a_swap_is_offered_and_told() -> None:
    aloud = Aloud(Detail.FULL)
    offered = "Or take over d4: press Swap, or put your own marble there instead."
    assert aloud.drop("d4") == f"First player: d4. Second player's turn. {offered}"
    aloud.press("swap")
    assert aloud.wait() == "Swapped: the first marble now belongs to the second player. First player's turn."


def test_the_last_marble_is_announced_and_the_cells_that_answer_it_are_named() -> None:
    short, full = Aloud(Detail.SHORT, "pie=off"), Aloud(Detail.FULL, "pie=off")
    assert short.drop(*SEVEN_AND_SIX) == "First player: last marble! Second player's turn."
    said = full.drop(*SEVEN_AND_SIX)
    assert said.startswith("First player: a7. First player: last marble! Second player's turn.")


def test_a_drop_taken_back_is_told() -> None:
    aloud = Aloud(Detail.SHORT, "pie=off")
    aloud.drop("d4", "e5")
    aloud.lift("e5")
    assert aloud.wait() == "The drop is taken back. Second player's turn."


def test_an_undone_turn_is_told_with_what_to_lay_out() -> None:
    aloud = Aloud(Detail.SHORT, "pie=off")
    aloud.drop("d4", "a1")
    aloud.press("undo")
    assert aloud.wait() == "The drop is taken back. One marble too many on a1 – take it away."


def test_a_button_that_can_do_nothing_is_told_and_asks_for_no_marble() -> None:
    aloud = Aloud(Detail.SHORT)
    aloud.press("swap")
    assert aloud.wait() == "That cannot be done now."


def test_a_refused_drop_asks_for_the_marble_back() -> None:
    aloud = Aloud(Detail.SHORT, "pie=off last_marble=guard")
    aloud.drop(*SEVEN_AND_SIX)
    assert aloud.drop("g7").startswith("That is not allowed here. Please take it back.")


def test_a_pause_and_its_end_are_told() -> None:
    aloud = Aloud(Detail.SHORT)
    aloud.drop("d4")
    aloud.press("pause")
    assert aloud.wait() == "Paused."
    aloud.press("pause")
    assert aloud.wait() == "Second player's turn."


def test_a_pause_among_pushes_ends_with_what_is_still_to_do() -> None:
    aloud = Aloud(Detail.FULL, "pie=off")
    aloud.drop("d4", "e5")
    aloud.press("pause")
    assert aloud.wait() == "Paused."
    aloud.press("pause")
    assert aloud.wait() == "Push d4 to c3."


def test_a_board_put_right_is_told_by_whose_turn_it_is() -> None:
    aloud = Aloud(Detail.SHORT, "pie=off")
    aloud.drop("d4", "a1")
    aloud.lift("d4")
    aloud.wait()
    aloud.place("d4", Player.FIRST)
    assert aloud.wait() == "First player's turn."


def test_the_last_rounds_are_counted_by_ear() -> None:
    aloud = Aloud(Detail.FULL, "pie=off rounds=6")
    assert "Rounds played" not in aloud.drop("a1", "c1")
    assert aloud.drop("e1", "g1") == "Second player: g1. First player's turn. Rounds played: 2 of 6."


def test_the_result_is_told_with_its_reason() -> None:
    aloud = Aloud(Detail.SHORT)
    aloud.drop("d4")
    aloud.resign(Player.FIRST)
    assert aloud.wait() == "The second player wins! The other player has resigned."


def test_a_bad_contact_is_named() -> None:
    aloud = Aloud(Detail.SHORT)
    aloud.stage.table.faults.flicker(24, 20)
    assert "Contact not relied on: d4. Play goes on without it." in aloud.wait(2500)


def test_a_lost_device_is_told() -> None:
    aloud = Aloud(Detail.SHORT)
    aloud.stage.table.cable.unplug()
    assert aloud.wait() == "Sensors and lights are not answering. Play stops until they are back."


def test_a_game_that_goes_on_unrecorded_is_told_with_what_the_arbiter_does() -> None:
    aloud = Aloud(Detail.SHORT)
    aloud.journal = Sentence("journal.unrecorded")
    aloud.stage.loop.receive(ArbiterActed(at_ms=aloud.stage.now_ms, act=Pause(), reason="tea"))
    scene = replace(aloud.scene(), unrecorded=True)
    happened = [Said(at_ms=1.0, what=what) for what in (Announcement.ARBITER, Announcement.FAULT)]
    keys = [each.key for each in told(happened, scene, Detail.SHORT)]
    assert keys == ["said.arbiter", "act.pause", "spoken.reason", "journal.unrecorded", "device.fault"]
    assert announced(happened[0], scene) == Sentence("act.pause")


def test_a_game_that_the_arbiter_puts_aside_is_told_as_such() -> None:
    aloud = Aloud(Detail.SHORT)
    aloud.drop("d4")
    aloud.wait()
    aloud.stage.loop.receive(
        ArbiterActed(at_ms=aloud.stage.now_ms, act=PutAside(), reason="the hall is closed")
    )
    assert aloud.wait().startswith("The arbiter has decided something. Put aside, to go on another time. New")
    said = Said(at_ms=1.0, what=Announcement.ARBITER)
    assert announced(said, aloud.scene()) == Sentence("act.aside")


def test_a_journal_that_cannot_be_written_has_words_of_its_own() -> None:
    aloud = Aloud(Detail.SHORT)
    aloud.journal = Sentence("journal.full")
    aloud.stage.table.cable.unplug()
    assert aloud.wait().startswith("The game cannot be written down: the disk is full.")


def test_without_guidance_no_push_is_given_away() -> None:
    aloud = Aloud(Detail.FULL, "pie=off guidance=off")
    aloud.drop("d4")
    assert aloud.drop("e5") == "Second player: e5. Make the pushes on the board."


def test_off_says_nothing() -> None:
    aloud = Aloud(Detail.OFF)
    assert aloud.drop("d4", "e5", "a1") == ""


def test_what_is_still_to_do_is_said_again_to_those_who_play_by_ear() -> None:
    aloud = Aloud(Detail.FULL, "pie=off")
    aloud.drop("d4", "e5")
    assert aloud.wait(FIRST_REMINDER_MS) == "Push d4 to c3."
    assert aloud.wait(NEXT_REMINDER_MS + 100) == "Push d4 to c3."
    quiet = Aloud(Detail.SHORT, "pie=off")
    quiet.drop("d4", "e5")
    assert quiet.wait(FIRST_REMINDER_MS) == ""


def test_nothing_is_repeated_while_a_drop_is_awaited() -> None:
    aloud = Aloud(Detail.FULL, "pie=off")
    aloud.drop("d4")
    assert aloud.wait(FIRST_REMINDER_MS + NEXT_REMINDER_MS) == ""


def test_lights_that_go_away_are_told() -> None:
    aloud = Aloud(Detail.SHORT)
    aloud.speaker._teller.also(Sentence("device.unlit"))
    assert aloud.wait() == "The lights are not answering. Play goes on without them."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_spoken_sentence_ends_so_that_it_can_be_heard(language: str) -> None:
    ends = [
        Sentence("do.over").aloud(language)[-1],
        Sentence("said.win_first").aloud(language)[-1],
        Sentence("said.turn_first").aloud(language)[-1],
    ]
    assert ends == [".", "!", "."]


def test_what_is_announced_on_the_page_is_one_sentence_that_fits_what_happened() -> None:
    aloud = Aloud(Detail.OFF, "pie=off")
    heard: list[str] = []

    def hear(notice: Notice) -> None:
        if isinstance(notice, Decided):
            sentence = announced(notice.decision, aloud.scene())
            heard.extend([] if sentence is None else [sentence.in_words("en")])

    aloud.stage.loop._notify = hear
    aloud.drop("d4")
    aloud.press("swap")
    aloud.stage.table.cable.unplug()
    aloud.wait()
    assert heard == [
        "First player: d4",
        "Second player's turn.",
        "That cannot be done now",
        "Sensors and lights are not answering. Play stops until they are back.",
    ]


def test_what_the_arbiter_wants_laid_out_is_told() -> None:
    aloud = Aloud(Detail.SHORT, "pie=off")
    aloud.drop("d4", "a1")
    aloud.act(TakeBack(turns=1), "a quarrel")
    assert aloud.wait() == (
        "The arbiter has decided something. Turns taken back: 1. Reason: a quarrel. "
        "One marble too many on a1 – take it away. The drop is taken back."
    )


def test_both_losing_is_told_with_its_reason() -> None:
    aloud = Aloud(Detail.SHORT)
    aloud.drop("d4")
    aloud.act(Declare(outcome="neither"), "a fight")
    assert aloud.wait().endswith("Both players lose. The arbiter has decided.")


def test_time_that_runs_low_and_runs_out_is_told() -> None:
    aloud = Aloud(Detail.SHORT, "clock=40s")
    assert "First player: time is running out." in aloud.wait(11_000)
    ended = "First player: time is up! The second player wins! Time has run out."
    assert aloud.wait(30_000).split(" | ")[-1] == ended
