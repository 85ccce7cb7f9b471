"""Boards and turns of recorded games, drawn for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from momentum.guidance import Picture
    from momentum.rules import Game, Position, Turn


def summary(game: Game) -> dict[str, str | int | None]:
    """Return where a game stands, for people and for programs."""
    from momentum.records.book import result_text

    return {
        "rules": str(game.rules),
        "plies": game.ply,
        "rounds": game.round,
        "position": str(game.position),
        "to_move": None if game.result else game.to_move.value,
        "result": result_text(game.result),
    }


def board(position: Position) -> str:
    """Return a position as eight lines of text, and an empty one."""
    from momentum.play.terminal import MARBLES

    rows = []
    for row in range(6, -1, -1):
        owners = [position.owner(row * 7 + column) for column in range(7)]
        rows.append(f"{row + 1}  " + " ".join("·" if owner is None else MARBLES[owner] for owner in owners))
    return "\n".join([*rows, "   a b c d e f g", ""])


def lit_board(picture: Picture) -> str:
    """Return what a table's lights show of a recorded game: marbles, and signs for what moves."""
    from momentum.play.replay import LIES
    from momentum.play.terminal import MARBLES, SIGNS

    marbles = {LIES[player]: sign for player, sign in MARBLES.items()}
    signs = {light.cell: marbles.get(light.means, SIGNS[light.means]) for light in picture.cells}
    rows = [
        f"{row + 1}  " + " ".join(signs.get(row * 7 + column, "·") for column in range(7))
        for row in range(6, -1, -1)
    ]
    return "\n".join([*rows, "   a b c d e f g", ""])


def turn_words(ply: int, turn: Turn) -> str:
    """Return a turn as words, such as `2. second e5: d4-c3 g7-x`."""
    from momentum.rules import cell_text

    pushes = (
        f"{cell_text(push.origin)}-{'x' if push.destination is None else cell_text(push.destination)}"
        for push in turn.pushes
    )
    words = " ".join([f"{(ply + 1) // 2}. {turn.player} {turn.move}{':' if turn.pushes else ''}", *pushes])
    return f"{words} (last marble)" if turn.announced else words
