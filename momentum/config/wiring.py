"""The wiring that a config asks for: a table to solder by, and a picture of the Pi's header."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from momentum.config.checks import pin_uses
from momentum.config.schema import Config

HEADER: tuple[int | str, ...] = (
    "3.3 V", "5 V", 2, "5 V", 3, "ground", 4, 14, "ground", 15,
    17, 18, 27, "ground", 22, 23, "3.3 V", 24, 10, "ground",
    9, 25, 11, 8, "ground", 7, 0, 1, 5, "ground",
    6, 12, 13, "ground", 19, 16, 26, 20, "ground", 21,
)  # fmt: skip
"""The 40 pins of a Raspberry Pi's header in order: GPIO numbers, or what else is there."""

_ROW_COLOUR, _COLUMN_COLOUR, _LIGHT_COLOUR, _OTHER_COLOUR = "#0072b2", "#d55e00", "#009e73", "#7a4f9a"


def uses(config: Config) -> dict[int, str]:
    """Return what each GPIO of the header is for, in words; empty for a board that is not wired to it."""
    if config.driver != "gpio":
        return {}
    named = {pin: _name(key) for key, pin in pin_uses(config)}
    if config.lights.backend == "spi":
        named[10] = "lights, by a level shifter"
    if config.sensors.backend == "mcp23017":
        named[2], named[3] = "expander: SDA", "expander: SCL"
    return named


def _name(key: str) -> str:
    section, _, rest = key.partition(".")
    if section == "sensors":
        what, _, number = rest.rstrip("]").partition("[")
        if what == "rows":
            return f"row {number}"
        letter = "abcdefg"[int(number) - 1]
        return f"column {letter}" if what == "columns" else f"south column {letter}"
    return {"lights": "lights: data", "buzzer": "buzzer"}.get(section, f"button {rest}")


def table(config: Config) -> str:
    """Return a Markdown table of every pin that is wired: place on the header, GPIO, and what for."""
    named = uses(config)
    rows = ["| header pin | GPIO | wired to |", "|---|---|---|"]
    for number, pin in enumerate(HEADER, start=1):
        if pin in named:
            rows.append(f"| {number} | GPIO{pin} | {named[pin]} |")
    return "\n".join(rows) + "\n"


def picture(config: Config) -> str:
    """Return an SVG picture of the header, each wired pin named and coloured by its kind."""
    return "\n".join([*_frame(), *_pins(uses(config)), "</svg>"]) + "\n"


def _frame() -> Iterator[str]:
    yield (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 560" font-family="sans-serif" '
        'font-size="14" role="img" aria-label="Wiring at the Raspberry Pi\'s header">'
    )
    yield '<rect width="760" height="560" fill="#ffffff"/>'
    yield '<text x="380" y="24" text-anchor="middle" font-weight="bold">Header, pin 1 at the top left</text>'
    yield '<rect x="340" y="36" width="80" height="512" rx="6" fill="#20242a"/>'


def _pins(named: dict[int, str]) -> Iterator[str]:
    for index, pin in enumerate(HEADER):
        right, y = index % 2 == 1, 54 + index // 2 * 25
        x, colour = (400 if right else 360), _colour(pin, named)
        yield f'<circle cx="{x}" cy="{y}" r="9" fill="{colour}" stroke="#ffffff"/>'
        yield from _label(index + 1, pin, named, right=right, y=y)


def _label(number: int, pin: int | str, named: dict[int, str], *, right: bool, y: int) -> Iterator[str]:
    text = pin if isinstance(pin, str) else f"GPIO{pin}"
    use = f" {named[pin]}" if isinstance(pin, int) and pin in named else ""
    weight, ink = ("bold", "#111111") if use else ("normal", "#8a8f98")
    x, anchor = (430, "start") if right else (330, "end")
    words = f"{number} {text}{use}" if right else f"{use.strip()} {text} {number}".strip()
    looks = f'text-anchor="{anchor}" font-weight="{weight}" fill="{ink}"'
    yield f'<text x="{x}" y="{y + 5}" {looks}>{escape(words)}</text>'


def _colour(pin: int | str, named: dict[int, str]) -> str:
    if pin == "ground":
        return "#000000"
    if isinstance(pin, str):
        return "#c23b3b"
    use = named.get(pin, "")
    kinds = (
        ("row", _ROW_COLOUR),
        ("column", _COLUMN_COLOUR),
        ("south", _COLUMN_COLOUR),
        ("lights", _LIGHT_COLOUR),
    )
    return next(
        (colour for start, colour in kinds if use.startswith(start)), _OTHER_COLOUR if use else "#d7dae0"
    )
