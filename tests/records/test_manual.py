"""The manuals of journal and records: their examples, kinds, files and reasons are the program's own."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from momentum.records.book import Record
from momentum.records.entries import Kind
from momentum.records.readings import CLOSE_MS, CLOSE_READING_MS, LONGEST_READING_MS, PART, READING_MS
from momentum.records.store.seal import key_file, seal_file
from momentum.rules import Reason

DOCS = Path(__file__).parents[2] / "docs"
MANUAL = (DOCS / "journal.md").read_text(encoding="utf-8")
RECORDS = (DOCS / "records.md").read_text(encoding="utf-8")


def test_the_hash_of_the_example_is_computed_as_the_manual_says() -> None:
    example = dict(re.findall(r"^(number|game|kind|at_ms|body|hash) +(.+)$", MANUAL, re.MULTILINE))
    written = '[{number},"{zeros}",{game},"{kind}",{at_ms},{body}]'.format(zeros="0" * 64, **example)
    assert hashlib.sha256(written.encode("ascii")).hexdigest() == example["hash"]


def test_every_kind_of_entry_is_in_the_manual() -> None:
    assert [kind for kind in Kind if f"`{kind}`" not in MANUAL] == []


def test_what_a_crash_may_give_back_is_in_the_manual() -> None:
    words = {1000: "second", 5000: "five seconds", 30_000: "thirty seconds", 60: "sixtieth"}
    clocks = " ".join(MANUAL[MANUAL.index("## Clocks") :].split())
    assert f"every {words[READING_MS]}, and every {words[CLOSE_READING_MS]}" in clocks
    assert f"a {words[PART]} of that, at most {words[LONGEST_READING_MS]}" in clocks
    assert CLOSE_MS == 60_000
    assert "less than a minute" in clocks


def test_the_files_beside_a_journal_are_in_the_manual() -> None:
    journal = Path("games.sqlite")
    assert f"`{key_file(journal)}`" in MANUAL
    assert f"`{seal_file(journal)}`" in MANUAL


@pytest.mark.parametrize("example", re.findall(r"^```\n(.*?)^```", RECORDS, re.MULTILINE | re.DOTALL))
def test_a_record_in_the_manual_is_written_as_this_program_writes_it(example: str) -> None:
    record = Record.parse(example)
    assert record.game().turns
    words = re.compile(r'\[Rules "[^"]*"\]')
    assert words.sub("", str(record)) == words.sub("", example)


def test_every_reason_is_in_the_manual_of_records() -> None:
    assert [reason for reason in Reason if f"`{reason}`" not in RECORDS] == []
