"""Power cuts while games are played: nothing that was shown is lost, the journal is whole, the game goes on.

The disk is one whose own cache is lost with the power, too: nbdkit holds back what no flush asked for. Writes
are neither torn nor reordered.

`tests/kernel/lab cuts N` makes N of them, and tells what each one left.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.kernel.endless import DISKS
from tests.kernel.outside.guest import BUILD, PATIENCE_S, Guest

AS_IT_IS, *CARELESS = DISKS
"""The disk that games are written to as the program writes them, and those on which something is left out."""
SHORTEST_S, LONGEST_S = 0.3, 3.0
"""How long games are played before a cut."""
IMAGE_MB = 24
Left = dict[str, dict[str, int]]
"""What a cut left on each disk."""


class Power:
    """Disks whose content lasts, and a guest that plays on them until its power is cut, again and again."""

    def __init__(self, job: Path) -> None:
        self._job = job
        self._shown = job / "shown"
        self._shown.mkdir()
        self._cuts = 0
        self._images = {name: job / f"{number}.img" for number, name in enumerate(DISKS)}
        for image in self._images.values():
            made = ["mke2fs", "-q", "-t", "ext4", str(image), f"{IMAGE_MB}m"]
            subprocess.run(made, check=True, stdout=subprocess.DEVNULL)

    def cut(self, after_s: float) -> Left:
        """Let games go on for a turn and so long, cut the power, and return what the cut before left."""
        with self._disks() as (disks, words), self._guest(words) as guest:
            found = self._until_games_go_on(guest)
            lines = _until(guest, lambda line: line.startswith(f"shown {AS_IT_IS} ") and " turn " in line)
            lines += guest.lines(time.monotonic() + after_s)
            for disk in disks:
                disk.kill()
            self._keep(lines + guest.cut())
        self._cuts += 1
        return found

    def look(self) -> Left:
        """Return what the last cut left."""
        with self._disks() as (_, words), self._guest(words) as guest:
            return self._until_games_go_on(guest)

    @contextmanager
    def _disks(self) -> Iterator[tuple[list[subprocess.Popen[bytes]], list[str]]]:
        """Serve the disks, each with a cache of its own; yield their processes and qemu's words for them."""
        disks, words = [], list[str]()
        for image in self._images.values():
            wire = image.with_suffix(".wire")
            wire.unlink(missing_ok=True)
            line = ["nbdkit", "-f", "-U", str(wire), "--filter=cache", "file", str(image), "cache=writeback"]
            disks.append(subprocess.Popen(line))
            words += ["-drive", f"file=nbd+unix:///?socket={wire},format=raw,if=virtio,discard=unmap"]
        try:
            _await(*(image.with_suffix(".wire") for image in self._images.values()))
            yield disks, words
        finally:
            for disk in disks:
                disk.kill()
                disk.wait()

    @contextmanager
    def _guest(self, words: list[str]) -> Iterator[Guest]:
        play = [sys.executable, "-m", "tests.kernel.endless", str(self._shown), str(self._cuts)]
        guest = Guest(self._job, play, words)
        try:
            yield guest
        finally:
            guest.end()

    def _until_games_go_on(self, guest: Guest) -> Left:
        """Return what the last cut left, once games go on; what is shown till then counts."""
        lines = _until(guest, lambda line: line == "playing")
        self._begin_anew()
        self._keep(lines)
        return dict(_read(line) for line in lines if line.startswith("left "))

    def _begin_anew(self) -> None:
        """Forget what was shown on disks whose games have begun anew."""
        for name in CARELESS:
            (self._shown / name).write_text("", "ascii")

    def _keep(self, lines: list[str]) -> None:
        """Keep what was told as shown, for the next look."""
        for line in lines:
            if line.startswith("shown "):
                _, name, what = line.split(" ", 2)
                with (self._shown / name).open("a", encoding="ascii") as shown:
                    print(what, file=shown)


def _until(guest: Guest, is_it: Callable[[str], bool]) -> list[str]:
    """Return what a guest says, up to the line that is waited for."""
    lines = []
    for line in guest.lines(time.monotonic() + PATIENCE_S):
        lines.append(line)
        if is_it(line):
            return lines
    raise AssertionError(f"the guest does not go on: {lines[-20:]}, {guest.story()}")


def _read(line: str) -> tuple[str, dict[str, int]]:
    _, name, found = line.split(" ", 2)
    return name, json.loads(found)


def _await(*sockets: Path) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while not all(wire.exists() for wire in sockets):
        assert time.monotonic() < until_s, "nbdkit serves nothing"
        time.sleep(0.01)


def cuts(job: Path, number: int, chance: random.Random) -> Iterator[Left]:
    """Cut the power so often, and yield what each cut left."""
    power = Power(job)
    power.cut(chance.uniform(SHORTEST_S, LONGEST_S))
    for _ in range(number - 1):
        yield power.cut(chance.uniform(SHORTEST_S, LONGEST_S))
    yield power.look()


def sums(found: Sequence[Left]) -> dict[str, tuple[int, int]]:
    """Return how much was shown on each disk, and how much of it was lost, over all cuts."""
    return {
        name: (sum(of[name]["shown"] for of in counted), sum(of[name]["lost"] for of in counted))
        for name, disk in DISKS.items()
        for counted in [found[-1:] if disk.lasts else found]
    }


def main(number: int) -> int:
    """Cut the power so often and tell what each cut left; return 1 when the first disk lost anything."""
    found = []
    with TemporaryDirectory(prefix="run.", dir=BUILD) as job:
        for left in cuts(Path(job), number, random.Random()):
            found.append(left)
            print(len(found), json.dumps(left), flush=True)
    for name, (shown, lost) in sums(found).items():
        print(f"{name}: {lost:,} of {shown:,} lost")
    return 1 if sums(found)[AS_IT_IS][1] else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
