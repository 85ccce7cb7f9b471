"""One game of a soak: two players, their table and the audit, from the first drop to a cleared board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from hardware.errors import HardwareError
from momentum.errors import MomentumError
from momentum.guidance import Meaning
from momentum.records import book as written
from momentum.records.recorded import RecordedReferee
from momentum.records.store import verify
from momentum.records.store.opening import IN_MEMORY
from momentum.referee import Phase, TableSettings
from momentum.rules import Player, cells_in
from momentum.scenario.stage import Stage
from momentum.soak.audit import Audit
from momentum.soak.eyes import Eyes, Sight
from momentum.soak.hands import Hands, scenario_lines
from momentum.soak.intents import Intents
from momentum.soak.lottery import draw_character, draw_settings, seed_of, with_event
from momentum.soak.makers import Makers
from momentum.soak.memory import Memory
from momentum.soak.players import respond
from momentum.soak.record import Record
from momentum.soak.scene import Scene
from momentum.soak.troubles import undo
from momentum.table.lighting import LightSettings
from momentum.table.loop import LoopSettings
from momentum.table.notices import Notice

if TYPE_CHECKING:
    from hardware.simulator import SimulatedTable

_EYES = Eyes(LightSettings())

HANG_MS = 60_000
"""Table time without progress, although the players follow the lights, that counts as a hang."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReport:
    """How one game went."""

    number: int
    """Which game of its soak."""
    turns: int
    """Completed turns."""
    table_ms: float
    """Table time it took."""
    record: Record
    """Mistakes and troubles."""
    false: tuple[str, ...]
    """False decisions and hangs, each in a sentence; empty when all is well."""
    head: tuple[str, ...] = ()
    """The settings as lines of a scenario, when something was false."""
    scenario: tuple[str, ...] = ()
    """Its acts as such lines."""


class SoakGame:
    """Plays one game; everything about it follows from the soak's seed and its number."""

    def __init__(
        self,
        makers: Makers,
        seed: int,
        number: int,
        wrap: Callable[[Callable[[Notice], None]], Callable[[Notice], None]] | None = None,
    ) -> None:
        own = seed_of(seed, number)
        self._number = number
        self._rng = rng = Random(own)
        self._settings = settings = with_event(draw_settings(rng), Random(f"{own} event"))
        self._contact_seed = rng.randrange(1 << 31)
        self._intents = Intents()
        self._audit = Audit(settings, partial(makers.twin, settings.rules), self._intents)
        hear = self._audit.hear if wrap is None else wrap(self._audit.hear)
        self._stage = Stage(partial(self._build, makers), settings, LoopSettings(), hear)
        self._scene = self._seat(rng, settings)
        self._audit.watch(self._stage, self._scene.hands)

    def _build(self, makers: Makers, now: Callable[[], float]) -> SimulatedTable:
        return makers.table(now, seed=self._contact_seed, polarity=self._settings.polarity)

    def _seat(self, rng: Random, settings: TableSettings) -> Scene:
        return Scene(
            rng=rng,
            settings=settings,
            character=draw_character(rng),
            table=self._stage.table,
            hands=Hands(self._stage, self._audit.woken),
            eyes=_EYES,
            memory=Memory(rules=settings.rules),
            intents=self._intents,
            record=Record(),
        )

    def play(self) -> GameReport:
        """Play to the end, or until something is false."""
        try:
            self._play()
        except (MomentumError, HardwareError) as error:
            self._false(f"{type(error).__name__}: {error}")
        return self._report()

    def _play(self) -> None:
        memory = self._scene.memory
        self._scene.hands.bounce(self._rng.randint(1, 8))
        self._confirm()
        while not memory.over and self._is_sound():
            self._turn()
            if self._rng.random() < 0.05:
                self._reconsider()
        if self._is_sound():
            self._end()

    def _is_sound(self) -> bool:
        """Whether nothing has been false so far; a hang is found here."""
        stuck_ms = self._stage.now_ms - self._audit.progress_ms
        if stuck_ms > HANG_MS and not self._audit.false:
            self._false(f"no progress for {stuck_ms / 1000:.0f} s in phase {self._stage.referee.phase}")
        return not self._audit.false

    def _look(self) -> Sight | None:
        scene, audit = self._scene, self._audit
        sight = scene.look()
        if sight is not None:
            scene.record.looked(complains=sight.complains, in_step_ms=audit.in_step_ms)
            audit.accused(sight.of(Meaning.EXTRA), sight.of(Meaning.MISSING))
            if scene.settings.guidance and sight.rounds is not None:
                audit.counted(sight.rounds)
        return sight

    def _turn(self) -> None:
        sight = self._look()
        if sight is not None:
            respond(self._scene, sight)

    def _reconsider(self) -> None:
        """Take the last turn of a finished game back, and play on."""
        scene = self._scene
        finished = scene.memory.over and self._intents.ending is None and scene.memory.early is None
        if finished and scene.settings.casual and undo(scene):
            scene.record.troubles["undone after the end"] += 1
            scene.memory.over = False

    def _end(self) -> None:
        if not self._audit.ended:
            self._false("the lights show a result, but nobody has won or given up")
            return
        self._read_record()
        self._read_journal()
        self._look_at_conduct()
        self._confirm()
        if self._rng.random() < 0.25:
            self._clear_away()

    def _read_record(self) -> None:
        """Write the game down and read it again: it must be the same game."""
        game = self._stage.referee.game
        if written.Record.parse(str(written.Record.of(game))).game() != game:
            self._false("the game's text record is another game")

    def _read_journal(self) -> None:
        """Read the journal as a program that starts now would: it must be whole, and hold the same game."""
        referee, journal = self._stage.referee, self._stage.open_journal()
        number = referee.number if isinstance(referee, RecordedReferee) else None
        if number is None:
            self._false("the game is in no journal")
            return
        verify(journal, Path(IN_MEMORY))
        told, kept = journal.story(number).saved(), referee.saved()
        if (told.game, told.irregular, told.acts) != (kept.game, kept.irregular, kept.acts):
            self._false("the game in the journal is another one")

    def _confirm(self) -> None:
        """Let both players confirm what they are asked to, in either order."""
        if self._settings.confirm:
            for player in self._rng.sample(list(Player), 2):
                self._scene.hands.press(player)
                self._scene.hands.wait(300)

    def _look_at_conduct(self) -> None:
        """See that nobody was called irregular in a game in which no hand has slipped."""
        acts = self._stage.referee.snapshot().irregular
        if acts and not self._scene.record.made:
            self._false(
                f"the {acts[0].player} player slipped nowhere, and was called irregular: {acts[0].kind}"
            )

    def _clear_away(self) -> None:
        """Clear the board and press new, in either order; the lights help, and a new game must be ready."""
        scene = self._scene
        renewed = self._rng.random() < 0.5
        if renewed:
            self._renew()
        for cell in cells_in(scene.hands.lying().occupied):
            scene.hands.lift(cell)
            scene.pause(40, 200)
        if not renewed:
            scene.hands.wait(600)
            self._renew()
        sight = self._look()
        referee = self._stage.referee
        if (sight is not None and sight.complains) or referee.phase is not Phase.DROP or referee.game.ply:
            self._false(f"no new game on an empty board: phase {referee.phase}, turn {referee.game.ply}")

    def _renew(self) -> None:
        self._intents.renew = True
        self._scene.hands.press("new")
        self._confirm()

    def _false(self, why: str) -> None:
        self._audit.false.append(f"{self._stage.now_ms:.0f} ms: {why}")

    def _report(self) -> GameReport:
        record = self._scene.record
        record.longest_ms = max(record.longest_ms, self._audit.longest_ms)
        return GameReport(
            number=self._number,
            turns=self._audit.turns,
            table_ms=self._stage.now_ms,
            record=record,
            false=tuple(self._audit.false),
            head=self._head() if self._audit.false else (),
            scenario=tuple(scenario_lines(self._scene.hands.lines)) if self._audit.false else (),
        )

    def _head(self) -> tuple[str, ...]:
        settings = (f"set {word.replace('=', ' ', 1)}" for word in str(self._settings).split())
        return (f"# momentum simulate --seed {self._contact_seed}", *settings)
