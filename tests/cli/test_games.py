"""`momentum games`: games of the journal and records in files, for people and for programs."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from momentum.cli import run
from momentum.records.store import default_file, open_journal, read_journal
from tests.records.journals import given_up, played_on

RECORD = """\
[Momentum "1"]
[Rules "pie=on rounds=30 last_marble=play_on"]
[Result "first eight"]

1. e6 d2
2. d3 a6
3. f1 c5
4. d5 e7
5. c5 b5
6. a3 g5
7. e3 g1
8. g3
"""

Output = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a record's file."""
    path = tmp_path / "game.txt"
    path.write_text(RECORD, encoding="utf-8")
    return path


@pytest.fixture
def journal() -> Path:
    """Return the journal at its usual place, with one unfinished game."""
    with closing(open_journal(default_file())) as opened:
        played_on(opened, "d4", "e4", "a1")
    return default_file()


def told(capsys: Output, *arguments: str) -> tuple[int, str, str]:
    """Run `momentum games` and return its exit code and what it said."""
    code = run(["games", *arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_record_is_shown_as_a_board_and_words(capsys: Output, file: Path) -> None:
    code, shown, _ = told(capsys, "show", str(file))
    assert code == 0
    assert shown.startswith("7  · · · · ○ · ●\n")
    assert "3  ● · ● · ● · ●" in shown
    assert "result    first eight" in shown


def test_a_program_reads_the_same_as_json(capsys: Output, file: Path) -> None:
    code, shown, _ = told(capsys, "show", "--json", str(file))
    summary = json.loads(shown)
    assert code == 0
    assert summary["position"] == "e1,a3,c3,e3,g3,d5,e5,g7/d1,g1,b5,g5,e7"
    assert summary["plies"] == 15
    assert summary["result"] == "first eight"
    assert summary["to_move"] is None


def test_the_games_of_the_journal_are_listed(capsys: Output, journal: Path, file: Path) -> None:
    assert told(capsys, "import", str(file)) == (0, f"{file} is game 2 (turns: 15)\n", "")
    code, listed, _ = told(capsys, "list")
    head, first, second = listed.splitlines()
    assert code == 0
    assert head.split() == ["game", "began", "turns", "result", "settings"]
    assert first.split()[0::2][:2] == ["1", "3"]
    assert "(open)" in first
    assert "first eight" in second
    assert [line["number"] for line in json.loads(told(capsys, "list", "--json")[1])] == [1, 2]
    assert journal.exists()


def test_a_game_without_a_turn_is_not_listed(capsys: Output) -> None:
    with closing(open_journal(default_file())) as opened:
        played_on(opened)
    assert json.loads(told(capsys, "list", "--json")[1]) == []


@pytest.mark.usefixtures("journal")
def test_a_game_of_the_journal_is_shown(capsys: Output) -> None:
    code, shown, _ = told(capsys, "show", "1")
    assert code == 0
    assert "position  a1,c4/e4" in shown
    assert "game      1" in shown


@pytest.mark.usefixtures("journal")
def test_a_game_is_replayed_turn_by_turn(capsys: Output) -> None:
    code, shown, _ = told(capsys, "replay", "1")
    assert code == 0
    assert "1. second e4: d4-c4\n" in shown
    assert shown.count("   a b c d e f g") == 3
    assert shown.endswith("result    *\n")
    turns = [json.loads(line) for line in told(capsys, "replay", "1", "--json")[1].splitlines()]
    assert [turn["after"] for turn in turns] == ["d4/-", "c4/e4", "a1,c4/e4"]
    assert turns[1]["pushes"] == [{"from": "d4", "to": "c4", "owner": "first"}]


def test_a_last_marble_and_a_marble_that_leaves_are_told(capsys: Output, file: Path) -> None:
    _, shown, _ = told(capsys, "replay", str(file))
    assert "(last marble)" in shown
    assert "-x" in shown


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_is_exported_can_be_imported(capsys: Output, journal: Path, tmp_path: Path, form: str) -> None:
    code, text, _ = told(capsys, "export", "1", "--format", form)
    assert code == 0
    copy = tmp_path / "copy"
    copy.write_text(text, encoding="utf-8")
    assert told(capsys, "import", str(copy))[0] == 0
    with closing(read_journal(journal)) as reader:
        assert reader.story(2).game == reader.story(1).game
        assert reader.story(2).settings == reader.story(1).settings


def test_a_file_is_exported_in_the_other_form(capsys: Output, file: Path) -> None:
    _, text, _ = told(capsys, "export", str(file), "--format", "json")
    assert json.loads(text)["checkpoint"] is None


def test_an_import_that_is_not_legal_names_move_and_reason(capsys: Output, file: Path) -> None:
    file.write_text(RECORD.replace("3. f1 c5", "3. f1 f1"), encoding="utf-8")
    code, _, said = told(capsys, "import", str(file))
    assert code == 2
    assert f"{file}: move 3 of the second player, f1: " in said
    assert not default_file().exists()


def test_a_whole_journal_is_whole(capsys: Output, journal: Path) -> None:
    code, said, _ = told(capsys, "verify")
    assert code == 0
    assert said.startswith(f"{journal}: whole (7 entries, 1 games, 3 checkpoints, signed by ")
    key = told(capsys, "key")[1].strip()
    assert key in said
    assert len(bytes.fromhex(key)) == 32
    assert told(capsys, "verify", str(journal))[1] == said


def test_the_first_entry_that_is_not_whole_is_named_and_the_exit_is_1(capsys: Output, journal: Path) -> None:
    with closing(sqlite3.connect(journal, isolation_level=None)) as database:
        database.execute("UPDATE entries SET at_ms = at_ms + 1 WHERE number = 4")
    code, out, said = told(capsys, "verify")
    assert (code, out) == (1, "")
    assert said.startswith(f"{journal}: entry 4: what stands there is not what was written")


def test_a_journal_whose_beginning_is_gone_is_not_whole(capsys: Output, journal: Path) -> None:
    journal.write_bytes(b"\0" * 100 + journal.read_bytes()[100:])
    code, _, said = told(capsys, "verify", str(journal))
    assert code == 1
    assert "is no journal, or its beginning is damaged" in said


def test_a_record_is_verified_by_its_moves(capsys: Output, file: Path) -> None:
    assert told(capsys, "verify", str(file)) == (
        0,
        f"{file}: whole (15 turns replay to first eight)\n",
        "",
    )
    file.write_text(RECORD.replace("8. g3", "8. g5"), encoding="utf-8")
    code, _, said = told(capsys, "verify", str(file))
    assert code == 1
    assert "move 8 of the first player, g5" in said


def test_a_record_with_a_checkpoint_is_held_to_its_journal(
    capsys: Output, journal: Path, tmp_path: Path
) -> None:
    exported = tmp_path / "game.json"
    exported.write_text(told(capsys, "export", "1", "--format", "json")[1], encoding="utf-8")
    assert f"and {journal} still has them" in told(capsys, "verify", str(exported))[1]
    with closing(sqlite3.connect(journal, isolation_level=None)) as database:
        database.execute("DELETE FROM entries WHERE number > 3")
    code, _, said = told(capsys, "verify", str(exported))
    assert code == 1
    assert "entry 4: it is missing" in said


def test_a_record_of_another_journal_is_verified_by_itself(
    capsys: Output, journal: Path, tmp_path: Path
) -> None:
    exported = tmp_path / "game.json"
    exported.write_text(told(capsys, "export", "1", "--format", "json")[1], encoding="utf-8")
    for part in journal.parent.iterdir():
        part.unlink()
    assert "its journal had 7 entries" in told(capsys, "verify", str(exported))[1]
    with closing(open_journal(journal)) as opened:
        played_on(opened, "g7")
    assert "still has them" not in told(capsys, "verify", str(exported))[1]


def test_files_that_were_kept_aside_are_named_in_the_list(capsys: Output, journal: Path) -> None:
    kept = journal.with_name("games.sqlite.damaged-1")
    kept.write_bytes(b"left")
    assert f"kept aside, damaged: {kept}" in told(capsys, "list")[2]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["list"], "there is no journal"),
        (["show", "12"], "there is no journal"),
        (["verify"], "there is no file"),
        (["verify", "none.json"], "there is no file none.json to verify"),
        (["import", "none.txt"], "none.txt: cannot be read: No such file or directory"),
        (["show", "none.txt"], "none.txt: cannot be read: No such file or directory"),
        (["list", "--config", "none.toml"], "none.toml: there is no such file"),
    ],
)
def test_what_is_not_there_is_told_in_one_sentence(capsys: Output, arguments: list[str], why: str) -> None:
    code, out, said = told(capsys, *arguments)
    assert (code, out) == (2, "")
    assert why in said
    assert said.count("\n") == 1


@pytest.mark.usefixtures("journal")
def test_a_game_that_is_not_there_is_told(capsys: Output) -> None:
    assert "has no game 99" in told(capsys, "show", "99")[2]


def test_the_config_names_the_journal(capsys: Output, journal: Path, tmp_path: Path) -> None:
    config = tmp_path / "momentum.toml"
    config.write_text(f'driver = "simulated"\n[records]\nfile = "{journal}"\n', encoding="utf-8")
    assert "(open)" in told(capsys, "list", "--config", str(config))[1]
    config.write_text('driver = "simulated"\n[records]\nfile = "none"\n', encoding="utf-8")
    assert "games are not written down" in told(capsys, "list", "--config", str(config))[2]
    assert told(capsys, "list", "--config", str(config), "--journal", str(journal))[0] == 0


@pytest.fixture
def ended() -> Path:
    """Return the journal at its usual place, with one game that was given up."""
    with closing(open_journal(default_file())) as opened:
        given_up(opened, "second", "d4", "e4", "a1")
    return default_file()


def test_a_slip_is_printed_and_verified_as_page_and_as_text(
    capsys: Output, ended: Path, tmp_path: Path
) -> None:
    code, page, _ = told(capsys, "slip", "1", "--language", "ko")
    assert code == 0
    assert '<html lang="ko">' in page
    printed = tmp_path / "slip.html"
    printed.write_text(page, encoding="utf-8")
    key = told(capsys, "key")[1].strip()
    whole = (
        f"whole (game 1: first resign, turns: 3; signed by {key}, the key of {ended}, which says the same)\n"
    )
    assert told(capsys, "verify", str(printed)) == (0, f"{printed}: {whole}", "")
    text = page.split('<code id="signed">')[1].split("<")[0]
    assert told(capsys, "verify", text) == (0, f"slip: {whole}", "")
    code, said, _ = told(capsys, "verify", text, "--journal", str(tmp_path / "none.sqlite"))
    assert code == 0
    assert "compare the key yourself (momentum games key)" in said


@pytest.mark.usefixtures("ended")
def test_a_slip_that_was_changed_is_not_whole(capsys: Output, tmp_path: Path) -> None:
    page = told(capsys, "slip", "1")[1]
    printed = tmp_path / "slip.html"
    printed.write_text(page.replace("First player wins", "Second player wins"), encoding="utf-8")
    code, _, why = told(capsys, "verify", str(printed))
    assert code == 1
    assert "does not show what was signed" in why
    text = page.split('<code id="signed">')[1].split("<")[0]
    code, _, why = told(capsys, "verify", text.replace("FIRST", "SECOND"))
    assert code == 1
    assert why.startswith("slip: the signature is not the one of the key ")


@pytest.mark.usefixtures("journal")
def test_a_slip_is_for_a_result(capsys: Output) -> None:
    assert told(capsys, "slip", "1")[::2] == (
        2,
        "momentum: game 1 has not ended: a slip is for a result\n",
    )


def test_a_slip_wants_the_journals_own_key(capsys: Output, ended: Path) -> None:
    ended.with_name(ended.name + ".key").unlink()
    assert "cannot be read" in told(capsys, "slip", "1")[2]
    with closing(open_journal(ended.with_name("other.sqlite"))):
        pass
    ended.with_name("other.sqlite.key").rename(ended.with_name(ended.name + ".key"))
    assert "is not the key that signs" in told(capsys, "slip", "1")[2]


def test_a_replay_shows_clocks_and_comments(capsys: Output, file: Path) -> None:
    file.write_text(RECORD.replace("2. d3", "2. d3 {[%clk 0:04:57.25] a push}"), encoding="utf-8")
    _, shown, _ = told(capsys, "replay", str(file))
    assert "2. first d3: d2-d1  (clock 4:57)\na push\n7  " in shown
    turns = [json.loads(line) for line in told(capsys, "replay", "--json", str(file))[1].splitlines()]
    assert [turn["clock_ms"] for turn in turns[:4]] == [None, None, 297_250, None]
