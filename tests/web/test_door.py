"""The door of the arbiter's page: wrong PINs make wait longer and longer, and tickets end."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from momentum.web.door import (
    FIRST_WAIT_S,
    FREE_TRIES,
    LONGEST_WAIT_S,
    MOST_ACTS,
    MOST_INSIDE,
    STAYS_S,
    WITHIN_S,
    Door,
    Tries,
)
from momentum.web.errors import BadPin, Forbidden, TooOften
from momentum.web.pin import Pin, is_right, pin_file


@pytest.fixture
def pin(tmp_path: Path) -> Pin:
    """Return a PIN that is kept, without the work of a real one."""
    file = tmp_path / "games.sqlite.pin"
    file.write_text("a hash\n", encoding="ascii")
    return Pin(file)


def wrong(tries: Tries, now_s: float) -> None:
    """Try a wrong PIN when one may."""
    tries.check(now_s)
    tries.count(now_s, right=False)


def test_the_first_wrong_pins_cost_nothing_and_each_further_one_twice_as_long() -> None:
    tries, now_s = Tries(), 100.0
    for _ in range(FREE_TRIES):
        wrong(tries, now_s)
    for wait_s in (FIRST_WAIT_S, 2 * FIRST_WAIT_S, 4 * FIRST_WAIT_S):
        with pytest.raises(TooOften, match=f"wait {wait_s:.0f} s; momentum arbiter"):
            tries.check(now_s)
        with pytest.raises(TooOften):
            tries.check(now_s + wait_s - 0.1)
        now_s += wait_s
        wrong(tries, now_s)


def test_nobody_waits_longer_than_the_longest_wait() -> None:
    tries, now_s = Tries(), 0.0
    for _ in range(60):
        wrong(tries, now_s)
        now_s = max(now_s, tries.until_s)
    assert tries.until_s - now_s <= LONGEST_WAIT_S
    tries.count(now_s, right=False)
    assert tries.until_s == now_s + LONGEST_WAIT_S


def test_the_right_pin_makes_the_wrong_ones_forgotten() -> None:
    tries = Tries(wrong=FREE_TRIES - 1)
    tries.count(5.0, right=True)
    tries.count(6.0, right=False)
    tries.check(6.0)


def test_who_is_inside_is_known_until_the_stay_ends(pin: Pin) -> None:
    door = Door(pin)
    passed = door.let_in("a hash", 0.0)
    assert door.token_of(passed.ticket, STAYS_S - 1) == passed.token
    assert door.token_of(passed.ticket, STAYS_S) == ""
    assert door.token_of("a guess", 0.0) == ""
    assert door.token_of("\udcff", 0.0) == ""


def test_another_pin_ends_every_stay(pin: Pin, tmp_path: Path) -> None:
    door = Door(pin)
    passed = door.let_in("a hash", 0.0)
    (tmp_path / "games.sqlite.pin").write_text("another hash\n", encoding="ascii")
    assert door.token_of(passed.ticket, 1.0) == ""


def test_who_leaves_is_outside_and_the_first_goes_when_it_is_full(pin: Pin) -> None:
    door = Door(pin)
    first, second = door.let_in("a hash", 0.0), door.let_in("a hash", 0.0)
    door.leave(second.ticket)
    door.leave("nobody's")
    assert [bool(door.token_of(each.ticket, 1.0)) for each in (first, second)] == [True, False]
    for _ in range(MOST_INSIDE):
        door.let_in("a hash", 2.0)
    assert door.token_of(first.ticket, 3.0) == ""


def test_acts_need_ticket_and_token_and_do_not_come_like_hail(pin: Pin) -> None:
    door = Door(pin)
    passed = door.let_in("a hash", 0.0)
    for ticket, token in ((passed.ticket, "another"), ("another", passed.token), ("", "")):
        with pytest.raises(Forbidden, match="/arbiter"):
            door.check_act(ticket, token, 1.0)
    for _ in range(MOST_ACTS):
        door.check_act(passed.ticket, passed.token, 1.0)
    with pytest.raises(TooOften):
        door.check_act(passed.ticket, passed.token, 1.0 + WITHIN_S - 0.1)
    door.check_act(passed.ticket, passed.token, 1.0 + WITHIN_S)


def test_a_pin_is_kept_as_a_hash_that_only_its_owner_reads(tmp_path: Path) -> None:
    file = pin_file(tmp_path / "new" / "games.sqlite")
    pin = Pin(file)
    assert pin.kept() is None
    pin.set("20 11 ä")
    kept = pin.kept()
    assert kept is not None
    assert kept.startswith("$argon2id$")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in file.parent.iterdir()] == ["games.sqlite.pin"]
    assert is_right(kept, "20 11 ä")
    assert not is_right(kept, "20 11 a")
    assert not is_right("nonsense", "20 11 ä")


@pytest.mark.parametrize("text", ["", "123", "12\n34", "x" * 65])
def test_a_pin_that_will_not_do_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadPin, match="4 to 64"):
        Pin(tmp_path / "pin").set(text)


def test_a_pin_that_cannot_be_read_or_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "pin").write_bytes(b"\xff")
    with pytest.raises(BadPin, match="cannot be read"):
        Pin(tmp_path / "pin").kept()
    (tmp_path / "file").touch()
    with pytest.raises(BadPin, match="cannot be written"):
        Pin(tmp_path / "file" / "pin").set("1234")
    with pytest.raises(BadPin, match="keeps no PIN"):
        Pin(None).set("1234")


def test_half_a_character_is_a_wrong_pin(pin: Pin) -> None:
    kept = pin.kept()
    assert kept is not None
    assert not is_right(kept, "\ud800abcd")


def test_another_pin_ends_the_waiting(pin: Pin) -> None:
    door = Door(pin)
    door.knocked_at("a hash", 0.0)
    for _ in range(FREE_TRIES):
        door.tries.count(0.0, right=False)
    with pytest.raises(TooOften):
        door.knocked_at("a hash", 1.0)
    door.knocked_at("another hash", 1.0)
