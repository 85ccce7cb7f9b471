"""CRC-16/IBM-3740, also called CCITT-FALSE.

Polynomial 0x1021, first value 0xFFFF, nothing reflected, nothing inverted at the end.
Check value: the nine bytes ``123456789`` give 0x29B1. Sent high byte first, so that a whole frame gives 0.
"""

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

POLYNOMIAL = 0x1021
FIRST = 0xFFFF


def _remainder(value: int) -> int:
    """Return what eight steps of the polynomial division leave of one byte."""
    value <<= 8
    for _ in range(8):
        value = (value << 1) ^ (POLYNOMIAL if value & 0x8000 else 0)
    return value & 0xFFFF


TABLE = array("H", [_remainder(value) for value in range(256)])


def crc16_by_table(data: bytes, crc: int = FIRST) -> int:
    """Return the CRC of the data, going on from an earlier CRC when one is given."""
    table = TABLE
    for byte in data:
        crc = ((crc & 0xFF) << 8) ^ table[(crc >> 8) ^ byte]
    return crc


def _fastest() -> "Callable[[bytes, int], int]":
    """Return the interpreter's own routine for this CRC, or ours where it has none (MicroPython)."""
    try:
        from binascii import crc_hqx  # noqa: PLC0415
    except ImportError:
        return crc16_by_table
    return crc_hqx


_crc = _fastest()


def crc16(data: bytes) -> int:
    """Return the CRC of the data as a number from 0 to 0xFFFF."""
    return _crc(data, FIRST)
