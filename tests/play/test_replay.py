"""Recorded games on lights: drops, pushes, marbles told apart without their colour, dark at the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from hardware.gpio.owner import Owner
from hardware.nothing import NoButtons, NoLights
from hardware.protocols import DARK, FRAME_BYTES, Lights
from momentum.cli import run
from momentum.config.text import example
from momentum.guidance import Meaning, RingMeaning
from momentum.main import lit, wired
from momentum.main.simulated import build_simulated
from momentum.play.replay import Beat, beats, show
from momentum.records.book import Record
from momentum.rules import Game, parse_cell
from momentum.table.lighting import SLOT_MS, SLOTS, Lighting, LightSettings
from momentum.table.loop import Devices
from tests.table.test_loop import StillSensors

HEAD = '[Momentum "2"]\n[Rules "pie=off"]\n'
GAME = HEAD + '[Result "second resign"]\n\n1. d4 e5\n2. g1 g2\n'


def game(text: str = GAME) -> Game:
    """Return a recorded game."""
    return Record.parse(text).game()


def lit_cells(beat: Beat) -> dict[str, Meaning]:
    """Return what is lit on the board, by cell."""
    names = {parse_cell(f"{column}{row}"): f"{column}{row}" for row in range(1, 8) for column in "abcdefg"}
    return {names[light.cell]: light.means for light in beat.picture.cells}


FIRST, SECOND = Meaning.WON, Meaning.SWAP


def test_each_turn_is_a_drop_with_its_pushes_and_then_what_lay_there() -> None:
    one, pushed, two, three, off, four, result = beats(game(), 500)
    assert lit_cells(one) == {"d4": FIRST}
    assert lit_cells(pushed) == {"d4": Meaning.LIFT, "c3": Meaning.PLACE, "e5": Meaning.DROPPED}
    assert lit_cells(two) == {"c3": FIRST, "e5": SECOND}
    assert lit_cells(three) == {"c3": FIRST, "e5": SECOND, "g1": FIRST}
    assert lit_cells(off) == {"c3": FIRST, "e5": SECOND, "g1": Meaning.OFF, "g2": Meaning.DROPPED}
    assert lit_cells(four) == {"c3": FIRST, "e5": SECOND, "g2": SECOND}
    assert lit_cells(result) == {"e5": Meaning.WON, "g2": Meaning.WON}
    assert [beat.turn and beat.turn[0] for beat in (one, pushed, two, three, off, four)] == [
        1,
        2,
        None,
        3,
        4,
        None,
    ]


def test_the_ring_counts_rounds_and_shows_where_a_marble_leaves() -> None:
    rings = [
        {light.step: light.means for light in beat.picture.ring} for beat in list(beats(game(), 500))[:6]
    ]
    once, twice = {1: RingMeaning.ROUND}, {1: RingMeaning.ROUND, 2: RingMeaning.ROUND}
    assert rings == [{}, {}, once, once, {1: RingMeaning.ROUND, 7: RingMeaning.EXIT}, twice]
    off = list(beats(game(), 500))[4].picture
    assert (off.trail, off.exit_step) == ((parse_cell("g2"), parse_cell("g1")), 7)


def test_what_an_arbiter_set_is_shown_as_it_lay() -> None:
    text = HEAD + '[Result "*"]\n\n1. d4 e5 {arbiter: d4/e5 first 2}\n2. a1\n'
    shown = list(beats(game(text), 500))
    assert lit_cells(shown[3]) == {"d4": FIRST, "e5": SECOND}
    assert lit_cells(shown[-1]) == {"a1": FIRST, "d4": FIRST, "e5": SECOND}


class Evening:
    """Simulated lights, and a clock that only waiting moves."""

    def __init__(self) -> None:
        self.now_ms = 0.0
        self.lights = build_simulated(lambda: self.now_ms, frames_kept=None).lights
        self.told: list[Beat] = []

    def wait(self, ms: float) -> None:
        """Let time pass."""
        self.now_ms += ms

    def show(self, text: str, turn_ms: float) -> None:
        """Show a game."""
        lighting = Lighting(LightSettings())
        shown = beats(game(text), turn_ms)
        show(shown, self.lights, lighting, lambda: self.now_ms, self.wait, self.told.append)


def test_marbles_are_told_apart_by_their_rhythm_alone() -> None:
    evening = Evening()
    evening.show(HEAD + '[Result "*"]\n\n1. a1 g7\n', SLOTS * SLOT_MS)
    frames = [sent.frame for sent in evening.lights.sent if sent.at_ms >= SLOTS * SLOT_MS]
    lit_slots = {cell: sum(any(frame[3 * cell : 3 * cell + 3]) for frame in frames) for cell in (0, 48)}
    assert lit_slots == {0: SLOTS, 48: SLOTS - 2}


def test_a_game_takes_its_time_and_ends_dark() -> None:
    evening = Evening()
    evening.show(GAME, 250)
    assert evening.now_ms == pytest.approx(8 * 250)
    assert [beat.turn[0] for beat in evening.told if beat.turn is not None] == [1, 2, 3, 4]
    evening.lights.close()
    assert evening.lights.shown == DARK


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a record's file."""
    path = tmp_path / "game.txt"
    path.write_text(GAME, encoding="utf-8")
    return path


def config(tmp_path: Path, change: tuple[str, str] = ("", "")) -> Path:
    """Return the config of a board on a Pi's pins."""
    path = tmp_path / "momentum.toml"
    path.write_text(example("gpio").replace(*change), encoding="utf-8")
    return path


def test_the_command_shows_a_game_on_a_simulated_table(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["games", "replay", str(file), "--lights", "--simulate", "--pace", "0.1"]) == 0
    shown = capsys.readouterr().out
    assert "1. second e5: d4-c3\n" in shown
    assert "5  · · · · ! · ·" in shown
    assert "4  · · · ^ · · ·" in shown
    assert "3  · · + · · · ·" in shown
    assert shown.endswith("result    second resign\n")


def test_a_table_that_is_being_played_at_is_left_alone(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = tmp_path / "momentum.lock"
    monkeypatch.setattr(wired, "Owner", partial(Owner, lock))
    player = Owner(lock)
    try:
        assert run(["games", "replay", str(file), "--lights", "--config", str(config(tmp_path))]) == 2
    finally:
        player.close()
    assert "the table is already run by process" in capsys.readouterr().err


@contextmanager
def table_of(lights: Lights, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a config's devices be these lights."""
    devices = Devices(sensors=StillSensors(), lights=lights, buttons=NoButtons())
    monkeypatch.setattr(lit, "open_devices", lambda *_: devices)
    yield


def test_a_configured_tables_lights_have_its_players_colours(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lights = build_simulated(lambda: 0.0, frames_kept=None).lights
    path = config(tmp_path, ('first = "#2896ff"', 'first = "#00ff00"'))
    with table_of(lights, monkeypatch):
        assert run(["games", "replay", str(file), "--lights", "--config", str(path), "--pace", "0.1"]) == 0
    d4 = 3 * parse_cell("d4")
    assert lights.sent[0].frame[d4 : d4 + 3] == bytes([0, 255, 0])
    assert all(len(sent.frame) == FRAME_BYTES for sent in lights.sent)


def test_a_table_without_lights_is_told_what_to_do(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with table_of(NoLights(), monkeypatch):
        assert run(["games", "replay", str(file), "--lights", "--config", str(config(tmp_path))]) == 2
    assert "this table has no lights; leave --lights out" in capsys.readouterr().err


def test_a_simulated_table_is_for_lights(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "replay", str(file), "--simulate"]) == 2
    assert "--simulate goes with --lights" in capsys.readouterr().err
