"""What a real board's pins cost: system calls and processor time a scan, and a frame's encoding.

Each way to scan runs in a process of its own, because a process drives its pins through one library alone.
It reads lines from its input, a number of scans and a rate (0: no pause between them), and answers each with
the microseconds of processor time that one scan took.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TextIO

ROUNDS = 5
"""The best of so many rounds counts: whatever else the machine does only ever adds to one."""
SCANS = 200
"""Scans of a round."""
TRACED = (20, 60)
"""Scans traced to count system calls, twice: the difference knows nothing of what surrounds them."""
FRAMES = 200
"""Frames of a round of encoding."""
ATTACH_S = 20.0
"""How long strace may take to attach."""
WAYS = MappingProxyType({"plain": "the same scan written plainly with gpiozero's devices"})
"""What a way to scan is called where its name does not say it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanCost:
    """What one way to scan costs."""

    way: str
    """A backend, or `plain`."""
    system_calls: float | None = None
    """System calls a scan; None where strace is missing or not allowed to look."""
    cpu_us: float | None = None
    """Microseconds of processor time a scan, one right after the other; None when it cannot be opened."""
    cpu_percent: float | None = None
    """Share of one core at the board's scan rate with nothing to do; over 100: it cannot keep that rate."""
    why_not: str | None = None
    """Why it could not be measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HardwareFigures:
    """What was measured on a real board."""

    scan_hz: float
    """The board's scan rate."""
    scans: tuple[ScanCost, ...]
    """Each way to scan; the configured backend first."""
    encode_us: float
    """Microseconds to encode one frame for SPI."""

    @property
    def plain_ratio(self) -> float | None:
        """How many times the configured backend's share of a core the plain scan takes."""
        plain = next((cost.cpu_percent for cost in self.scans if cost.way == "plain"), None)
        own = self.scans[0].cpu_percent
        return None if plain is None or own is None else plain / own

    def rounded(self) -> dict[str, object]:
        """Return all figures under their names, to three decimals."""
        return {
            "scan_hz": self.scan_hz,
            "scans": [_rounded(asdict(cost)) for cost in self.scans],
            **_rounded({"plain_ratio": self.plain_ratio, "encode_us": self.encode_us}),
        }


def table(figures: HardwareFigures) -> str:
    """Return the figures as lines of text."""
    lines = [
        f"{'calls':>8} {'CPU us':>9} {'% core':>8}   a scan; share of one core at {figures.scan_hz:g} Hz"
    ]
    lines += [_row(cost) for cost in figures.scans]
    ratio = "?" if figures.plain_ratio is None else f"{figures.plain_ratio:.2f}"
    lines.append(f"{ratio:>8}  times {figures.scans[0].way}'s share of a core: the plain scan (aim: 3)")
    lines.append(f"{figures.encode_us:>8.2f}  us to encode a frame for SPI (aim: 20)")
    return "\n".join(lines)


def scan_cost(way: str, command: Sequence[str], scan_hz: float) -> ScanCost:
    """Measure one way to scan, in the process that `command` starts."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:  # noqa: S603
        scanner = _Scanner(process)
        if not scanner.is_ready():
            _, why_not = process.communicate()
            return ScanCost(way=way, why_not=why_not.strip().rpartition("\n")[2])
        cost = ScanCost(
            way=way,
            system_calls=scanner.system_calls(),
            cpu_us=min(scanner.scan(SCANS, 0) for _ in range(ROUNDS)),
            cpu_percent=min(scanner.scan(SCANS, scan_hz) for _ in range(ROUNDS)) * scan_hz / 1e4,
        )
        process.communicate()
        return cost


def answer_scans(scan: Callable[[], object], orders: TextIO, answers: TextIO) -> None:
    """Be that process: scan as often and as fast as each line asks for, until the input ends."""
    print("ready", file=answers, flush=True)
    for line in orders:
        scans, hz = line.split()
        print(_cpu_us(scan, int(scans), float(hz)), file=answers, flush=True)


def encode_us(encode: Callable[[bytes], bytes], frame_bytes: int) -> float:
    """Return the microseconds that one frame takes: the best round's mean, over frames of all colours."""
    frames = [bytes((at * 7 + frame) % 256 for at in range(frame_bytes)) for frame in range(FRAMES)]
    return min(_mean_us(encode, frames) for _ in range(ROUNDS))


class _Scanner:
    """A process that scans when it is asked to."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def is_ready(self) -> bool:
        return self._answer() == "ready"

    def scan(self, scans: int, hz: float) -> float:
        print(scans, hz, file=self._process.stdin, flush=True)
        return float(self._answer())

    def _answer(self) -> str:
        return "" if self._process.stdout is None else self._process.stdout.readline().strip()

    def system_calls(self) -> float | None:
        few, many = (self._traced(scans) for scans in TRACED)
        return None if few is None or many is None else (many - few) / (TRACED[1] - TRACED[0])

    def _traced(self, scans: int) -> int | None:
        strace = shutil.which("strace")
        if strace is None:
            return None
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            arguments = (strace, "-qq", "-o", str(log), "-p", str(self._process.pid))
            with subprocess.Popen(arguments, stderr=subprocess.DEVNULL) as tracer:  # noqa: S603
                attached = _attached(self._process.pid, tracer)
                if attached:
                    self.scan(scans, 0)
                tracer.terminate()
            return len(log.read_text(encoding="utf-8", errors="replace").splitlines()) if attached else None


def _attached(pid: int, tracer: subprocess.Popen[bytes]) -> bool:
    deadline_s = time.monotonic() + ATTACH_S
    status = Path(f"/proc/{pid}/status")
    while f"TracerPid:\t{tracer.pid}\n" not in status.read_text(encoding="ascii"):
        if tracer.poll() is not None or time.monotonic() > deadline_s:
            return False
        time.sleep(0.01)
    return True


def _cpu_us(scan: Callable[[], object], scans: int, hz: float) -> float:
    before, due_s = time.process_time(), time.monotonic()
    for _ in range(scans):
        scan()
        if hz:
            due_s += 1 / hz
            time.sleep(max(0.0, due_s - time.monotonic()))
    return (time.process_time() - before) * 1e6 / scans


def _mean_us(encode: Callable[[bytes], bytes], frames: Sequence[bytes]) -> float:
    before = time.process_time()
    for frame in frames:
        encode(frame)
    return (time.process_time() - before) * 1e6 / len(frames)


def _rounded(values: Mapping[str, object]) -> dict[str, object]:
    return {key: round(value, 3) if isinstance(value, float) else value for key, value in values.items()}


def _row(cost: ScanCost) -> str:
    cells = (_cell(cost.system_calls, 8, 1), _cell(cost.cpu_us, 9, 0), _cell(cost.cpu_percent, 8, 1))
    name = WAYS.get(cost.way, cost.way)
    return f"{' '.join(cells)}   {name}{f': not measured: {cost.why_not}' if cost.why_not else ''}"


def _cell(value: float | None, width: int, digits: int) -> str:
    return f"{'?' if value is None else format(value, f'.{digits}f'):>{width}}"
