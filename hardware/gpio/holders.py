"""Who holds a GPIO line: what the kernel and /proc tell of it."""

from collections.abc import Iterator
from pathlib import Path
from textwrap import shorten
from typing import Final, NamedTuple

_LONGEST: Final = 80


class Holder(NamedTuple):
    """A process that holds lines of some GPIO chip."""

    pid: int
    """Its number."""
    command: str
    """What it was started as."""
    lines: frozenset[int]
    """The lines it holds, as far as the kernel tells (Linux 6.2 and later); else empty."""

    def __str__(self) -> str:
        return f"process {self.pid} ({self.command})"


def holders(proc: Path = Path("/proc")) -> Iterator[Holder]:
    """Yield the processes, among those this user may look into, that hold GPIO lines."""
    for folder in sorted(proc.glob("[0-9]*"), key=lambda path: int(path.name)):
        try:
            requests = [link for link in (folder / "fd").iterdir() if _is_request(link)]
            if requests:
                yield Holder(int(folder.name), command_of(folder), _lines(folder, requests))
        except OSError:
            continue  # another user's, or it has just ended


def holders_of(line: int, proc: Path = Path("/proc")) -> tuple[Holder, ...]:
    """Return the processes that hold this line or, where the kernel does not tell lines, any line."""
    return tuple(holder for holder in holders(proc) if not holder.lines or line in holder.lines)


def command_of(process: Path) -> str:
    """Return the command line of a process's folder in /proc: one line, and no long one."""
    words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").split()
    return shorten(" ".join(words), _LONGEST, placeholder="...")


def _is_request(link: Path) -> bool:
    try:
        return "gpio-line" in str(link.readlink())
    except OSError:
        return False  # closed meanwhile


def _lines(folder: Path, requests: list[Path]) -> frozenset[int]:
    texts = [(folder / "fdinfo" / request.name).read_text("ascii") for request in requests]
    return frozenset(
        int(line.partition(":")[2])
        for text in texts
        for line in text.splitlines()
        if line.startswith("gpio-line:")
    )
