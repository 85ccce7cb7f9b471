"""`momentum games`: the games of the journal, and recorded games in files."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from momentum.cli import options
from momentum.cli.replay import add_options, replay

if TYPE_CHECKING:
    from momentum.records.book import Record
    from momentum.records.exchange import CheckpointPart
    from momentum.records.history import GameLine
    from momentum.records.slip import Slip
    from momentum.records.store import JournalReader

_EXAMPLE = """\
examples:
  momentum games list
  momentum games show 12                       # a game of the journal ...
  momentum games show game.txt                 # ... or a record in a file
  momentum games replay 12 --json
  momentum games replay 12 --lights            # on the table of the config; or --lights --simulate
  momentum games export 12 --format json > game.json
  momentum games import game.json
  momentum games slip 12 > slip.html           # a result to print and sign, with a signed QR code
  momentum games verify                        # the journal; or a file: a journal, a record, or a slip

Exit 0: fine; 1: what is verified is not whole (the first entry or move that is not, and why); 2: there is no
such journal, game or file, it cannot be read, or a move in it is not legal (which, and why).
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = options.command(
        commands, "games", "list, show, replay, export, import, print and verify games", _EXAMPLE
    )
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    _verb(verbs, "list", "list the games that were played", _list, json=True)
    show = _verb(verbs, "show", "replay a game, check every move, and show where it ends", _show, json=True)
    again = _verb(verbs, "replay", "show the board turn by turn, here or on the table's lights", _replay)
    add_options(again)
    for verb in (show, again):
        verb.add_argument(
            "which",
            metavar="N|FILE",
            type=options.file_name,
            help="a game's number in the journal, or a record's file",
        )
    export = _verb(verbs, "export", "print a game as a record", _export)
    export.add_argument(
        "which",
        metavar="N|FILE",
        type=options.file_name,
        help="a game's number in the journal, or a record's file",
    )
    export.add_argument("--format", choices=("text", "json"), default="text", help="text (default) or json")
    take = _verb(verbs, "import", "add a game that was played elsewhere", _import)
    take.add_argument("file", metavar="FILE", type=options.file, help="a record, as text or JSON")
    slip = _verb(verbs, "slip", "print the slip of a result: a page with a signed QR code", _slip)
    slip.add_argument("number", metavar="N", type=options.positive, help="a game's number in the journal")
    options.add_language(slip)
    verify = _verb(verbs, "verify", "tell whether a journal, a record, or a result's slip is whole", _verify)
    verify.add_argument(
        "file",
        metavar="FILE|TEXT",
        nargs="?",
        type=options.file_name,
        help="a journal, a record, a slip's page, or the text of its QR code (the journal)",
    )
    _verb(verbs, "key", "print the public key that the journal's signatures are checked with", _key)


def _verb(
    verbs: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    about: str,
    run: Callable[[argparse.Namespace], int],
    *,
    json: bool = False,
) -> argparse.ArgumentParser:
    parser = options.command(verbs, name, about, _EXAMPLE)
    if json:
        parser.add_argument("--json", action="store_true", help="print JSON")
    options.add_journal(parser, none=False)
    options.add_config_file(parser)
    parser.set_defaults(run=run)
    return parser


def _file(given: argparse.Namespace) -> Path:
    from momentum.records.errors import NoJournal

    config = None if given.journal else options.known_config(given.config)
    file = options.journal_file(given.journal, config)
    if file is None:
        raise NoJournal("the config says that games are not written down; name a journal with --journal")
    return file


@contextmanager
def _journal(given: argparse.Namespace) -> Iterator[JournalReader]:
    from momentum.records.store import read_journal

    with closing(read_journal(_file(given))) as reader:
        yield reader


def _record(given: argparse.Namespace) -> tuple[Record, CheckpointPart | None]:
    """Return the record that was named: game N with the journal's checkpoint, or a file with its own."""
    from momentum.records.files import checkpoint_of, read_record

    if not given.which.isdecimal():
        return read_record(Path(given.which))
    with _journal(given) as reader:
        return reader.story(int(given.which)).record(), checkpoint_of(reader)


def _list(given: argparse.Namespace) -> int:
    from momentum.records.store import kept_aside

    with _journal(given) as reader:
        lines = [line for line in reader.games() if line.plies or line.result != "*"]
    if given.json:
        print(json.dumps([line._asdict() for line in lines]))
    else:
        print(f"{'game':>6}  {'began':20}  {'turns':>5}  {'result':18}  settings")
        print("".join(f"{_row(line)}\n" for line in lines), end="")
    for file in kept_aside(_file(given)):
        print(f"kept aside, damaged: {file} (--journal shows what is left of it)", file=sys.stderr)
    return 0


def _row(line: GameLine) -> str:
    result = line.result if line.result != "*" else f"({line.state})"
    return f"{line.number:>6}  {line.noted:20}  {line.plies:>5}  {result:18}  {line.settings}"


def _show(given: argparse.Namespace) -> int:
    from momentum.cli.boards import board, summary

    record, _ = _record(given)
    game = record.game()
    if given.json:
        print(json.dumps({**summary(game), "headers": dict(record.headers)}, ensure_ascii=False))
        return 0
    rows = {**{name.lower(): value for name, value in record.headers}, **summary(game)}
    shown = [f"{name.replace('_', ' '):9} {value}" for name, value in rows.items() if value is not None]
    print("\n".join([board(game.position), *shown]))
    return 0


def _replay(given: argparse.Namespace) -> int:
    return replay(_record(given)[0], given)


def _export(given: argparse.Namespace) -> int:
    from momentum.records.exchange import document_of, json_text

    record, checkpoint = _record(given)
    in_json = given.format == "json"
    options.write_file(json_text(document_of(record, checkpoint)) + "\n" if in_json else str(record))
    return 0


def _slip(given: argparse.Namespace) -> int:
    from momentum.records.slip import slip_of
    from momentum.records.slip_page import slip_page
    from momentum.records.store.seal import seal_of

    config = options.known_config(given.config)
    language = given.language or (config.language if config is not None else "en")
    with _journal(given) as reader:
        reader.line(given.number)
        seal = seal_of(_file(given), reader.signers())
        options.write_file(slip_page(slip_of(reader.entries_of(given.number), seal), language))
    return 0


def _import(given: argparse.Namespace) -> int:
    from momentum.records.files import read_record
    from momentum.records.store import open_journal

    record, _ = read_record(given.file)
    with closing(open_journal(_file(given))) as journal:
        number = journal.import_game(record, given.file.name)
    print(f"{given.file} is game {number} (turns: {len(record.moves)})")
    return 0


def _verify(given: argparse.Namespace) -> int:
    from momentum.records.errors import Damaged, Foreign, NoJournal, RecordError
    from momentum.records.slip import BEGINS

    if given.file is not None and given.file.startswith(BEGINS):
        return _verify_text(given)
    file = _file(given) if given.file is None else Path(given.file)
    if not file.exists():
        raise NoJournal(f"there is no file {file} to verify")
    try:
        found = _whole_journal(file) if given.file is None else _whole_file(given, file)
    except (Damaged, Foreign, RecordError) as error:
        print(error if str(file) in str(error) else f"{file}: {error}", file=sys.stderr)
        return 1
    print(f"{file}: whole ({found})")
    return 0


def _whole_file(given: argparse.Namespace, file: Path) -> str:
    from momentum.records.files import is_journal, read_page
    from momentum.records.slip_page import read_slip_page

    if is_journal(file):
        return _whole_journal(file)
    page = read_page(file)
    return _whole_record(given, file) if page is None else _whole_slip(given, read_slip_page(page))


def _verify_text(given: argparse.Namespace) -> int:
    from momentum.records.errors import Damaged, RecordError
    from momentum.records.slip import Slip

    try:
        found = _whole_slip(given, Slip.parse(given.file))
    except (Damaged, RecordError) as error:
        print(f"slip: {error}", file=sys.stderr)
        return 1
    print(f"slip: whole ({found})")
    return 0


def _whole_slip(given: argparse.Namespace, slip: Slip) -> str:
    from momentum.records.book import result_text
    from momentum.records.slip import check_slip
    from momentum.records.store import read_journal

    found = f"game {slip.game}: {result_text(slip.result)}, turns: {slip.turns}; signed by {slip.key.hex()}"
    journal = _file(given)
    if journal.exists():
        with closing(read_journal(journal)) as reader:
            if slip.key in reader.signers():
                check_slip(slip, reader.entries_of(slip.game))
                return f"{found}, the key of {journal}, which says the same"
    return f"{found}, whose journal is not {journal}: compare the key yourself (momentum games key)"


def _whole_journal(file: Path) -> str:
    from momentum.records.store import read_journal, verify

    with closing(read_journal(file)) as reader:
        whole = verify(reader, file)
    keys = ", ".join(key.hex() for key in whole.keys) or "nobody"
    beside = "whose key is beside it" if whole.known else "whose key is not beside it: compare it yourself"
    counts = f"{whole.entries} entries, {whole.games} games, {whole.checkpoints} checkpoints"
    return f"{counts}, signed by {keys}, {beside}"


def _whole_record(given: argparse.Namespace, file: Path) -> str:
    from momentum.records.book import result_text
    from momentum.records.files import promised, read_record
    from momentum.records.store import check_promise, read_journal

    record, part = read_record(file)
    found = f"{len(record.moves)} turns replay to {result_text(record.game().result)}"
    if part is None:
        return found
    promise, journal = promised(part), _file(given)
    found = f"{found}; its journal had {part.count} entries, signed by {part.key}"
    if journal.exists():
        with closing(read_journal(journal)) as reader:
            if bytes.fromhex(part.key) in reader.signers():
                check_promise(reader, promise)
                return f"{found}, and {journal} still has them"
    return found


def _key(given: argparse.Namespace) -> int:
    with _journal(given) as reader:
        print(*(key.hex() for key in reader.signers()[-1:]))
    return 0
