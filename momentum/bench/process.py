"""What the program costs as a process: time to ready, memory, and the processor while nothing happens."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

READY_S = 15.0
"""How long a start may take before it counts as failed."""
IDLE_S = 6.0
"""How long an idle program is watched."""
_ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")
_PLAY = ("-m", "momentum", "play", "--simulate", "--no-browser", "--port", "0")
_ASSETS = re.compile(r'(?:src|href)="(/[^"]+)"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A running program that serves a simulated table."""

    process: subprocess.Popen[str]
    """Its process."""
    port: int
    """The port of its page."""
    ready_s: float
    """Seconds from its start to its first answered page."""

    def get(self, path: str) -> str:
        """Return what it serves at `path`."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.closing(connection):
            connection.request("GET", path)
            return connection.getresponse().read().decode()

    def act(self, token: str, **command: str) -> None:
        """Send a command."""
        origin = f"http://127.0.0.1:{self.port}"
        headers = {"Content-Type": "application/json", "Origin": origin, "X-Momentum-Token": token}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.closing(connection):
            connection.request("POST", "/api/act", json.dumps(command), headers)
            answer = connection.getresponse()
            if answer.status != 200:
                raise AssertionError(f"{command} was answered {answer.status}: {answer.read().decode()}")

    def processor_s(self) -> float:
        """Return the processor time it has used, in seconds (Linux: /proc)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def peak_mb(self) -> float:
        """Return its peak resident memory in megabytes (Linux: /proc)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        if found is None:
            raise AssertionError("this kernel does not tell the peak resident memory")
        return int(found[1]) * 1024 / 1e6


@contextlib.contextmanager
def program() -> Iterator[Program]:
    """Start the program on a free port, with a journal of its own, and end it afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, *_PLAY, "--journal", f"{folder}/games.sqlite"]
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603
        try:
            yield _ready(process, started)
        finally:
            process.terminate()
            process.wait(timeout=10)
            if process.stdout is not None:
                process.stdout.close()


def _ready(process: subprocess.Popen[str], started: float) -> Program:
    line = process.stdout.readline() if process.stdout else ""
    found = _ADDRESS.search(line)
    if found is None:
        raise AssertionError(f"the program did not say its address but {line!r}")
    port = int(found[1])
    while time.perf_counter() - started < READY_S:
        with contextlib.suppress(OSError):
            running = Program(process=process, port=port, ready_s=0)
            running.get("/")
            return Program(process=process, port=port, ready_s=time.perf_counter() - started)
    raise AssertionError(f"no page within {READY_S:.0f} s")


def start_s(runs: int = 3) -> float:
    """Return the median of the seconds from start to the first answered page."""
    times = []
    for _ in range(runs):
        with program() as running:
            times.append(running.ready_s)
    return statistics.median(times)


def idle_cpu_percent() -> float:
    """Return the percentage of one core taken at 200 scans a second with nothing to do."""
    with program() as running:
        time.sleep(1.0)
        before, started = running.processor_s(), time.perf_counter()
        time.sleep(IDLE_S)
        return 100 * (running.processor_s() - before) / (time.perf_counter() - started)


def rss_mb() -> float:
    """Return the peak resident memory while one page is loaded, listens, and plays some turns."""
    with program() as running:
        page = running.get("/")
        token = re.search(r'name="momentum-token" content="([^"]+)"', page)
        if token is None:
            raise AssertionError("the page holds no token")
        for asset in _ASSETS.findall(page):
            running.get(asset)
        listener = threading.Thread(target=_listen, args=(running, 4.0))
        listener.start()
        for cell, owner in (("d4", "first"), ("a1", "second"), ("g7", "first"), ("b2", "second")):
            running.act(token[1], do="place", cell=cell, owner=owner)
            time.sleep(0.5)
        listener.join()
        return running.peak_mb()


def _listen(running: Program, seconds: float) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=10)
    with contextlib.closing(connection):
        connection.request("GET", "/api/events")
        answer, until = connection.getresponse(), time.monotonic() + seconds
        while time.monotonic() < until and answer.readline():
            pass
