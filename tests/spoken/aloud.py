"""A simulated table in virtual time that is listened to: hands act, and what is said is written down."""

from __future__ import annotations

from momentum.main import build_simulated
from momentum.play.speech import Speaker, Speech
from momentum.referee import ArbiterActed, NewGame, Pressed, Resigned, TableSettings
from momentum.referee.acts import Act
from momentum.rules import Player, parse_cell
from momentum.scenario.stage import Stage
from momentum.spoken import Detail, Scene, Sentence
from momentum.table.loop import LoopSettings
from momentum.table.notices import Notice

STEP_MS = 20.0
"""How often the speaker has its turn."""


class Listener:
    """A voice that writes down what it is to say."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        """What was said, one entry each time."""
        self.lines: list[list[str]] = []
        """The same, sentence by sentence."""
        self.trouble: str | None = None
        """Why nothing can be said."""

    def speak(self, text: str) -> None:
        """Write it down."""
        self.heard.append(text.replace("\n", " "))
        self.lines.append(text.split("\n"))

    def close(self) -> None:
        """Do nothing: there is nothing to let go of."""


class Aloud:
    """The table, its hands, and what was heard of it since it was last asked."""

    def __init__(self, detail: Detail, settings: str = "", language: str = "en") -> None:
        self.voice = Listener()
        """What hears it."""
        self.speaker = Speaker(Speech(voice=self.voice, detail=detail), language)
        """What speaks."""
        self.journal: Sentence | None = None
        """Why the game cannot be written down."""
        table = TableSettings.parse(settings)
        self.stage = Stage(
            lambda now: build_simulated(now, polarity=table.polarity), table, LoopSettings(), self.hear
        )
        """The table and its program."""
        self.wait(0)

    def hear(self, notice: Notice) -> None:
        """Take a notice of the table."""
        self.speaker.hear(notice)

    def scene(self) -> Scene:
        """Return what is so."""
        lights = self.stage.loop.picture
        assert lights is not None
        return Scene(now=self.stage.referee.snapshot(), lights=lights, journal=self.journal)

    def wait(self, ms: float = 600) -> str:
        """Let time pass and return what was said, each time apart by a bar."""
        until_ms = self.stage.now_ms + ms
        while True:
            self.speaker.turn(self.stage.now_ms, self.scene)
            if self.stage.now_ms >= until_ms:
                break
            self.stage.run_until(min(self.stage.now_ms + STEP_MS, until_ms))
        said, self.voice.heard = self.voice.heard, []
        return " | ".join(said)

    def place(self, cell: str, player: Player | None = None) -> None:
        """Let a hand put a marble down: the one of the side to move, unless named."""
        owner = player or self.stage.referee.game.to_move
        self.stage.table.hands.place(parse_cell(cell), south=owner is Player.SECOND)

    def lift(self, cell: str) -> None:
        """Let a hand take a marble away."""
        self.stage.table.hands.lift(parse_cell(cell))

    def press(self, button: str) -> None:
        """Press a button."""
        self.stage.loop.receive(Pressed(at_ms=self.stage.now_ms, button=button))

    def resign(self, player: Player) -> None:
        """Let a player give up."""
        self.stage.loop.receive(Resigned(at_ms=self.stage.now_ms, player=player))

    def act(self, act: Act, reason: str) -> None:
        """Let the arbiter do something."""
        self.stage.loop.receive(ArbiterActed(at_ms=self.stage.now_ms, act=act, reason=reason))

    def new_game(self, settings: str = "") -> None:
        """Begin another game."""
        game = NewGame(at_ms=self.stage.now_ms, settings=TableSettings.parse(settings))
        self.stage.loop.receive(game)

    def drop(self, *cells: str) -> str:
        """Let drops be made that push nothing, one after another, and return what was last said."""
        said = ""
        for cell in cells:
            self.place(cell)
            said = self.wait()
        return said
