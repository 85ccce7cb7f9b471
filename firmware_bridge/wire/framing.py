"""Frames on the wire: where one begins and ends, and how any garbage between two of them is shed.

A frame is ``~`` body ``~``. The body is: code, sequence, length, payload, CRC high, CRC low; one byte each
but the payload. Inside the body ``~``, ``}`` and the control bytes 0x01 to 0x1F are written as ``}`` and the
byte with bit 6 flipped. A ``~`` therefore always ends whatever came before it, and no end of a line, no
interrupt character and no REPL command can occur in a frame.
"""

from firmware_bridge.errors import LocalProtocolError
from firmware_bridge.wire.crc import crc16

FLAG = b"~"
ESCAPE = b"}"
FLIP = 0x40
OVERHEAD = 5
MOST_PAYLOAD = 255
MOST_STUFFED = 2 * (OVERHEAD + MOST_PAYLOAD)

_SPECIAL = bytes(range(0x01, 0x20)) + ESCAPE + FLAG
_ESCAPED = {byte: bytes((0x7D, byte ^ FLIP)) for byte in _SPECIAL}


def stuffed(body: bytes) -> bytes:
    """Return the body with every byte that must not occur in a frame written as two others."""
    out = bytearray()
    for byte in body:
        pair = _ESCAPED.get(byte)
        if pair is None:
            out.append(byte)
        else:
            out.extend(pair)
    return bytes(out)


def unstuffed(piece: bytes) -> bytes:
    """Return what was stuffed, or nothing when an escape stands alone."""
    head, *tails = piece.split(ESCAPE)
    parts = [head]
    for tail in tails:
        if not tail:
            return b""
        parts.append(bytes((tail[0] ^ FLIP,)))
        parts.append(tail[1:])
    return b"".join(parts)


def framed(code: int, sequence: int, payload: bytes) -> bytes:
    """Return one whole frame; LocalProtocolError when the payload is longer than 255 bytes."""
    if len(payload) > MOST_PAYLOAD:
        raise LocalProtocolError(f"a payload of {len(payload)} bytes is too long: {MOST_PAYLOAD} is the most")
    body = bytes((code, sequence, len(payload))) + payload
    return FLAG + stuffed(body + crc16(body).to_bytes(2, "big")) + FLAG


class Reader:
    """Takes bytes in any pieces and gives back the whole frames among them; nothing makes it raise."""

    def __init__(self) -> None:
        self.damaged = 0
        self._rest = b""

    def feed(self, data: bytes) -> list[tuple[int, int, bytes]]:
        """Return (code, sequence, payload) for each frame now whole; `damaged` counts what was none."""
        pieces = (self._rest + data).split(FLAG)
        self._rest = pieces.pop()[: MOST_STUFFED + 1]
        frames = []
        for piece in pieces:
            if piece:
                frame = _opened(piece)
                if frame is None:
                    self.damaged += 1
                else:
                    frames.append(frame)
        return frames


def _opened(piece: bytes) -> tuple[int, int, bytes] | None:
    """Return the frame between two flags, or None when it is damaged or was never one."""
    body = unstuffed(piece) if ESCAPE in piece else piece
    if len(body) < OVERHEAD or len(body) != body[2] + OVERHEAD or crc16(body):
        return None
    return body[0], body[1], body[3:-2]
