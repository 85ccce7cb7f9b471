"""What a config says that no board can do: pins used twice, pins with another owner, rates that cannot be."""

from __future__ import annotations

from collections.abc import Iterator

from momentum.config.errors import Problem
from momentum.config.schema import Config
from momentum.referee import IrregularityPolicy, SettingError, TableSettings

SPI0 = {7: "its second chip select", 8: "its first chip select", 9: "MISO", 10: "MOSI", 11: "its clock"}
"""Pins that belong to SPI0 once it is enabled; nothing else may use them."""
UART = {14: "TXD", 15: "RXD"}
"""Pins of the serial console."""
I2C = {2: "SDA", 3: "SCL"}
"""Pins of I2C1, which have fixed pulls to 3.3 V."""

BUTTON_KEYS = ("first", "second", "arbiter", "swap", "undo", "new", "pause")
"""The buttons, in the order of the section."""

Uses = list[tuple[str, int]]
"""Keys, and the pins they name, in the order of the file."""


def wiring_problems(config: Config) -> Iterator[Problem]:
    """Yield everything about this config that cannot work, whatever machine it runs on."""
    yield from _rates(config)
    yield from _records(config)
    yield from _clock(config)
    yield from _event(config)
    if config.driver == "pico":
        yield from _not_of_a_pico(config)
    if config.driver != "gpio":
        return
    uses = pin_uses(config)
    yield from _twice(uses)
    yield from _owned(config, uses)
    yield from _grid(config)
    yield from _addresses(config)


def pin_uses(config: Config) -> Uses:
    """Return each key that names a pin of the header, with its pin; SPI and I2C pins are not in it."""
    uses: Uses = []
    if config.sensors.backend != "mcp23017":
        for key in ("rows", "columns", "south_columns"):
            pins = getattr(config.sensors, key)
            uses += [(f"sensors.{key}[{number}]", pin) for number, pin in enumerate(pins, start=1)]
    if config.lights.backend == "neopixel":
        uses.append(("lights.pin", config.lights.pin))
    for name in BUTTON_KEYS:
        pin = getattr(config.buttons, name)
        if pin is not None:
            uses.append((f"buttons.{name}", pin))
    if config.buzzer is not None:
        uses.append(("buzzer.pin", config.buzzer.pin))
    return uses


def _twice(uses: Uses) -> Iterator[Problem]:
    known: dict[int, str] = {}
    for key, pin in uses:
        if pin in known:
            yield Problem(
                key=key, why=f"GPIO{pin} is used by {known[pin]} too", remedy="give each its own pin"
            )
        known.setdefault(pin, key)


def _owned(config: Config, uses: Uses) -> Iterator[Problem]:
    owners = {pin: (f"the serial console ({name})", "choose another pin") for pin, name in UART.items()}
    owners[4] = ("the 1-wire bus", "choose another pin")
    for pin, name in I2C.items():
        owners[pin] = (f"I2C ({name}) and has a fixed pull to 3.3 V", "choose another pin")
    if config.lights.backend == "spi":
        for pin, name in SPI0.items():
            owners[pin] = (f"SPI0 ({name}), which drives the lights", "choose another pin")
    for key, pin in uses:
        if pin in owners and not _own_bus(config, key, pin):
            owner, remedy = owners[pin]
            yield Problem(key=key, why=f"GPIO{pin} belongs to {owner}", remedy=remedy)


def _own_bus(config: Config, key: str, pin: int) -> bool:
    return key == "lights.pin" and config.lights.backend == "neopixel" and pin not in (*UART, *I2C, 4)


def _not_of_a_pico(config: Config) -> Iterator[Problem]:
    """Yield what is said of a Raspberry Pi's own pins, where the board is wired to a Pico's."""
    named = [f"buttons.{name}" for name in BUTTON_KEYS if getattr(config.buttons, name) is not None]
    named += ["sensors.backend"] if config.sensors.backend != "lgpio" else []
    named += ["sensors.south_columns"] if config.sensors.south_columns else []
    named += ["lights.backend"] if config.lights.backend == "neopixel" else []
    for key in named:
        why = "this board is wired to its Pico, whose pins docs/protocol.md names; the key counts for nothing"
        yield Problem(key=key, why=why, remedy="leave it out")


def _records(config: Config) -> Iterator[Problem]:
    file = config.records.file
    if file not in ("", "none") and not file.startswith("/"):
        yield Problem(
            key="records.file",
            why=f"{file!r} is no whole path, and a service has a working folder of its own",
            remedy='write it from the root, such as /var/lib/momentum/games.sqlite, or "none"',
        )


def _clock(config: Config) -> Iterator[Problem]:
    yield from _setting("game.clock", "clock", config.game.clock)


def _event(config: Config) -> Iterator[Problem]:
    event = config.event
    if event is None:
        return
    if not event.name.strip():
        yield Problem(key="event.name", why="an event has a name", remedy='write one, such as "Spring open"')
    yield from _setting("event.name", "event", event.name)
    yield from _setting("event.clock", "clock", event.clock)
    problems = list(_setting("event.irregular", "irregular", event.irregular))
    yield from problems
    policy = None if problems else IrregularityPolicy.parse(event.irregular)
    if policy is not None and policy.give_ms and event.clock in ("off", "up", "learn"):
        yield Problem(
            key="event.irregular",
            why=f"{event.irregular!r} gives time, and event.clock is {event.clock!r}: there is none to give",
            remedy='write a clock such as "15m+10s", or "warning"',
        )


def _setting(key: str, setting: str, value: str) -> Iterator[Problem]:
    try:
        TableSettings().with_value(setting, value)
    except SettingError as error:
        why, _, remedy = str(error).partition(": ")
        yield Problem(key=key, why=why, remedy=remedy)


def _rates(config: Config) -> Iterator[Problem]:
    sensors = config.sensors
    if sensors.debounce_ms >= sensors.settle_ms:
        yield Problem(
            key="sensors.settle_ms",
            why=f"{sensors.settle_ms:g} is not over debounce_ms ({sensors.debounce_ms:g})",
            remedy="250 suits every board",
        )
    if sensors.rest_scan_hz > sensors.scan_hz:
        yield Problem(
            key="sensors.rest_scan_hz",
            why=f"{sensors.rest_scan_hz:g} is more than scan_hz ({sensors.scan_hz:g})",
            remedy="a resting board is scanned less often; 50 suits every board",
        )
    if config.driver == "pico" and not 50 <= sensors.scan_hz <= 500:
        yield Problem(
            key="sensors.scan_hz",
            why=f"a Pico board scans 50 to 500 times a second, not {sensors.scan_hz:g}",
            remedy="200 suits every board",
        )
    scan_ms = 1000 / sensors.scan_hz
    if scan_ms > sensors.debounce_ms:
        yield Problem(
            key="sensors.scan_hz",
            why=f"at {sensors.scan_hz:g} scans a second debounce_ms ({sensors.debounce_ms:g}) sees one scan",
            remedy="200 suits every board",
        )
    rows_ms = 7 * 2 * sensors.row_settle_us / 1000
    if rows_ms > scan_ms / 2:
        yield Problem(
            key="sensors.row_settle_us",
            why=f"a scan waits {rows_ms:.1f} ms for its rows, over half of the {scan_ms:.1f} ms there are",
            remedy="30 suits every board",
        )


def _grid(config: Config) -> Iterator[Problem]:
    if config.sensors.backend == "mcp23017":
        return
    count = len(config.sensors.south_columns)
    if count not in (0, 7):
        yield Problem(
            key="sensors.south_columns",
            why=f"{count} pins are neither none nor seven",
            remedy="name all seven",
        )


def _addresses(config: Config) -> Iterator[Problem]:
    if config.sensors.backend == "mcp23017" and config.sensors.address == config.sensors.south_address:
        yield Problem(
            key="sensors.south_address",
            why=f"both expanders cannot have the address {config.sensors.address:#x}",
            remedy="wire A0 to A2 of one of them apart",
        )
