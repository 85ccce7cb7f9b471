"""Words for the service manager: ready, still alive, stopping; silent where there is none."""

from __future__ import annotations

import socket
from collections.abc import Mapping


class Notifier:
    """Speaks systemd's notification protocol (sd_notify(3)) over the socket named in the environment."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        """Read NOTIFY_SOCKET and WATCHDOG_USEC; without the first, nothing is ever sent."""
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        usec = environment.get("WATCHDOG_USEC", "")
        self._every_ms = int(usec) / 2000 if usec.isdigit() else 0.0
        self._next_ms = 0.0

    def ready(self) -> None:
        """Say that the table can be played at."""
        self._send("READY=1")

    def stopping(self) -> None:
        """Say that the program is going."""
        self._send("STOPPING=1")

    def alive(self, now_ms: float) -> None:
        """Say, twice as often as the watchdog wants to hear it, that the loop turns."""
        if self._every_ms and now_ms >= self._next_ms:
            self._next_ms = now_ms + self._every_ms
            self._send("WATCHDOG=1")

    def _send(self, words: str) -> None:
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sock:
            sock.sendto(words.encode(), self._address)
