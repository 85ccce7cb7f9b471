"""A table at a real serial driver, for a guest whose USB cable will be pulled: served until its game is over.

    python -m tests.kernel.at_a_cable

Whatever becomes of the game is told on a line of its own: `state PHASE PLY DEVICE`.
"""

from __future__ import annotations

import json
import signal
import sys
import tempfile
from pathlib import Path

from tests.kernel.program import Program, State

CONFIG = """
driver = "pico"
[game]
pie = false
rounds = 2
[pico]
port = "/dev/ttyUSB0"
serial_number = "E66118604B6A2C31"
"""


def main() -> int:
    """Serve the table; tell the states of its game, and in the end its record."""
    config = Path(tempfile.mkdtemp()) / "momentum.toml"
    config.write_text(CONFIG, "utf-8")
    program = Program(config)
    told: list[str] = []

    def is_over(state: State) -> bool:
        game, device = state["game"], state["device"]["ok"]
        words = f"state {game['phase']} {game['ply']} {'there' if device else 'away'}"
        if words not in told[-1:]:
            told.append(words)
            print(words, flush=True)
        return bool(game["phase"] == "over")

    program.until(is_over)
    print("record", json.dumps(program.get("/api/record")), flush=True)
    code, errors = program.end(signal.SIGTERM)
    print("ended", json.dumps(errors), flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
