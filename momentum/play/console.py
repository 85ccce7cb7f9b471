"""The console: how `momentum arbiter` on the same machine reaches the table that is being played.

A socket beside the journal, which only its owner may open; no PIN, no lockout. Each connection brings one
line of JSON and gets one back: `{"act": "pause", "reason": "..."}` is answered by `{"number": 1}`, `{}` by
what stands; `{"error": "..."}` says why something was not done.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from momentum.errors import MomentumError
from momentum.play.errors import PlayError
from momentum.play.session import Session
from momentum.referee import parse_act

LONGEST_LINE = 4096
"""Bytes of the longest request."""
PATIENCE_S = 5.0
"""How long either side waits for the other."""


class NobodyThere(PlayError):
    """No table is being played there, or not by somebody whose console this is."""


def socket_file(journal: Path) -> Path:
    """Return where the socket of the table that writes this journal is."""
    return journal.with_name(f"{journal.name}.arbiter")


@asynccontextmanager
async def console(session: Session, file: Path) -> AsyncIterator[None]:
    """Answer consoles at this socket while the block runs. Raises `PlayError` when it cannot be made."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError):
            line = await asyncio.wait_for(reader.readline(), PATIENCE_S)
            writer.write(json.dumps(answer_to(session, line), ensure_ascii=False).encode() + b"\n")
            await writer.drain()
        writer.close()

    sock = _bound(file)
    server = await asyncio.start_unix_server(answer, sock=sock, limit=LONGEST_LINE)
    try:
        yield
    finally:
        server.close()
        _remove(file)


def _remove(file: Path) -> None:
    file.unlink(missing_ok=True)


def answer_to(session: Session, line: bytes) -> dict[str, Any]:
    """Return what is answered to one line."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):
        return {"error": "this is no line of JSON"}
    if asked == {}:
        return session.standing()
    if not isinstance(asked, dict) or set(asked) != {"act", "reason"}:
        return {"error": "a line holds an act and a reason, or nothing"}
    try:
        return {"number": session.rule(parse_act(str(asked["act"])), str(asked["reason"]))}
    except MomentumError as error:
        return {"error": str(error)}


def ask(file: Path, asked: dict[str, str]) -> dict[str, Any]:
    """Return what the table at this socket answers. Raises `PlayError`, such as `NobodyThere`."""
    line = json.dumps(asked).encode() + b"\n"
    if len(line) > LONGEST_LINE:
        raise PlayError("an act and its reason are too long for one line; a reason is at most 200 characters")
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
            sock.settimeout(PATIENCE_S)
            sock.connect(str(file))
            sock.sendall(line)
            with sock.makefile("rb") as answers:
                answer: dict[str, Any] = json.loads(answers.readline())
                return answer
    except PermissionError as error:
        raise NobodyThere(f"{file} belongs to another user; try it with sudo") from error
    except TimeoutError as error:
        raise NobodyThere(f"the table at {file} does not answer; look at its program") from error
    except (OSError, ValueError) as error:
        raise NobodyThere(
            f"no table is being played here ({file}): start momentum play, or name its journal with --journal"
        ) from error


def _bound(file: Path) -> socket.socket:
    """Return a socket at this file for its owner alone; one that a dead program left is replaced."""
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        if file.is_socket() and not _answers(file):
            file.unlink()
        sock.bind(str(file))
    except OSError as error:
        sock.close()
        raise PlayError(
            f"momentum arbiter cannot reach this table: {file}: {error.strerror or error}"
        ) from error
    finally:
        os.umask(before)
    return sock


def _answers(file: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.settimeout(PATIENCE_S)
        try:
            sock.connect(str(file))
        except OSError:
            return False
        return True
