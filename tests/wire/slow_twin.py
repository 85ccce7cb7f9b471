"""Framing once more, written from the manual a byte at a time: slow, sharing nothing with the real one."""

from __future__ import annotations

from collections.abc import Iterator


def crc(data: bytes) -> int:
    """Return CRC-16/IBM-3740 by the textbook: bit by bit through a shift register."""
    register = 0xFFFF
    for byte in data:
        for bit in range(7, -1, -1):
            carry = (register >> 15) ^ (byte >> bit & 1)
            register = (register << 1) & 0xFFFF
            if carry:
                register ^= 0x1021
    return register


def frame(code: int, sequence: int, payload: bytes) -> bytes:
    """Return a frame as the manual spells it."""
    body = [code, sequence, len(payload), *payload]
    checked = crc(bytes(body))
    out = [0x7E]
    for byte in [*body, checked >> 8, checked & 0xFF]:
        if 1 <= byte <= 31 or byte in {0x7D, 0x7E}:
            out += [0x7D, byte ^ 0x40]
        else:
            out.append(byte)
    return bytes([*out, 0x7E])


def read(stream: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield the frames in a stream, by a machine with one state for each place in a frame."""
    piece: list[int] = []
    for byte in stream:
        if byte == 0x7E:
            yield from _opened(piece)
            piece = []
        else:
            piece.append(byte)


def _opened(piece: list[int]) -> Iterator[tuple[int, int, bytes]]:
    if len(piece) > 2 * 260:
        return
    body: list[int] = []
    escaped = False
    for byte in piece:
        if escaped and byte == 0x7D:
            return
        if byte == 0x7D:
            escaped = True
        else:
            body.append(byte ^ 0x40 if escaped else byte)
            escaped = False
    if escaped or len(body) < 5 or len(body) != 5 + body[2]:
        return
    if crc(bytes(body[:-2])) == body[-2] << 8 | body[-1]:
        yield body[0], body[1], bytes(body[3:-2])
