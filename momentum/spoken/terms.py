"""The terms of a game that are written in short, in words that both players can read."""

from __future__ import annotations

from collections.abc import Iterator

from momentum.clock import ClockSettings, Control, Kind, Period, TurnEnds, face, time_text
from momentum.referee import IrregularityPolicy
from momentum.rules import Player
from momentum.spoken.sentence import Sentence

Terms = tuple[Sentence, ...]


def clock_terms(settings: ClockSettings) -> Terms:
    """Return what the clocks are set to, period by period, and what a fallen flag means."""
    controls = settings.controls
    if controls.first == controls.second:
        control = _control(controls.first)
    else:
        control = (*_control_of(Player.FIRST, controls.first), *_control_of(Player.SECOND, controls.second))
    return (*control, *_manners(settings))


def irregular_terms(policy: IrregularityPolicy) -> Terms:
    """Return what an irregular act costs."""
    return tuple(_costs(policy))


def _control_of(player: Player, control: Control) -> Terms:
    return (Sentence.of("terms.clock_of", player=player), *_control(control))


def _control(control: Control) -> Terms:
    return tuple(_period(period) for period in control.periods)


def _period(period: Period) -> Sentence:
    key = f"terms.{period.kind}{'_turns' if period.ends_by_turns else ''}"
    return Sentence.of(
        key, time=_time(period.time_ms), bonus=_time(period.bonus_ms), count=str(period.count or "")
    )


def _time(time_ms: int) -> str:
    """Return a time as a clock's face has it, or with its thousandths, which a face does not show."""
    return time_text(time_ms) if time_ms % 1000 else face(time_ms)


def _manners(settings: ClockSettings) -> Iterator[Sentence]:
    if settings.turn is TurnEnds.PRESS:
        yield Sentence("terms.turn_press")
    if any(settings.controls.of(player).periods[-1].kind is not Kind.UP for player in Player):
        yield Sentence(f"terms.flag_{settings.flag}")


def _costs(policy: IrregularityPolicy) -> Iterator[Sentence]:
    yield Sentence("terms.warning")
    if policy.give_ms:
        yield Sentence.of("terms.given", time=_time(policy.give_ms))
    if policy.loss_at:
        yield Sentence.of("terms.loss", count=str(policy.loss_at))
