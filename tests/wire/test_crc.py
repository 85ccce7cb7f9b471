"""The checksum of a frame."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire.crc import crc16, crc16_by_table
from tests.wire import slow_twin
from tests.wire.golden import rows


def test_the_published_check_value_comes_out() -> None:
    assert crc16(b"123456789") == crc16_by_table(b"123456789") == 0x29B1


def test_the_golden_checksums_come_out() -> None:
    for row in rows("crc.json"):
        data = bytes.fromhex(row["data"])
        assert crc16(data) == crc16_by_table(data) == slow_twin.crc(data) == row["crc"], row


@given(st.binary(max_size=300))
def test_both_ways_to_reckon_agree_with_the_textbook(data: bytes) -> None:
    assert crc16(data) == crc16_by_table(data) == slow_twin.crc(data)


@given(st.binary(max_size=300))
def test_a_frame_with_its_own_checksum_behind_it_gives_zero(data: bytes) -> None:
    assert crc16(data + crc16(data).to_bytes(2, "big")) == 0


@given(st.binary(min_size=1, max_size=300), st.data())
def test_any_one_wrong_bit_is_noticed(data: bytes, draw: st.DataObject) -> None:
    bit = draw.draw(st.integers(0, 8 * len(data) - 1))
    wrong = bytearray(data)
    wrong[bit // 8] ^= 1 << bit % 8
    assert crc16(bytes(wrong)) != crc16(data)
