"""Leaving: a signal ends the program in good order, with pages listening, and says nothing about it."""

from __future__ import annotations

import http.client
import re
import signal
import subprocess
import sys

import pytest

PLAY = [sys.executable, "-m", "momentum", "play", "--simulate", "--no-browser", "--port", "0"]


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_program_in_good_order(ending: signal.Signals) -> None:
    with subprocess.Popen(PLAY, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        found = re.search(r":(\d+)/", program.stdout.readline())
        assert found is not None
        page = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=10)
        page.request("GET", "/api/events")
        assert page.getresponse().readline() == b"event: state\n"
        program.send_signal(ending)
        out, err = program.communicate(timeout=10)
        page.close()
        assert (program.returncode, out, err) == (0, "", "")
