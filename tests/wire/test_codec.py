"""Messages to payloads and back, by the table."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.errors import BridgeError, LocalProtocolError, RemoteProtocolError
from firmware_bridge.wire.codec import LIMIT, decode, encode
from firmware_bridge.wire.framing import MOST_PAYLOAD, Reader, framed
from firmware_bridge.wire.messages import CODE_OF, FIELDS_OF, MESSAGES, NAME_OF, newer, since
from tests.wire.golden import Vector, messages


def values_of(kind: str) -> st.SearchStrategy[Any]:
    """Return a strategy for the values of one field type."""
    if kind == "rest":
        return st.binary(max_size=233)
    if kind == "text":
        return st.text(max_size=20)
    if kind == "flag":
        return st.booleans()
    if "*" in kind:
        each, count = kind.split("*")
        return st.tuples(*[st.integers(0, LIMIT[each])] * int(count))
    return st.integers(0, LIMIT[kind])


def any_message() -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    """Return a strategy for any message with any fields it may have."""
    return st.one_of(
        [
            st.tuples(
                st.just(name), st.fixed_dictionaries({field: values_of(kind) for field, kind in fields})
            )
            for name, fields in FIELDS_OF.items()
        ]
    )


@pytest.mark.parametrize("vector", messages(), ids=str)
def test_the_golden_messages_are_written_and_read_as_they_stand(vector: Vector) -> None:
    payload = encode(vector.message, vector.fields)
    assert framed(CODE_OF[vector.message], vector.sequence, payload) == vector.frame
    assert Reader().feed(vector.frame) == [(CODE_OF[vector.message], vector.sequence, payload)]
    assert decode(CODE_OF[vector.message], payload) == (vector.message, vector.fields)


def test_every_message_has_a_golden_vector() -> None:
    assert {vector.message for vector in messages()} == {name for name, *_ in MESSAGES}


@given(any_message())
def test_any_message_comes_back_as_it_was(message: tuple[str, dict[str, Any]]) -> None:
    name, fields = message
    payload = encode(name, fields)
    assert len(payload) <= MOST_PAYLOAD
    assert decode(CODE_OF[name], payload) == (name, fields)


@given(st.integers(0, 255), st.binary(max_size=255))
def test_any_payload_is_a_message_or_their_fault(code: int, payload: bytes) -> None:
    try:
        name, fields = decode(code, payload)
    except RemoteProtocolError:
        return
    assert encode(name, fields) == payload


@given(any_message(), st.data())
def test_a_message_cut_short_or_too_long_is_their_fault(
    message: tuple[str, dict[str, Any]], draw: st.DataObject
) -> None:
    name, fields = message
    payload = encode(name, fields)
    if FIELDS_OF[name][-1][1] != "rest":
        with pytest.raises(RemoteProtocolError, match=name):
            decode(CODE_OF[name], payload + b"\0")
        with pytest.raises(RemoteProtocolError, match=name):
            decode(CODE_OF[name], payload[: draw.draw(st.integers(0, len(payload) - 1))])


@pytest.mark.parametrize(
    ("name", "fields", "why"),
    [
        ("shout", {}, "no message called 'shout'"),
        ("ping", {}, "ping takes token"),
        ("ping", {"token": 1, "more": 2}, "given: more, token"),
        ("ping", {"token": 65536}, "ping.token is 65536, a u16 holds 0 to 65535"),
        ("ping", {"token": -1}, "ping.token is -1"),
        ("refuse", {"reason": 0, "code": 0, "detail": 0, "why": "x" * 81}, "81 bytes long, 80 is the most"),
    ],
)
def test_what_we_may_not_say_is_our_own_fault(name: str, fields: dict[str, Any], why: str) -> None:
    with pytest.raises(LocalProtocolError, match=why):
        encode(name, fields)


def test_a_row_of_the_wrong_length_is_our_own_fault() -> None:
    fields = dict(messages()[0].fields, at_ms=0, stuck=0, restless=0, changes=(1, 2))
    del fields["version"], fields["session"]
    with pytest.raises(LocalProtocolError, match="changes takes 49 numbers, given: 2"):
        encode("health", fields)


def test_an_unknown_code_is_their_fault() -> None:
    with pytest.raises(RemoteProtocolError, match=r"no message has the code 33 \('!'\)") as caught:
        decode(ord("!"), b"")
    assert isinstance(caught.value, BridgeError)
    assert isinstance(caught.value, ValueError)


def test_codes_are_letters_and_each_stands_for_one_message() -> None:
    assert len(NAME_OF) == len(CODE_OF) == len(MESSAGES)
    assert all(chr(code).isalpha() and code < 0x80 for code in NAME_OF)


def test_instants_and_numbers_compare_right_across_their_wraps() -> None:
    assert since(5, 0x3FFFFFFF) == 6
    assert newer(0, 65535)
    assert newer(2, 1)
    assert not newer(1, 1)
    assert not newer(65535, 0)
    assert not newer(0x8001, 1)
