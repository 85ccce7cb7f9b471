"""The texts of an arbiter's acts, read; writing them is `str`."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from momentum.clock import ClockError, parse_time
from momentum.referee.acts import (
    Act,
    Declare,
    Forfeit,
    GoOnUnrecorded,
    LetStand,
    MarkContact,
    Note,
    Pause,
    PutAside,
    Reopen,
    Resume,
    SetClock,
    SetCounts,
    SetIrregular,
    SetPosition,
    SetTurn,
    SwapSides,
    TakeBack,
    TimePenalty,
    Undo,
    Warn,
)
from momentum.referee.errors import BadAct
from momentum.rules import Correction, Player, Position, RulesError, parse_cell, parse_cells, parse_player

MOST_IRREGULAR = 99
"""The highest count of irregular acts that may be set."""


def parse_act(text: str) -> Act:
    """Return the act of a text such as `turn second`; raises `BadAct` saying what is accepted."""
    verb, _, rest = text.strip().partition(" ")
    if verb not in _ACTS:
        raise BadAct(f"an arbiter cannot {verb[:40]!r}; the acts are {', '.join(_ACTS)}")
    _, build = _ACTS[verb]
    try:
        return build(rest.split())
    except (RulesError, ClockError, BadAct) as error:
        raise BadAct(_unread(text, verb, f": {error}"), error.key, **error.values) from error
    except (ValueError, KeyError) as error:
        raise BadAct(_unread(text, verb)) from error


def _unread(text: str, verb: str, why: str = "") -> str:
    form = f"{verb} {_ACTS[verb][0]}".strip()
    return f"{text.strip()[:80]!r} cannot be read{why}; write {form}"


def shapes() -> dict[str, str]:
    """Return every act's verb with what follows it."""
    return {verb: shape for verb, (shape, _) in _ACTS.items()}


def _named(words: list[str], *keys: str) -> dict[str, str]:
    """Return KEY=VALUE words as a dictionary; each key at most once, and none but these."""
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in keys or key in found:
            raise BadAct(f"{word!r} does not stand there")
        found[key] = value
    return found


def _whole(text: str, least: int = 0) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6 or int(text) < least:
        raise BadAct(f"{text!r} is no whole number from {least} up", "ruling.whole", least=str(least))
    return int(text)


def _only(act: Act) -> Callable[[list[str]], Act]:
    def build(words: list[str]) -> Act:
        if words:
            raise BadAct(f"nothing stands after {act}")
        return act

    return build


def _position(words: list[str]) -> Act:
    named = _named(words, "first", "second")
    position = Position(parse_cells(named["first"]), parse_cells(named["second"]))
    Correction(after=0, position=position, to_move=Player.FIRST, ply=0)
    return SetPosition(position)


def _stand(words: list[str]) -> Act:
    named = _named(words, "first", "second")
    return LetStand(parse_cells(named.get("first", "-")), parse_cells(named.get("second", "-")))


def _counts(words: list[str]) -> Act:
    ((key, value),) = _named(words, "ply", "round").items()
    ply = _whole(value) * (2 if key == "round" else 1)
    Correction(after=0, position=Position(0, 0), to_move=Player.FIRST, ply=ply)
    return SetCounts(ply)


def _clock(words: list[str]) -> Act:
    named = {player: parse_time(text) for player, text in _named(words, "first", "second").items()}
    if not named:
        raise BadAct("one clock at least is set")
    return SetClock(named.get("first"), named.get("second"))


def _penalty(words: list[str]) -> Act:
    who, what, *time = words
    if what in ("time", "opponent"):
        (text,) = time
        ms = parse_time(text)
        if not ms:
            raise BadAct("a penalty of no time is none", "ruling.no_time")
        return TimePenalty(parse_player(who), ms, to_opponent=what == "opponent")
    if time:
        raise BadAct(f"{time[0]!r} does not stand there")
    if what == "warning":
        return Warn(parse_player(who))
    if what != "loss":
        raise BadAct(f"{what!r} is no penalty")
    return Forfeit(None if who == "both" else parse_player(who))


def _irregular(words: list[str]) -> Act:
    player, count = words
    if _whole(count) > MOST_IRREGULAR:
        why = f"at most {MOST_IRREGULAR} irregular acts are counted, not {count}"
        raise BadAct(why, "ruling.count", most=str(MOST_IRREGULAR))
    return SetIrregular(parse_player(player), int(count))


def _contact(words: list[str]) -> Act:
    cell, how = words
    if how not in ("good", "bad"):
        raise BadAct(f"a contact is good or bad, not {how!r}")
    return MarkContact(parse_cell(cell), how == "good")


def _one(build: Callable[[str], Act]) -> Callable[[list[str]], Act]:
    def read(words: list[str]) -> Act:
        (word,) = words
        return build(word)

    return read


_ACTS: MappingProxyType[str, tuple[str, Callable[[list[str]], Act]]] = MappingProxyType(
    {
        "pause": ("", _only(Pause())),
        "resume": ("", _only(Resume())),
        "position": ("first=CELLS second=CELLS", _position),
        "stand": ("[first=CELLS] [second=CELLS]", _stand),
        "turn": ("first|second", _one(lambda word: SetTurn(parse_player(word)))),
        "counts": ("ply=N|round=N", _counts),
        "irregular": ("first|second N", _irregular),
        "take_back": ("N", _one(lambda word: TakeBack(_whole(word, 1)))),
        "clock": ("[first=TIME] [second=TIME]", _clock),
        "penalty": ("first|second|both warning|loss|time TIME|opponent TIME", _penalty),
        "result": ("first|second|draw|neither", _one(Declare)),
        "reopen": ("", _only(Reopen())),
        "swap_sides": ("", _only(SwapSides())),
        "contact": ("CELL good|bad", _contact),
        "aside": ("", _only(PutAside())),
        "unrecorded": ("", _only(GoOnUnrecorded())),
        "note": ("", _only(Note())),
        "undo": ("N", _one(lambda word: Undo(_whole(word, 1)))),
    }
)
"""Each act's verb, what follows it, and what makes the act from that; brackets mean it may be left out."""
