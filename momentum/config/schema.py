"""The shape of a config file: its sections, keys, types and defaults."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Pin = Annotated[int, Meta(ge=0, le=27)]
"""A GPIO number of the Raspberry Pi's header, as gpiozero counts."""
Seven = Annotated[tuple[Pin, ...], Meta(min_length=7, max_length=7)]
"""One pin for each row, or each column."""
HexColour = Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}$")]
"""A colour such as #2896ff."""


class Section(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A section of the file; what it does not know, it refuses."""


class Game(Section, frozen=True, kw_only=True):
    """What games are played under, unless a page says otherwise."""

    pie: bool = True
    rounds: Annotated[int, Meta(ge=1, le=999)] | Literal["off"] = 30
    last_marble: Literal["play_on", "forced", "guard"] = "play_on"
    mode: Literal["casual", "tournament"] = "casual"
    guidance: bool = True
    clock: str = "off"


class Event(Section, frozen=True, kw_only=True):
    """An event's profile: what its games are played under, in place of `[game]`."""

    name: str
    mode: Literal["casual", "tournament"] = "tournament"
    guidance: bool = False
    last_marble: Literal["play_on", "forced", "guard"] = "forced"
    announcement: Literal["device", "player"] = "device"
    rounds: Annotated[int, Meta(ge=1, le=999)] | Literal["off"] = 30
    pie: bool = True
    clock: str = "off"
    irregular: str = "warning"
    confirm: bool = True


class Sensors(Section, frozen=True, kw_only=True):
    """The contacts under the board."""

    backend: Literal["lgpio", "gpiozero", "rpigpio", "mcp23017"] = "lgpio"
    rows: Seven = (5, 6, 13, 19, 26, 16, 20)
    columns: Seven = (17, 27, 22, 23, 24, 25, 12)
    south_columns: Annotated[tuple[Pin, ...], Meta(max_length=7)] = ()
    active_low: bool = True
    diodes: bool = True
    row_settle_us: Annotated[float, Meta(ge=0, le=1000)] = 30
    scan_hz: Annotated[float, Meta(ge=10, le=1000)] = 200
    rest_scan_hz: Annotated[float, Meta(ge=10, le=1000)] = 50
    debounce_ms: Annotated[float, Meta(gt=0, le=200)] = 20
    settle_ms: Annotated[float, Meta(gt=0, le=5000)] = 250
    address: Annotated[int, Meta(ge=0x20, le=0x27)] = 0x20
    south_address: Annotated[int, Meta(ge=0x20, le=0x27)] | None = None


class Lights(Section, frozen=True, kw_only=True):
    """The one chain of 77 lights."""

    backend: Literal["spi", "neopixel", "none"] = "spi"
    required: bool = True
    device: str = "/dev/spidev0.0"
    pin: Pin = 18
    max_milliamps: Annotated[float, Meta(gt=77, le=20_000)] = 900
    board: Literal["rows", "serpentine"] = "rows"
    board_start: Literal["a1", "g1", "a7", "g7"] = "a1"
    board_along: Literal["row", "column"] = "row"
    ring_start: Annotated[int, Meta(ge=1, le=28)] = 1
    ring_clockwise: bool = True
    first: HexColour = "#2896ff"
    second: HexColour = "#ff8c00"


class Buttons(Section, frozen=True, kw_only=True):
    """The buttons at the edge; a table may have any of them."""

    first: Pin | None = None
    second: Pin | None = None
    arbiter: Pin | None = None
    swap: Pin | None = None
    undo: Pin | None = None
    new: Pin | None = None
    pause: Pin | None = None
    active_low: bool = True


class Buzzer(Section, frozen=True, kw_only=True):
    """The buzzer."""

    pin: Pin
    muted: bool = False
    passive: bool = True
    active_low: bool = False


class Pico(Section, frozen=True, kw_only=True):
    """The Pico under the board, on a USB cable."""

    serial_number: str = ""
    port: str = ""


class Voice(Section, frozen=True, kw_only=True):
    """What speaks when `speech` is not "off"."""

    program: str = "espeak-ng"
    required: bool = True
    words_a_minute: Annotated[int, Meta(ge=80, le=450)] = 175


class Page(Section, frozen=True, kw_only=True):
    """The page in the browser."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8049
    spectator_delay_s: Annotated[float, Meta(ge=0, le=3600)] = 0


class Records(Section, frozen=True, kw_only=True):
    """Where games are written down: a whole path, "none", or nothing for the usual place."""

    file: str = ""


class Config(Section, frozen=True, kw_only=True):
    """The whole file. `driver` has no default: a table never guesses what it is made of."""

    driver: Literal["simulated", "gpio", "pico"]
    language: Literal["en", "ko"] = "en"
    speech: Literal["off", "short", "full"] = "off"
    game: Game = Game()
    event: Event | None = None
    sensors: Sensors = Sensors()
    lights: Lights = Lights()
    buttons: Buttons = Buttons()
    buzzer: Buzzer | None = None
    voice: Voice = Voice()
    pico: Pico = Pico()
    page: Page = Page()
    records: Records = Records()
