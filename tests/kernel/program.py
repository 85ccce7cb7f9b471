"""`momentum play --config` as a process of the kernel lab's guest, seen through its page and its exit."""

import http.client
import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

from tests.kernel.board import ROOT

PATIENCE_S = 120.0
"""How long a start may take in the guest while others want the machine."""
MOMENTUM = (sys.executable, "-m", "momentum")
State = dict[str, Any]


class Program:
    """A table that is being served."""

    def __init__(self, config: Path, command: tuple[str, ...] = MOMENTUM) -> None:
        self.journal = config.with_name("journal")
        journal = ("--journal", str(self.journal), "--new")
        play = ("play", "--config", str(config), "--no-browser", "--port", "0", *journal)
        self.process = subprocess.Popen(
            [*command, *play], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.process.stdout.readline())
        assert found is not None, self.end(signal.SIGKILL)
        self._port = int(found[1])

    def get(self, path: str) -> str:
        """Return what is served at a path."""
        with closing(self._connection()) as connection:
            connection.request("GET", path)
            return connection.getresponse().read().decode()

    def state(self) -> State:
        """Return the table's state."""
        state: State = json.loads(self.get("/api/state"))
        return state

    def act(self, **command: Any) -> None:
        """Send a command as the page does."""
        token = re.search(r'name="momentum-token" content="([^"]+)"', self.get("/"))
        assert token is not None
        origin = f"http://127.0.0.1:{self._port}"
        headers = {"Content-Type": "application/json", "Origin": origin, "X-Momentum-Token": token[1]}
        with closing(self._connection()) as connection:
            connection.request("POST", "/api/act", json.dumps(command), headers)
            answer = connection.getresponse()
            assert answer.status == 200, answer.read()

    def until(self, is_so: Callable[[State], bool]) -> State:
        """Listen to the page's events until the state is so, and return it."""
        deadline_s = monotonic() + PATIENCE_S
        with closing(self._connection()) as connection:
            connection.request("GET", "/api/events")
            answer, event = connection.getresponse(), b""
            while monotonic() < deadline_s:
                line = answer.readline()
                assert line, "the program has ended"
                if line.startswith(b"event: "):
                    event = line
                elif event == b"event: state\n" and line.startswith(b"data: "):
                    state: State = json.loads(line[6:])
                    if is_so(state):
                        return state
        raise AssertionError(f"it did not become so in time; the table says {self.state()}")

    def phase(self, phase: str, ply: int | None = None) -> State:
        """Wait for this phase, of the turn after `ply` completed ones where that is given."""
        return self.until(
            lambda state: state["game"]["phase"] == phase and ply in (None, state["game"]["ply"])
        )

    def end(self, with_signal: signal.Signals) -> tuple[int, str]:
        """Send a signal, wait for the end, and return the exit status and what was written as errors."""
        self.process.send_signal(with_signal)
        return self.wait()

    def wait(self) -> tuple[int, str]:
        """Wait for the end, and return the exit status and what was written as errors."""
        _, errors = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, errors

    def _connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the program to its end."""
    return subprocess.run(
        [*MOMENTUM, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
