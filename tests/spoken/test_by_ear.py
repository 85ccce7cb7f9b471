"""Whole games by ear and touch alone: hands do what is said, make mistakes, and hear how to mend them."""

from __future__ import annotations

import re
from random import Random

import pytest

from hardware.errors import HandError
from momentum.rules import Player, cell_text, cells_in
from momentum.spoken import Detail
from momentum.words import LANGUAGES, vocabulary
from tests.spoken.aloud import Aloud

LONGEST = 600
"""So often hands listen before a game counts as one that stands still."""
CARELESS = 0.25
"""How often a pushed marble is put down on some other cell."""

Told = tuple[str, dict[str, str]]
"""The key of a sentence, and what fills its places."""


def pattern(words: str) -> re.Pattern[str]:
    """Return what matches these words with anything in their places."""
    parts = re.split(r"\{(\w+)\}", words)
    texts = [f"(?P<{part}>.+?)" if number % 2 else re.escape(part) for number, part in enumerate(parts)]
    return re.compile("".join(texts) + r"\.?")


class Ears:
    """Understands one language's sentences."""

    FAMILIES = ("do.", "said.", "spoken.")

    def __init__(self, language: str) -> None:
        words = vocabulary(language)
        self._known = [
            (key, pattern(words[key])) for key in words if key.startswith(self.FAMILIES) and key != "do.over"
        ]
        self._players = {words[f"player.{player}"]: player for player in Player}

    def understand(self, sentence: str) -> Told | None:
        """Return which sentence this is; None for one that asks nothing of hands."""
        for key, known in self._known:
            found = known.fullmatch(sentence)
            if found is not None:
                return key, found.groupdict()
        return None

    def player(self, name: str) -> Player:
        """Return who is called so."""
        return self._players[name]


class Blind:
    """Both players: they hear what is said and feel where marbles lie."""

    def __init__(self, language: str, seed: int) -> None:
        self.table = Aloud(Detail.FULL, "pie=off rounds=30 sensors=polarity", language)
        self.ears, self.random = Ears(language), Random(seed)
        self.mistakes = 0
        self.turn: Player | None = Player.FIRST

    def play(self) -> None:
        """Listen and act until a result is heard."""
        self.table.wait(0)
        for _ in range(LONGEST):
            todo = self.listen()
            if any(key in {"said.win_first", "said.win_second", "said.draw"} for key, _ in todo):
                return
            self.act(todo)
        pytest.fail("the game stands still")

    def listen(self) -> list[Told]:
        """Return what the newest words ask for, after the longest that they may be awaited."""
        for ms in (600, 16_000, 31_000):
            self.table.voice.lines.clear()
            self.table.wait(ms)
            if self.table.voice.lines:
                told = [self.ears.understand(line) for line in self.table.voice.lines[-1]]
                return [each for each in told if each is not None]
            if self.turn is not None:
                return []
        pytest.fail("nothing was said, and something is to be done")

    def act(self, todo: list[Told]) -> None:
        """Do what was heard; with nothing to mend or to push, the one whose turn it is drops a marble."""
        for key, _ in todo:
            if key.startswith("said.turn_"):
                self.turn = Player(key.removeprefix("said.turn_"))
        hands = [each for each in todo if self.move(*each)]
        if not hands and self.turn is not None:
            self.table.place(self.random.choice(self.free()), self.turn)
            self.turn = None

    def move(self, key: str, values: dict[str, str]) -> bool:
        """Do one thing with a marble; return whether that was asked for."""
        cell = values.get("cell", "")
        if key in {"do.lift", "do.extra_home"}:
            self.carry(cell, values["to"])
        elif key in {"do.off", "do.extra"}:
            self.table.lift(cell)
        elif key in {"do.place_of", "do.missing_of"}:
            self.table.place(cell, self.ears.player(values["player"]))
        elif key == "spoken.extra":
            for each in values["cells"].split(", "):
                self.table.lift(each)
        elif key == "spoken.missing_of":
            for each in values["cells"].split(", "):
                self.table.place(each, self.ears.player(values["player"]))
        else:
            return False
        return True

    def carry(self, cell: str, to: str) -> None:
        """Carry a marble where it belongs, or, careless, somewhere else."""
        player = self.felt()[cell]
        self.table.lift(cell)
        if self.random.random() < CARELESS:
            self.mistakes += 1
            to = self.random.choice(self.free())
        try:
            self.table.place(to, player)
        except HandError:  # it is taken by a marble that lies wrong: what to do comes with the next words
            self.table.place(cell, player)

    def felt(self) -> dict[str, Player]:
        """Return where fingers feel whose marbles."""
        seen = self.table.stage.table.hands.marbles()
        lying = [each for each in seen if each.cell is not None]
        return {cell_text(each.cell or 0): list(Player)[each.south] for each in lying}

    def free(self) -> list[str]:
        """Return the cells where fingers feel no marble."""
        felt = self.felt()
        return [cell for cell in map(cell_text, range(49)) if cell not in felt]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(20))
def test_a_whole_game_is_played_by_ear_and_touch(language: str, seed: int) -> None:
    blind = Blind(language, seed)
    blind.play()
    game = blind.table.stage.referee.game
    position = game.position
    assert game.result is not None
    assert len(game.turns) > 10
    assert blind.felt() == {
        cell_text(cell): owner for owner in Player for cell in cells_in(position.of(owner))
    }


def test_hands_that_play_by_ear_make_mistakes_to_be_told_of() -> None:
    mistakes = []
    for seed in range(5):
        blind = Blind("en", seed)
        blind.play()
        mistakes.append(blind.mistakes)
    assert sum(mistakes) >= 10
