"""The games that pages may open: those of the journal that have ended, listed, and one as a document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from momentum.records.entries import Entry
from momentum.records.errors import JournalError, NoSuchGame
from momentum.records.exchange import document_of, json_text
from momentum.records.history import GameLine, State, story_of
from momentum.rules import Player
from momentum.web.errors import Malformed, NotPossible, NotThere
from momentum.web.views import Json, colours

PAGE = 50
"""Games of one list: what a page asks for at a time."""


class Shelf(Protocol):
    """Where games stand: the journal."""

    def ended(self, before: int | None, most: int) -> list[GameLine]:
        """Return games that have ended, newest first, at most so many; all of them before this number."""

    def line(self, number: int) -> GameLine:
        """Return one game's line. Raises `NoSuchGame`."""

    def entries_of(self, game: int) -> list[Entry]:
        """Return the entries of one game, in order."""


class Games:
    """Reads games for pages. `withheld` names those that spectators must not see yet."""

    def __init__(
        self,
        shelf: Shelf | None,
        withheld: Callable[[], frozenset[int]] = frozenset,
        marbles: Callable[[], Mapping[Player, tuple[int, int, int]]] = dict,
    ) -> None:
        self._shelf = shelf
        self._withheld = withheld
        self._marbles = marbles

    def listed(self, before: str | None, *, late: bool) -> Json:
        """Return a part of the list as a page reads it; `late` leaves out what spectators must not see yet.

        Raises `Malformed` when `before` is no game's number, `NotPossible` when the journal cannot be read.
        """
        answer: Json = {"kept": self._shelf is not None, "colours": colours(self._marbles())}
        if self._shelf is None:
            return {**answer, "games": [], "more": False}
        withheld = self._withheld() if late else frozenset()
        try:
            lines = self._shelf.ended(_number(before), PAGE + 1 + len(withheld))
        except JournalError as error:
            raise NotPossible(str(error)) from error
        shown = [line for line in lines if line.number not in withheld]
        return {**answer, "games": [_listed(line) for line in shown[:PAGE]], "more": len(shown) > PAGE}

    def entries(self, number: str, *, late: bool) -> list[Entry]:
        """Return what is written of a game that has ended. Raises `NotThere`, `NotPossible`."""
        wanted = _number(number)
        if self._shelf is None or wanted is None or (late and wanted in self._withheld()):
            raise NotThere(f"there is no game {number} to look at")
        try:
            line, entries = self._shelf.line(wanted), self._shelf.entries_of(wanted)
        except NoSuchGame as error:
            raise NotThere(str(error)) from error
        except JournalError as error:
            raise NotPossible(str(error)) from error
        if line.state is not State.OVER:
            raise NotThere(f"game {number} has not ended yet")
        return entries


def document_text(entries: Sequence[Entry]) -> str:
    """Return a game as JSON by `docs/record.schema.json`. Raises `NotPossible` when it is not whole."""
    try:
        return json_text(document_of(story_of(entries).record()))
    except JournalError as error:
        raise NotPossible(str(error)) from error


def _listed(line: GameLine) -> Json:
    winner, _, reason = line.result.partition(" ")
    return {
        "number": line.number,
        "noted": line.noted,
        "turns": line.plies,
        "winner": winner,
        "reason": reason,
    }


def _number(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Malformed(f"{text[:20]!r} is no game's number")
    return int(text)
