"""Frames in any pieces, with noise before, between and after."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.errors import LocalProtocolError
from firmware_bridge.wire.framing import MOST_STUFFED, Reader, framed, stuffed
from tests.wire import slow_twin
from tests.wire.golden import messages, rows

Frame = tuple[int, int, bytes]

frames = st.tuples(st.integers(0, 255), st.integers(0, 255), st.binary(max_size=255))


def read(data: bytes, cuts: list[int] | None = None) -> tuple[list[Frame], int]:
    """Return the frames in the data, fed in pieces that end at the cuts, and how much was damaged."""
    reader = Reader()
    places = [0, *sorted(cuts or []), len(data)]
    found = [frame for begin, end in pairwise(places) for frame in reader.feed(data[begin:end])]
    return found, reader.damaged


@pytest.mark.parametrize("row", rows("framing.json"), ids=lambda row: str(row["about"]))
def test_the_golden_streams_are_read_whole_and_byte_by_byte(row: dict[str, object]) -> None:
    data = bytes.fromhex(str(row["input"]))
    wanted = [(code, sequence, bytes.fromhex(payload)) for code, sequence, payload in row["frames"]]  # type: ignore[attr-defined]
    assert read(data) == (wanted, row["damaged"])
    assert read(data, list(range(len(data)))) == (wanted, row["damaged"])
    assert list(slow_twin.read(data)) == wanted


@given(frames)
def test_a_frame_is_written_as_the_manual_spells_it(frame: Frame) -> None:
    assert framed(*frame) == slow_twin.frame(*frame)
    assert read(framed(*frame)) == ([frame], 0)


@given(st.lists(frames, max_size=5), st.data())
def test_any_cuts_give_the_same_frames(sent: list[Frame], draw: st.DataObject) -> None:
    data = b"".join(framed(*frame) for frame in sent)
    cuts = draw.draw(st.lists(st.integers(0, len(data)), max_size=20))
    assert read(data, cuts) == (sent, 0)


@given(st.binary(max_size=700), frames, st.binary(max_size=700), frames, st.binary(max_size=700))
def test_no_frame_after_noise_is_lost(
    before: bytes, one: Frame, between: bytes, two: Frame, after: bytes
) -> None:
    data = before + framed(*one) + between + framed(*two) + after
    found, _ = read(data)
    assert [frame for frame in found if frame in {one, two}][: 1 if one == two else 2]
    assert one in found
    assert two in found
    assert found.index(one) <= len(found) - 1 - found[::-1].index(two)


@given(st.binary(max_size=2000), st.lists(st.integers(0, 2000), max_size=30))
def test_noise_never_raises_and_never_depends_on_its_pieces(noise: bytes, cuts: list[int]) -> None:
    cuts = [min(cut, len(noise)) for cut in cuts]
    assert read(noise, cuts) == read(noise)
    assert read(noise)[0] == list(slow_twin.read(noise))


@given(frames, st.data())
def test_a_frame_with_one_wrong_byte_is_dropped_and_counted(frame: Frame, draw: st.DataObject) -> None:
    good = framed(*frame)
    at = draw.draw(st.integers(1, len(good) - 2))
    byte = draw.draw(st.integers(0, 255).filter(lambda value: value not in {good[at], 0x7E}))
    found, damaged = read(good[:at] + bytes((byte,)) + good[at + 1 :])
    assert (found, damaged) == ([], 1)


@given(frames)
def test_a_frame_holds_no_byte_that_a_terminal_or_a_prompt_obeys(frame: Frame) -> None:
    written = framed(*frame)
    assert not set(written) & set(range(1, 32))
    assert written.count(b"~") == 2


def test_a_frame_whose_length_does_not_fit_is_dropped_though_its_checksum_is_right() -> None:
    body = bytes((80, 0, 3)) + b"ab"
    checksum = slow_twin.crc(body).to_bytes(2, "big")
    assert read(b"~" + stuffed(body + checksum) + b"~") == ([], 1)


def test_a_payload_that_is_too_long_is_our_own_fault() -> None:
    with pytest.raises(LocalProtocolError, match="256 bytes is too long"):
        framed(ord("L"), 0, bytes(256))


def test_endless_noise_takes_no_more_memory_than_a_frame() -> None:
    reader = Reader()
    for _ in range(100):
        reader.feed(b"x" * 10_000)
    assert len(reader._rest) == MOST_STUFFED + 1
    assert reader.feed(b"~" + framed(80, 1, b"ok")) == [(80, 1, b"ok")]
    assert reader.damaged == 1


def test_a_long_stream_in_pieces_is_read_whole() -> None:
    rng = random.Random(7)
    stream = b"".join(rng.choice(messages()).frame for _ in range(4000))
    reader = Reader()
    pieces = [stream[at : at + 256] for at in range(0, len(stream), 256)]
    assert sum(len(reader.feed(piece)) for piece in pieces) == 4000
    assert reader.damaged == 0
