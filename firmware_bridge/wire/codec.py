"""Messages to payloads and back, derived from the table of messages.

A field type is one of: ``u8 u16 u32`` (little-endian), ``flag`` (one byte, 0 or 1), ``mask`` (49 bits in 7
bytes, little-endian, bit i = cell i), ``text`` (a length byte, then UTF-8), ``rest`` (the bytes that remain),
and ``TYPE*COUNT`` (that many numbers on end).
"""

from firmware_bridge.errors import LocalProtocolError, RemoteProtocolError
from firmware_bridge.wire.messages import FIELDS_OF, NAME_OF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WIDTH = {"flag": 1, "u8": 1, "u16": 2, "u32": 4, "mask": 7}
LIMIT = {"flag": 1, "u8": 0xFF, "u16": 0xFFFF, "u32": 0xFFFFFFFF, "mask": (1 << 49) - 1}
MOST_TEXT = 80


def encode(name: str, fields: "dict[str, Any]") -> bytes:
    """Return a message's payload; LocalProtocolError when a field is missing, too many or out of range."""
    kinds = FIELDS_OF.get(name)
    if kinds is None:
        raise LocalProtocolError(f"there is no message called {name!r}")
    if len(fields) != len(kinds) or any(field not in fields for field, _ in kinds):
        wanted = ", ".join([field for field, _ in kinds])
        raise LocalProtocolError(f"{name} takes {wanted}; given: {', '.join(sorted(fields))}")
    return b"".join([_put(name, field, kind, fields[field]) for field, kind in kinds])


def decode(code: int, payload: bytes) -> "tuple[str, dict[str, Any]]":
    """Return a message's name and fields; RemoteProtocolError when it is unknown or does not fit them."""
    name = NAME_OF.get(code)
    if name is None:
        raise RemoteProtocolError(f"no message has the code {code} ({chr(code)!r})")
    fields: dict[str, Any] = {}
    at = 0
    for field, kind in FIELDS_OF[name]:
        fields[field], at = _take(name, field, kind, payload, at)
    if at != len(payload):
        raise RemoteProtocolError(f"{name} is {at} bytes long, this one has {len(payload)}: {payload.hex()}")
    return name, fields


def _put(name: str, field: str, kind: str, value: "Any") -> bytes:
    """Return one field as bytes."""
    if kind == "rest":
        return bytes(value)
    if kind == "text":
        text: bytes = value.encode()
        if len(text) > MOST_TEXT:
            raise LocalProtocolError(
                f"{name}.{field} is {len(text)} bytes long, {MOST_TEXT} is the most: {value!r}"
            )
        return bytes((len(text),)) + text
    if "*" in kind:
        return _put_many(name, field, kind, value)
    if not 0 <= value <= LIMIT[kind]:
        raise LocalProtocolError(f"{name}.{field} is {value}, a {kind} holds 0 to {LIMIT[kind]}")
    return int(value).to_bytes(WIDTH[kind], "little")


def _put_many(name: str, field: str, kind: str, values: "Any") -> bytes:
    """Return a row of numbers as bytes."""
    each, count = kind.split("*")
    if len(values) != int(count):
        raise LocalProtocolError(f"{name}.{field} takes {count} numbers, given: {len(values)}")
    return b"".join([_put(name, field, each, value) for value in values])


def _take(name: str, field: str, kind: str, payload: bytes, at: int) -> "tuple[Any, int]":
    """Return one field's value and where the next one begins."""
    if kind == "rest":
        return payload[at:], len(payload)
    if kind == "text":
        return _take_text(name, field, payload, at)
    if "*" in kind:
        each, count = kind.split("*")
        width = WIDTH[each]
        end = at + int(count) * width
        _must_reach(name, field, payload, end)
        return tuple([int.from_bytes(payload[i : i + width], "little") for i in range(at, end, width)]), end
    end = at + WIDTH[kind]
    _must_reach(name, field, payload, end)
    value = int.from_bytes(payload[at:end], "little")
    if value > LIMIT[kind]:
        raise RemoteProtocolError(f"{name}.{field} is {value}, a {kind} holds 0 to {LIMIT[kind]}")
    return (value == 1 if kind == "flag" else value), end


def _take_text(name: str, field: str, payload: bytes, at: int) -> tuple[str, int]:
    """Return a text and where the next field begins."""
    _must_reach(name, field, payload, at + 1)
    end = at + 1 + payload[at]
    _must_reach(name, field, payload, end)
    try:
        return payload[at + 1 : end].decode(), end
    except ValueError:
        raise RemoteProtocolError(f"{name}.{field} is no UTF-8: {payload[at + 1 : end].hex()}") from None


def _must_reach(name: str, field: str, payload: bytes, end: int) -> None:
    """Raise RemoteProtocolError when the payload ends before the field does."""
    if end > len(payload):
        raise RemoteProtocolError(f"{name} ends within {field}, after {len(payload)} bytes: {payload.hex()}")
