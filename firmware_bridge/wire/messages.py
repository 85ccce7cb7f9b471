"""Every message of the wire, declared once: the codec of both ends comes from here."""

VERSION = 1
"""The protocol version: the first byte of `hello` and `welcome`, now and in every later version."""

CONTACTS = 49
CELL_LIGHTS = 49
RING_LIGHTS = 28
BUTTONS = ("first", "second", "arbiter", "swap", "undo", "new", "pause")
"""Bit i of a `buttons` field is button i of these."""

RESEND_MS = 60
"""What needs an answer is said again this often until it is answered."""
HELLO_MS = 250
"""A host says hello this often until it is welcomed."""
PING_MS = 250
"""An end that has said nothing for so long pings."""
REPORT_MS = 1000
"""A board with a host reports this often even when nothing changes."""
GONE_MS = 2000
"""An end that has heard nothing for so long takes the other one for gone."""
NAK_MS = 20
"""An end asks again for what was damaged or lost at most this often."""
CLOCK = 0x3FFFFFFF
"""A board counts milliseconds modulo this plus one (12.4 days), so that MicroPython stays with small ints."""

HOST, BOARD, BOTH = "host", "board", "both"

_SETTINGS = (  # added to others with + below: MicroPython has no star in a tuple
    ("scan_hz", "u16"),
    ("debounce_ms", "u8"),
    ("limit_ma", "u16"),
    ("inverted", "flag"),
    ("contacts", "u8*49"),
    ("lights", "u8*77"),
)

MESSAGES = (
    # name, code, who says it, its fields in order
    ("hello", "H", HOST, (("version", "u8"), ("session", "u16"))),
    (
        "welcome",
        "W",
        BOARD,
        (
            ("version", "u8"),
            ("session", "u16"),
            ("firmware", "text"),
            ("serial", "text"),
            ("contacts", "u8"),
            ("cells", "u8"),
            ("ring", "u8"),
            ("polarity", "flag"),
            ("buttons", "u8"),
            ("buzzer", "flag"),
            ("boot_reason", "u8"),
            ("boot_count", "u16"),
        ),
    ),
    ("refuse", "X", BOARD, (("reason", "u8"), ("code", "u8"), ("detail", "u16"), ("why", "text"))),
    ("ack", "A", BOTH, (("code", "u8"), ("number", "u16"))),
    ("nak", "N", BOTH, (("sequence", "u8"),)),
    ("ping", "P", BOTH, (("token", "u16"),)),
    ("pong", "p", BOTH, (("token", "u16"),)),
    (
        "report",
        "R",
        BOARD,
        (
            ("number", "u16"),
            ("oldest", "u16"),
            ("at_ms", "u32"),
            ("closed", "mask"),
            ("raw", "mask"),
            ("south", "mask"),
            ("buttons", "u8"),
        ),
    ),
    ("ask", "Q", HOST, (("code", "u8"),)),
    (
        "health",
        "h",
        BOARD,
        (("at_ms", "u32"), ("stuck", "mask"), ("restless", "mask"), ("changes", "u16*49")),
    ),
    ("lights", "L", HOST, (("number", "u16"), ("pixels", "rest"))),
    ("tone", "T", HOST, (("number", "u16"), ("hertz", "u16"), ("ms", "u16"))),
    ("set", "S", HOST, (("layout", "u8"),) + _SETTINGS),  # noqa: RUF005
    ("parameters", "V", BOARD, (("layout", "u8"), ("revision", "u16")) + _SETTINGS),  # noqa: RUF005
    ("journal", "J", BOARD, (("at_ms", "u32"), ("total", "u32"), ("first", "u32"), ("entries", "rest"))),
    ("memory", "M", BOARD, (("free", "u32"), ("used", "u32"), ("longest_us", "u32"))),
)

LAYOUT = 1
"""The version of the parameters: a board keeps the parameters of an older layout by converting them."""

ASKABLE = ("report", "health", "parameters", "journal", "memory")
"""What a host may ask for, by the code of the answer."""

BOOT_REASONS = ("unknown", "power", "reset", "watchdog", "soft")
"""`boot_reason` counts from 0 in these."""

REFUSALS = (
    # reason counts from 0: its name, what the host can do
    ("version", "update the end with the lower version; `detail` is the board's"),
    ("hello_first", "say hello: the board has no session, it was restarted or heard nothing for 2 s"),
    ("unknown", "nothing: this board does not know the message"),
    ("malformed", "report a bug of the host: length or fields of the message are wrong"),
    ("bad_value", "correct the value named in `why`"),
    ("absent", "do without: the capabilities told at the welcome exclude it"),
    ("not_kept", "try again: the board's flash did not take the parameters, the old ones are in force"),
)

NAME_OF = {ord(code): name for name, code, _, _ in MESSAGES}
CODE_OF = {name: ord(code) for name, code, _, _ in MESSAGES}
SAID_BY = {name: side for name, _, side, _ in MESSAGES}
FIELDS_OF = {name: fields for name, _, _, fields in MESSAGES}
REFUSAL = {name: reason for reason, (name, _) in enumerate(REFUSALS)}


def since(now: int, then: int) -> int:
    """Return the milliseconds from an earlier instant to now, right across a wrap of the board's clock."""
    return (now - then) & CLOCK


def newer(number: int, than: int) -> bool:
    """Say whether a 16-bit number comes after another one, right across the wrap."""
    return 0 < (number - than) & 0xFFFF < 0x8000
