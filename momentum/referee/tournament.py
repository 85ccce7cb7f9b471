"""What an event adds to a game: who announces, and what an irregular act costs; values with texts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from momentum.clock import BadTime, parse_time, time_text
from momentum.referee.errors import SettingError
from momentum.rules import Player

LONGEST_NAME = 60
"""Characters of the longest name of an event."""

_LOSS = re.compile(r"loss@([1-9][0-9]?)", re.ASCII)
_ACCEPTED = "write off, warning, or what is added to it: warning+30s+loss@3"


class Announcer(StrEnum):
    """Who announces a last marble."""

    DEVICE = "device"
    """The table, by itself."""
    PLAYER = "player"
    """The player whose it is, by their own button; the opponent's clock waits for it."""


class Irregularity(StrEnum):
    """An irregular act; it counts once it is completed, which is when the board has settled."""

    WRONG_PUSH = "wrong_push"
    """A marble was pushed to where it does not belong."""
    OUT_OF_TURN = "out_of_turn"
    """A marble was dropped by the player who was not to drop one."""
    WRONG_COLOUR = "wrong_colour"
    """A marble lies where one of the other player's belongs."""
    TOUCHED = "touched"
    """A marble of the opponent's was moved before a drop had made its push due."""
    NOT_ANNOUNCED = "not_announced"
    """The last marble was not announced before the opponent dropped."""
    RULED = "ruled"
    """The arbiter saw it, and counted it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularAct:
    """One irregular act in a game."""

    player: Player
    """Whose it is."""
    kind: Irregularity
    """What it was."""
    number: int
    """How many that player has done by then, this one included."""
    ply: int
    """Completed turns by then."""
    cells: int
    """Mask of the cells where it was seen; 0 when it was none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityPolicy:
    """What an irregular act costs, beside the warning that each is."""

    give_ms: int = 0
    """Time that the opponent is given for each."""
    loss_at: int = 0
    """The how-manieth one loses the game; 0 for none."""

    def __str__(self) -> str:
        parts = ["warning"]
        if self.give_ms:
            parts.append(time_text(self.give_ms))
        if self.loss_at:
            parts.append(f"loss@{self.loss_at}")
        return "+".join(parts)

    @classmethod
    def parse(cls, text: str) -> IrregularityPolicy | None:
        """Read a text such as `warning+30s+loss@3`; None for `off`. Raises `SettingError`."""
        if text == "off":
            return None
        head, *parts = text.split("+")
        give_ms = loss_at = 0
        if head != "warning" or len(parts) > 2:
            raise SettingError(f"irregular cannot be {text!r}: {_ACCEPTED}")
        for part in parts:
            loss = _LOSS.fullmatch(part)
            if loss is not None and not loss_at:
                loss_at = int(loss[1])
            elif loss is None and not give_ms:
                give_ms = _given(part, text)
            else:
                raise SettingError(f"irregular cannot be {text!r}: {_ACCEPTED}")
        return cls(give_ms=give_ms, loss_at=loss_at)


def _given(part: str, text: str) -> int:
    try:
        give_ms = parse_time(part)
    except BadTime as error:
        raise SettingError(f"irregular cannot be {text!r}: {error}; {_ACCEPTED}") from error
    if give_ms == 0:
        raise SettingError(f"irregular cannot be {text!r}: no time is given by {part}; {_ACCEPTED}")
    return give_ms


def event_word(name: str) -> str:
    """Return an event's name as one word: spaces become underscores. Raises `SettingError`."""
    word = "_".join(name.replace("_", " ").split())
    if not word.isprintable() or len(word) > LONGEST_NAME or any(mark in word for mark in '"\\{}'):
        raise SettingError(
            f"event cannot be {name[:80]!r}: a name has at most {LONGEST_NAME} characters, "
            "and no quotes, braces or backslashes"
        )
    return word


def mirrored(acts: tuple[IrregularAct, ...]) -> tuple[IrregularAct, ...]:
    """Return the acts as they are when the players change sides: each is its player's still."""
    return tuple(replace(act, player=act.player.other) for act in acts)


def counted(acts: tuple[IrregularAct, ...], player: Player, count: int, ply: int) -> tuple[IrregularAct, ...]:
    """Return the acts with so many of this player's: the last ones go, or the arbiter's are added."""
    kept = tuple(each for each in acts if each.player is not player or each.number <= count)
    had = sum(each.player is player for each in kept)
    return kept + tuple(
        IrregularAct(player=player, kind=Irregularity.RULED, number=number, ply=ply, cells=0)
        for number in range(had + 1, count + 1)
    )
