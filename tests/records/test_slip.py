"""The slip of a result: signed, printed, read by any phone's camera, and whole only as it was printed."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st

from momentum.records.entries import Draft, Kind
from momentum.records.errors import NoSuchGame, NotWhole, RecordError
from momentum.records.slip import BEGINS, Slip, check_slip, slip_of
from momentum.records.slip_page import read_slip_page, slip_page
from momentum.records.store import Journal, JournalInMemory
from momentum.records.store.seal import Seal, passing_seal
from momentum.rules import Player, Reason, Result
from momentum.words import LANGUAGES, say
from tests.records.journals import given_up, played_on


def journal_with_a_result() -> tuple[Journal, Seal]:
    """Return a journal whose first game the second player has won by resignation, and its seal."""
    memory = JournalInMemory()
    journal = memory.open()
    given_up(journal, "first", "d4", "e4", "a1")
    return journal, journal._seal


JOURNAL, SEAL = journal_with_a_result()
ENTRIES = JOURNAL.entries_of(1)
SLIP = slip_of(ENTRIES, SEAL)
PAGE = slip_page(SLIP, "en")
FIELDS = ("GAME", "BEGAN", "RESULT", "TURNS", "MARBLES", "ENTRY", "HEAD", "KEY", "SIG")


def decoded(page: str) -> str:
    """Return what a camera reads off the page's QR code."""
    size = int(re.search(r'viewBox="0 0 (\d+) ', page)[1])  # type: ignore[index]
    scale = 4
    pixels = bytearray(b"\xff" * (size * scale) ** 2)
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", page):
        for row in range(int(y) * scale, (int(y) + 1) * scale):
            start = row * size * scale + int(x) * scale
            pixels[start : start + int(width) * scale] = bytes(int(width) * scale)
    (code,) = zxingcpp.read_barcodes(memoryview(pixels).cast("B", (size * scale, size * scale)))
    return code.text


def test_a_slip_tells_the_result_and_reads_back() -> None:
    assert Slip.parse(str(SLIP)) == SLIP
    assert (SLIP.game, SLIP.turns, SLIP.marbles) == (1, 3, (2, 1))
    assert SLIP.result == Result(Player.SECOND, Reason.RESIGN)
    assert (SLIP.entry, SLIP.head) == (ENTRIES[-1].number, ENTRIES[-1].hash)
    assert str(SLIP).startswith(f"{BEGINS}1/GAME 1/BEGAN ")
    check_slip(SLIP, ENTRIES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_camera_reads_the_slip_off_its_page(language: str) -> None:
    page = slip_page(SLIP, language)
    assert decoded(page) == str(SLIP)
    assert read_slip_page(page) == SLIP
    assert say(language, "result.second") in page
    assert page.count(say(language, "slip.first_signature")) == 1
    assert page.count(say(language, "slip.second_signature")) == 1
    assert "{{" not in page
    assert not re.search(r"https?:|src=|href=", page)


def test_a_slip_says_that_both_lose() -> None:
    lost = replace(SLIP, result=Result(None, Reason.ARBITER, both_lose=True))
    assert "/RESULT NEITHER ARBITER/" in str(lost)
    assert say("en", "result.neither") in slip_page(lost, "en")


@given(name=st.sampled_from(FIELDS), data=st.data())
def test_a_field_that_was_changed_is_found(name: str, data: st.DataObject) -> None:
    before, field, after = re.split(rf"(?<=/{name} )([^/]+)", str(SLIP), maxsplit=1)
    place = data.draw(st.integers(0, len(field) - 1))
    other = data.draw(st.sampled_from("0123456789ABCDEF-: ZT"))
    changed = field[:place] + other + field[place + 1 :]
    if changed != field:
        with pytest.raises(RecordError):
            Slip.parse(before + changed + after)


@given(field=st.sampled_from(["game", "turns", "entry"]), more=st.integers(1, 10**6))
def test_a_number_that_was_raised_is_not_what_was_signed(field: str, more: int) -> None:
    changed = replace(SLIP, **{field: getattr(SLIP, field) + more})
    with pytest.raises(RecordError, match=f"the key {SLIP.key.hex()} under this result|no result slip"):
        Slip.parse(str(changed))


@settings(max_examples=40)
@given(place=st.integers(0, len(PAGE) - 1), other=st.characters(min_codepoint=32, max_codepoint=126))
def test_a_page_that_was_changed_anywhere_is_found(place: int, other: str) -> None:
    if PAGE[place] != other:
        with pytest.raises(RecordError):
            read_slip_page(PAGE[:place] + other + PAGE[place + 1 :])


def test_a_page_that_shows_another_result_is_told_with_both() -> None:
    won = say("en", "result.second")
    with pytest.raises(RecordError, match=f"does not show what was signed: .*First player wins.*{won}"):
        read_slip_page(PAGE.replace(won, say("en", "result.first")))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "this is no result slip"),
        (str(SLIP).replace("RESULT SECOND", "RESULT NOBODY"), "is not"),
        (str(SLIP).replace("/GAME 1/", "/GAME 01/"), "this is no result slip"),
        (str(SLIP).replace("/TURNS 3/", "/TURNS 03/"), "a number in it is not written as slips write it"),
    ],
)
def test_what_is_no_slip_is_told(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        Slip.parse(text)


def test_a_page_without_a_slip_is_told() -> None:
    with pytest.raises(RecordError, match="no signed result, or more than one"):
        read_slip_page("<!doctype html>")


def test_a_slip_of_another_key_is_not_the_journals() -> None:
    forged = slip_of(ENTRIES, passing_seal())
    assert Slip.parse(str(forged)).key != SLIP.key


def test_a_slip_is_held_against_the_journal() -> None:
    with pytest.raises(NotWhole, match=f"entry {SLIP.entry}: "):
        check_slip(replace(SLIP, head=bytes(32)), ENTRIES)
    with pytest.raises(NotWhole, match="entry 99: "):
        check_slip(replace(SLIP, entry=99), ENTRIES)
    with pytest.raises(RecordError, match="did not end so at entry"):
        check_slip(replace(SLIP, turns=4), ENTRIES)


def test_a_slip_of_a_result_that_was_taken_back_is_told() -> None:
    journal = JournalInMemory().open()
    sitting = given_up(journal, "first", "d4", "e4", "a1")
    slip = slip_of(journal.entries_of(1), journal._seal)
    sitting.press("undo")
    with pytest.raises(RecordError, match=r"decided anew since it was signed: it is \* now"):
        check_slip(slip, journal.entries_of(1))


def test_a_game_that_has_not_ended_has_no_slip() -> None:
    journal = JournalInMemory().open()
    played_on(journal, "d4")
    with pytest.raises(NoSuchGame, match="game 1 has not ended"):
        slip_of(journal.entries_of(1), journal._seal)


def test_a_game_played_elsewhere_has_no_slip() -> None:
    journal = JournalInMemory().open()
    record = '[Momentum "1"]\n[Rules "pie=off"]\n[Result "first resign"]\n\n1. d4\n'
    number = journal.append([Draft(kind=Kind.IMPORT, body={"record": record, "file": "a.txt"})])
    assert number is not None
    with pytest.raises(NoSuchGame, match="was played elsewhere"):
        slip_of(journal.entries_of(number), journal._seal)
