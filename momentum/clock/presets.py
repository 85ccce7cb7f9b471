"""Time controls by name: what clubs play.

`blitz` and `rapid` are the rates of FIDE's world championships in those, `classical` is a usual rate of
FIDE's opens, `delay` follows US Chess, `igo` and `canadian25` are rates of go clubs and servers.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

PRESETS: Final = MappingProxyType(
    {
        "bullet": "2m+1s",
        "blitz": "3m+2s",
        "club": "5m+3s",
        "rapid": "15m+10s",
        "classical": "90m/40+30s;30m+30s",
        "delay": "30m d5s",
        "igo": "byo 10m 5x30s",
        "canadian25": "canadian 10m 10m/25",
        "sandglass": "hourglass 1m",
        "learn": "up",
    }
)
"""The text of each time control that has a name."""
