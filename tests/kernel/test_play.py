"""`momentum play --config` on the real chip and the real SPI device: a game, buttons, troubles, the end."""

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hardware.protocols import DARK
from momentum.guidance import Meaning
from momentum.records.book import Record
from momentum.rules import Drop, Game, RuleSet, parse_cell
from tests.kernel.board import ROOT, KernelBoard
from tests.kernel.player import Hands, Player, beyond, now_ms
from tests.kernel.program import Program, State, run
from tests.kernel.strip import KernelStrip

BUTTONS = {"first": 18, "second": 21, "pause": 0}
BUZZER = 1
CONFIG = """
driver = "gpio"
[sensors]
scan_hz = 100
[buttons]
first = 18
second = 21
pause = 0
[buzzer]
pin = 1
"""
EIO = 5
GAME = json.loads((ROOT / "tests/vectors/published.json").read_text("utf-8"))["games"][0]
CLUMSY_PLY = 6
"""The turn of that game whose first pushed marble is put on a wrong cell."""
B2, D4, G7 = parse_cell("b2"), parse_cell("d4"), parse_cell("g7")


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Describe the table."""
    config = tmp_path_factory.mktemp("table") / "momentum.toml"
    config.write_text(CONFIG, "utf-8")
    return config


@pytest.fixture(scope="module")
def table(config: Path) -> Iterator[Program]:
    """Serve the table, to all tests here."""
    program = Program(config)
    yield program
    if program.process.poll() is None:
        program.end(signal.SIGTERM)


@pytest.fixture
def player(board: KernelBoard, table: Program) -> Iterator[Player]:
    """Sit down at a new game on an empty board."""
    strip = KernelStrip()
    table.act(do="button", name="new")
    table.phase("drop", 0)
    yield Player(Hands(board), strip)
    strip.trouble(0)
    for pin in BUTTONS.values():
        board.finger(pin, -1)


def test_a_published_game_is_played_by_the_lights_alone(player: Player, table: Program) -> None:
    for ply, text in enumerate(GAME["moves"]):
        cell = parse_cell(text)
        player.drop(cell)
        if ply == CLUMSY_PLY:
            _push_wrongly_and_put_it_right(player, cell)
        player.finish_turn(cell)
    player.look(lambda sight: sight.over)
    game = Game.new(RuleSet())
    for text in GAME["moves"]:
        game = game.play(Drop(parse_cell(text)))
    assert table.get("/api/record") == str(Record.of(game))
    assert table.state()["game"]["winner"] == GAME["winner"]
    assert _game_in(table.journal, len(GAME["moves"])) == game


def _game_in(journal: Path, plies: int) -> Game:
    """Return the journal's last game of so many turns, read as `momentum games` reads it."""
    listed = json.loads(run("games", "list", "--journal", str(journal), "--json").stdout)
    number = max(line["number"] for line in listed if line["plies"] == plies)
    return Record.parse(run("games", "export", str(number), "--journal", str(journal)).stdout).game()


def _push_wrongly_and_put_it_right(player: Player, dropped: int) -> None:
    lift = player.look(lambda sight: bool(sight.of(Meaning.LIFT))).of(Meaning.LIFT)
    origin = lift.bit_length() - 1
    right = beyond(dropped, origin)
    assert right is not None
    wrong = next(cell for cell in range(49) if not player.hands.lying >> cell & 1 and abs(cell - right) > 14)
    player.hands.lift(origin)
    player.hands.place(wrong)
    sight = player.look(lambda sight: sight.complains)
    assert sight.of(Meaning.EXTRA) == 1 << wrong
    assert sight.of(Meaning.PLACE) >> right & 1
    player.hands.lift(wrong)
    player.hands.place(right)


def test_a_second_program_is_told_which_process_runs_the_table(table: Program, config: Path) -> None:
    table.process.send_signal(signal.SIGSTOP)  # it would have half of the one processor
    second = run("play", "--config", str(config), "--no-browser", "--port", "0", "--journal", "none")
    table.process.send_signal(signal.SIGCONT)
    assert second.returncode == 2
    assert f"the table is already run by process {table.process.pid} (" in second.stderr


@contextmanager
def held(board: KernelBoard, button: str) -> Iterator[None]:
    """Hold a button down, then let go of it for long enough to be noticed."""
    board.finger(BUTTONS[button], 0)
    yield
    board.finger(BUTTONS[button], -1)
    KernelStrip().rest(now_ms() + 500)


@pytest.mark.usefixtures("player")
def test_the_pause_button_pauses_and_goes_on(table: Program, board: KernelBoard) -> None:
    for phase in ("paused", "drop"):
        with held(board, "pause"):
            table.phase(phase)


def test_a_button_held_for_two_seconds_resigns(player: Player, table: Program, board: KernelBoard) -> None:
    player.drop(D4)
    table.phase("drop", 1)
    with held(board, "second"):
        game = table.phase("over")["game"]
    assert (game["winner"], game["reason"]) == ("first", "resign")


def test_contacts_that_fail_pause_play_and_the_board_is_compared_when_they_are_back(
    player: Player, table: Program, board: KernelBoard
) -> None:
    for ply, cell in enumerate((D4, B2), start=1):
        player.drop(cell)
        table.phase("drop", ply)
    board.trouble(EIO)
    away = table.until(lambda state: not state["device"]["ok"])
    assert away["game"]["phase"] == "paused"
    assert "the contacts under the board cannot be read" in away["device"]["why"]
    player.hands.lift(D4)
    board.trouble(0)
    table.phase("correct")
    assert player.look(lambda sight: sight.complains).of(Meaning.MISSING) == 1 << D4
    player.hands.place(D4)
    table.phase("drop", 2)
    player.drop(G7)
    back = table.phase("drop", 3)
    assert _faults_said(back) == _faults_said(away)


def test_lights_that_fail_stop_play_until_they_shine_again(player: Player, table: Program) -> None:
    player.strip.trouble(EIO)
    player.hands.place(D4)
    away = table.until(lambda state: not state["device"]["ok"])
    assert away["game"]["phase"] == "paused"
    assert "the lights cannot be reached over SPI" in away["device"]["why"]
    player.strip.rest(now_ms() + 1500)
    still_away = table.state()
    assert not still_away["device"]["ok"]
    assert _faults_said(still_away) == _faults_said(away)
    player.strip.trouble(0)
    assert table.phase("drop", 1)["game"]["first"] == ["d4"]
    assert player.await_light(lambda: player.strip.frame().hex() == table.state()["frame"], 5000)


def _faults_said(state: State) -> list[int]:
    return [said["n"] for said in state["said"] if said["what"] == "fault"]


def test_sigterm_ends_the_program_in_good_order_dark_and_silent(
    player: Player, table: Program, board: KernelBoard
) -> None:
    player.drop(D4)
    assert table.end(signal.SIGTERM) == (0, "")
    assert player.strip.frame() == DARK
    assert [board.level(BUZZER) for _ in range(50)] == [0] * 50
