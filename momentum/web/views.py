"""Views: what a page is told of a table, as plain JSON values; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from momentum.guidance import CellLight, Picture, RingLight
from momentum.records.book import winner_text
from momentum.referee import Phase, Seen, Snapshot, TableSettings
from momentum.rules import Game, Player, Push, Reason, Turn, cell_text, cells_in
from momentum.spoken import Sentence, clock_terms, irregular_terms, steps_now
from momentum.web.bench import bench_view
from momentum.web.clocks import clock_view
from momentum.web.conduct import conduct_view

Json = dict[str, Any]
"""A JSON object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarbleView:
    """A marble that really lies on a simulated board."""

    id: int
    """Its number, the same while the table lives."""
    x: float
    """Its column, 0.0 at a to 6.0 at g."""
    y: float
    """Its row, 0.0 at row 1 to 6.0 at row 7."""
    owner: Player
    """Whose it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidView:
    """Something that was announced."""

    number: int
    """Its number, counted from 1 while the program runs."""
    at_ms: float
    """When, in table time: what was announced at one instant belongs together."""
    what: str
    """The announcement's name, or `drop`."""
    say: Sentence
    """Its words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundView:
    """The table's own sound: its buzzer and its voice."""

    there: bool = False
    """Whether it has any."""
    muted: bool = False
    """Whether it is muted."""
    lost: str | None = None
    """Why it is not heard although it should be; None while all is well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalView:
    """A journal that cannot be written."""

    say: Sentence
    """What players are told."""
    why: str
    """What its owner is told."""
    device: str | None = None
    """Why the sensors and lights are gone meanwhile, too."""
    unrecorded: bool = False
    """Whether play goes on nevertheless, by the arbiter's leave."""

    def as_json(self) -> Json:
        """Return it as JSON."""
        return {**self.say.as_json(), "why": self.why, "unrecorded": self.unrecorded}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """Everything that a page shows of one table at one instant."""

    version: str
    """The program's version."""
    language: str
    """The language that the table was started with."""
    kind: str
    """What the table is made of: `simulated`, or a driver's name."""
    hands: bool
    """Whether pages may move marbles."""
    demo: bool
    """Whether virtual hands are playing."""
    at_ms: float
    """The instant, in table milliseconds."""
    snapshot: Snapshot
    """What is so."""
    picture: Picture
    """What the lights mean."""
    frame: bytes
    """The 231 bytes on the strip."""
    marbles: Sequence[MarbleView]
    """The marbles on the board, as they really lie."""
    tray: tuple[int, int]
    """The first and the second player's marbles off the board."""
    lights_lost: str | None
    """Why play goes on without lights; None while they shine."""
    said: Sequence[SaidView]
    """The newest announcements, newest last."""
    seen: int = 0
    """Mask of the cells where a marble is seen to lie."""
    seen_second: int | None = None
    """Mask of those that are the second player's; None when contacts do not tell."""
    journal: JournalView | None = None
    """What is told while the game cannot be written down; None while it can."""
    sound: SoundView = SoundView()
    """The table's own sound."""
    weak_supply: bool = False
    """Whether the power supply fails the machine."""
    colours: Mapping[Player, tuple[int, int, int]] = field(default_factory=dict)
    """Red, green and blue of the players' marbles."""


def state(view: TableView) -> Json:
    """Return the whole state as a JSON object."""
    away = view.snapshot.device if view.journal is None else view.journal.device
    return {
        "version": view.version,
        "language": view.language,
        "table": view.kind,
        "hands": view.hands,
        "demo": view.demo,
        "game": _game(view.snapshot),
        "clock": clock_view(view.snapshot, view.at_ms),
        "lights": {
            "cells": [_cell_light(light) for light in view.picture.cells],
            "ring": [_ring_light(light) for light in view.picture.ring],
        },
        "frame": view.frame.hex(),
        "marbles": [{"id": m.id, "x": m.x, "y": m.y, "owner": m.owner.value} for m in view.marbles],
        "tray": {"first": view.tray[0], "second": view.tray[1]},
        "fault": [cell_text(cell) for cell in cells_in(view.snapshot.fault)],
        "steps": [step.as_json() for step in steps_now(view.snapshot, view.picture, view.seen)],
        "device": {
            "ok": away is None,
            "why": away,
            "lights": view.lights_lost,
            "voice": view.sound.lost,
            "weak_supply": view.weak_supply,
        },
        "journal": None if view.journal is None else view.journal.as_json(),
        "sound": {"there": view.sound.there, "muted": view.sound.muted},
        "colours": colours(view.colours),
        "said": [
            {"n": each.number, "at": round(each.at_ms), "what": each.what, "say": each.say.as_json()}
            for each in view.said
        ],
        "arbiter": bench_view(view.snapshot, Seen(occupied=view.seen, second=view.seen_second)),
    }


def colours(players: Mapping[Player, tuple[int, int, int]]) -> Json:
    """Return the players' colours, such as #2896ff."""
    return {player.value: f"#{bytes(colour).hex()}" for player, colour in players.items()}


def watched(table: Json | None, delay_s: float, age_ms: float) -> Json:
    """Return what spectators see of a table's state, `delay_s` late: nothing on it can be done.

    `age_ms` is how long it has been so. `table` is None while there is nothing yet that is old enough; then
    `game` is None, too.
    """
    if table is None:
        return {"delay_s": delay_s, "age_ms": 0.0, "game": None}
    game = {**table["game"], "can": dict.fromkeys(table["game"]["can"], False)}
    return {**table, "delay_s": delay_s, "age_ms": round(age_ms), "hands": False, "game": game}


def _game(now: Snapshot) -> Json:
    game, over = now.game, now.game.result
    winner = None if over is None else winner_text(over)
    return {
        "phase": now.phase.value,
        "turn": None if over else game.to_move.value,
        "ply": game.ply,
        "round": game.round,
        "first": [cell_text(cell) for cell in cells_in(game.position.first)],
        "second": [cell_text(cell) for cell in cells_in(game.position.second)],
        "hand_first": game.position.hand(Player.FIRST),
        "hand_second": game.position.hand(Player.SECOND),
        "winner": winner,
        "reason": None if over is None else over.reason.value,
        "swap": None if now.swap is None else cell_text(now.swap),
        "settings": _settings(now.settings),
        **conduct_view(now),
        "turns": [_turn(number, turn) for number, turn in game.numbered()],
        "can": _can(now),
    }


def _settings(settings: TableSettings) -> Json:
    rules = settings.rules
    return {
        "pie": rules.pie,
        "rounds": rules.rounds,
        "last_marble": rules.last_marble.value,
        "mode": settings.mode.value,
        "guidance": settings.guidance,
        "sensors": settings.sensors.value,
        "clock": "off" if settings.clock is None else str(settings.clock),
        "announce": settings.announce.value,
        "confirm": settings.confirm,
        "irregular": "off" if settings.irregular is None else str(settings.irregular),
        "event": settings.event.replace("_", " "),
        "terms": {
            "clock": []
            if settings.clock is None
            else [term.as_json() for term in clock_terms(settings.clock)],
            "irregular": [term.as_json() for term in irregular_terms(settings.irregular)]
            if settings.irregular is not None
            else [],
        },
    }


def _turn(ply: int, turn: Turn) -> Json:
    return {
        "ply": ply,
        "player": turn.player.value,
        "move": str(turn.move),
        "pushes": [_push(push) for push in turn.pushes],
        "announced": turn.announced,
    }


def _push(push: Push) -> Json:
    to = None if push.destination is None else cell_text(push.destination)
    return {"from": cell_text(push.origin), "to": to, "owner": push.owner.value}


def _can(now: Snapshot) -> dict[str, bool]:
    over = now.phase is Phase.OVER
    playing = not over and now.phase is not Phase.SETUP
    return {
        "undo": can_undo(now),
        "swap": now.phase in (Phase.DROP, Phase.CORRECT) and now.game.may_swap,
        "pause": not over and not now.held,
        "new": can_start(now),
        "resign": playing,
        "draw": playing,
    }


def can_start(now: Snapshot) -> bool:
    """Whether players may begin a new game now: in a tournament, not before the present one has ended."""
    if now.held or (now.phase is Phase.OVER and now.unconfirmed):
        return False
    return now.settings.casual or now.game.result is not None or now.phase is Phase.SETUP


def can_undo(now: Snapshot) -> bool:
    """Whether the `undo` button would take something back now."""
    if not now.settings.casual or now.phase in (Phase.PAUSED, Phase.SETUP):
        return False
    if now.pending is None and now.game.ruled:
        return False
    if now.phase is Phase.OVER and now.settings.confirm and not now.unconfirmed:
        return False
    return now.pending is not None or len(now.game.turns) > 0 or _given_up(now.game)


def _given_up(game: Game) -> bool:
    return game.result is not None and game.result.reason in (Reason.RESIGN, Reason.AGREED, Reason.TIME)


def _cell_light(light: CellLight) -> Json:
    return {
        "cell": cell_text(light.cell),
        "means": light.means.value,
        "player": None if light.player is None else light.player.value,
        "to": None if light.to is None else cell_text(light.to),
        "current": light.current,
    }


def _ring_light(light: RingLight) -> Json:
    return {"step": light.step, "means": light.means.value, "current": light.current}
