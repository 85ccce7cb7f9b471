"""The service manager is told what it waits for, by the loop itself, and never anything else."""

from __future__ import annotations

import socket
from pathlib import Path

from momentum.play.notify import Notifier


def test_without_a_manager_nothing_is_sent_and_nothing_fails() -> None:
    notifier = Notifier({})
    notifier.ready()
    notifier.alive(1e9)
    notifier.stopping()


def test_ready_alive_and_stopping_are_said_in_time(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address)
        manager.settimeout(5)
        notifier = Notifier({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "5000000"})
        notifier.ready()
        for now_ms in range(1000, 9001, 5):
            notifier.alive(float(now_ms))
        notifier.stopping()
        heard = [manager.recv(99) for _ in range(6)]
    assert heard == [b"READY=1", *[b"WATCHDOG=1"] * 4, b"STOPPING=1"]
