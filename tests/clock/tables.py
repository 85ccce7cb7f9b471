"""Tables of times: what is done at which moment, and what both clocks must then show."""

from __future__ import annotations

from momentum.clock import Clock, ClockSettings, Reading, parse_time, time_text
from momentum.rules import Player


def set_to(text: str) -> Clock:
    """Return a clock set to a text, not started."""
    return Clock.new(ClockSettings.parse(text))


def follow(text: str, table: str) -> Clock:
    """Set a clock, do what a table says row by row, hold it to each row, and return it as it ends.

    A row is: moment, act, the first player's time, the second's, whose clock runs. Times are written as in
    controls, with `x5` behind for periods of byo-yomi left, `/15` for turns to be made, `d3s` for a delay
    left, `!` for a fallen flag.
    """
    clock = set_to(text)
    for row in filter(None, map(str.strip, table.splitlines())):
        moment, act, *shown = row.split()
        at_ms = parse_time(moment)
        clock = _acted(clock, act, at_ms)
        readings = {player: clock.reading(player, at_ms) for player in Player}
        running = [player for player, reading in readings.items() if reading.running]
        assert [*map(_shown, readings.values()), *(running or "-")] == shown, f"{text}: {row}"
        assert running == [player for player in [clock.running(at_ms)] if player]
    return clock


def _acted(clock: Clock, act: str, at_ms: int) -> Clock:
    match act:
        case "start":
            return clock.start(at_ms)
        case "turn":
            return clock.turn_over(at_ms)
        case "pause":
            return clock.pause(at_ms)
        case "resume":
            return clock.resume(at_ms)
    assert act == "look", act
    return clock.at(at_ms)


def _shown(reading: Reading) -> str:
    byo = "" if reading.periods_left is None else f"x{reading.periods_left}"
    turns = "" if reading.turns_left is None else f"/{reading.turns_left}"
    delay = f"d{time_text(reading.delay_ms)}" if reading.delay_ms else ""
    return f"{time_text(reading.time_ms)}{byo}{turns}{delay}{'!' * reading.fallen}"
