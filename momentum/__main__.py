"""`python -m momentum` is the command `momentum`."""

from __future__ import annotations

import sys

from momentum.cli import run

if __name__ == "__main__":
    sys.exit(run())
