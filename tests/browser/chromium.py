"""Chromium: where this machine has it, and how tests start it."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator

from playwright.sync_api import Browser, sync_playwright

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""What it is started with: nothing that a container lacks, and nothing that asks the network by itself."""

MISSING = "these tests want a browser: sudo apt-get install -y chromium"
"""What to do where there is none."""


def executable() -> str | None:
    """Return the path of this machine's chromium; None where there is none."""
    return shutil.which("chromium")


@contextlib.contextmanager
def started(path: str) -> Iterator[Browser]:
    """Start the chromium at this path while the block runs."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()
