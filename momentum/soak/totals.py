"""Totals: what all games of a soak came to, as text and as one JSON object."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from momentum.soak.game import GameReport

SHOWN_FAILURES = 3
"""Games with something false that are printed; all are counted."""
SHOWN_ACTS = 30
"""The last acts that are printed of such a game."""


@dataclass(slots=True, kw_only=True)
class Totals:
    """Sums over games; the same for the same seed and games, but for pace and memory."""

    games: int = 0
    """Games played."""
    turns: int = 0
    """Turns completed."""
    table_s: float = 0.0
    """Table time."""
    made: Counter[str] = field(default_factory=Counter)
    """Mistakes of hands, by kind."""
    caught: Counter[str] = field(default_factory=Counter)
    """Those that the lights showed before play went on."""
    harmless: Counter[str] = field(default_factory=Counter)
    """Those that ended right without a complaint."""
    troubles: Counter[str] = field(default_factory=Counter)
    """What happened that was no mistake."""
    false: int = 0
    """False decisions, hangs among them."""
    longest_s: float = 0.0
    """Longest time to get back in step, table time."""
    failures: list[GameReport] = field(default_factory=list)
    """The first games in which something was false."""
    peak_mb: float = 0.0
    """Peak resident memory of the largest process."""
    wall_s: float = 0.0
    """Real time that it took."""

    def add(self, report: GameReport) -> None:
        """Add one game."""
        self.games += 1
        self.turns += report.turns
        self.table_s += report.table_ms / 1000
        self.made += report.record.made
        self.caught += report.record.caught
        self.harmless += report.record.harmless
        self.troubles += report.record.troubles
        self.false += len(report.false)
        self.longest_s = max(self.longest_s, report.record.longest_ms / 1000)
        if report.false and len(self.failures) < SHOWN_FAILURES:
            self.failures.append(report)

    @property
    def games_a_second(self) -> float:
        """Games in a second of real time."""
        return self.games / self.wall_s if self.wall_s else 0.0

    def as_json(self) -> dict[str, Any]:
        """Return everything under names that stay."""
        return {
            "games": self.games,
            "turns": self.turns,
            "mistakes_made": self.made.total(),
            "mistakes_caught": self.caught.total(),
            "mistakes_harmless": self.harmless.total(),
            "false_decisions": self.false,
            "longest_back_in_step_s": round(self.longest_s, 3),
            "games_per_second": round(self.games_a_second, 2),
            "peak_memory_mb": round(self.peak_mb, 1),
            "table_time_s": round(self.table_s),
            "mistakes": {kind: self._kind(kind) for kind in sorted(self.made)},
            "troubles": dict(sorted(self.troubles.items())),
            "failures": [
                {"game": each.number, "why": list(each.false), "scenario": list(each.scenario)}
                for each in self.failures
            ],
        }

    def _kind(self, kind: str) -> dict[str, int]:
        return {"made": self.made[kind], "caught": self.caught[kind], "harmless": self.harmless[kind]}

    def as_text(self) -> str:
        """Return the same for people."""
        rows = (
            (f"{self.games:,}", "games"),
            (f"{self.turns:,}", f"turns in {self.table_s / 3600:,.1f} hours of table time"),
            (f"{self.made.total():,}", f"mistakes made: {_list(self.made)}"),
            (f"{self.caught.total():,}", "mistakes caught by the lights"),
            (f"{self.harmless.total():,}", "mistakes that ended right by themselves"),
            (f"{self.troubles.total():,}", f"other troubles: {_list(self.troubles)}"),
            (f"{self.false:,}", "false decisions"),
            (f"{self.longest_s:.1f}", "seconds of table time at most to get back in step"),
            (f"{self.games_a_second:.1f}", "games a second"),
            (f"{self.peak_mb:.0f}", "MB of memory at most"),
        )
        return "\n".join(f"{figure:>10}  {words}" for figure, words in rows)

    def failures_as_text(self, seed: int) -> str:
        """Return what was false, with the last acts before it and how to see it again."""
        return "\n".join(line for each in self.failures for line in _failure(each, seed))


def _list(counts: Counter[str]) -> str:
    return ", ".join(f"{kind} {count:,}" for kind, count in counts.most_common()) or "none"


def _failure(report: GameReport, seed: int) -> list[str]:
    again = f"momentum soak --seed {seed} --first {report.number} --games 1"
    left_out = max(len(report.scenario) - SHOWN_ACTS, 0)
    return [
        f"game {report.number}, played again by: {again}",
        *(f"  {why}" for why in report.false),
        *(f"    {line}" for line in report.head),
        *([f"    # ... {left_out} acts"] if left_out else []),
        *(f"    {line}" for line in report.scenario[left_out:]),
    ]
