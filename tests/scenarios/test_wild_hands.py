"""Wild hands: random sessions with faults, crashes and pulled cables; time may jump, the rules hold."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from momentum.main import simulate
from momentum.referee import TurnEnded
from momentum.rules import CELLS, cell_text
from momentum.scenario.script import parse_script
from momentum.table.loop import TableLoop
from momentum.table.notices import Decided, Notice
from tests.referee.test_laws import check_turn_with_twin

GAPS = (0, 3, 30, 90, 270, 400, 700, 1500)
SETTINGS = (
    "set pie off\n",
    "set mode tournament\n",
    "set sensors polarity\n",
    "set rounds 3\nset scan_hz 150\n",
    "set last_marble guard\nset settle_ms 120\n",
)


def wild_session(seed: int, steps: int = 40) -> str:
    """Return the text of a session in which hands, buttons and faults do whatever they like."""
    random = Random(seed)
    lines, lying = [random.choice(SETTINGS)], set[int]()
    lines += [f"+{random.choice(GAPS)} {wild_act(random, lying)}\n" for _ in range(steps)]
    return "".join(lines)


def wild_act(random: Random, lying: set[int]) -> str:
    """Return one act, and keep track of where marbles lie."""
    free = cell_text(random.choice([cell for cell in range(CELLS) if cell not in lying]))
    kind = random.choices(["hand", "button", "hold", "fault", "cable", "crash"], weights=[16, 3, 1, 3, 1, 1])[
        0
    ]
    if kind == "hand":
        return wild_hand(random, lying)
    return {
        "button": f"button {random.choice(['swap', 'undo', 'pause', 'pause', 'new'])}",
        "hold": f"hold {random.choice(['first', 'second'])} {random.choice([300, 2300])}",
        "fault": random.choice([f"blip {free} 40", f"flicker {free} 9", f"flicker {free} off", "bounce 12"]),
        "cable": random.choice(["unplug", "plug"]),
        "crash": "crash",
    }[kind]


def wild_hand(random: Random, lying: set[int]) -> str:
    """Return what a hand does to a marble."""
    to = random.choice([cell for cell in range(CELLS) if cell not in lying])
    if not lying or random.random() < 0.5:
        lying.add(to)
        return f"place {cell_text(to)}"
    cell = random.choice(sorted(lying))
    lying.remove(cell)
    return f"lift {cell_text(cell)}"


def noticed(text: str) -> list[Notice]:
    """Return everything a table noticed."""
    notices: list[Notice] = []
    simulate(parse_script(text.encode()), seed=1, watch=notices.append)
    return notices


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 1_000_000))
def test_wild_sessions_break_no_rule_and_notice_the_same_however_time_passes(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    text = wild_session(seed)
    jumped = noticed(text)
    with monkeypatch.context() as patch:
        patch.setattr(TableLoop, "idle_until_ms", lambda _, at_ms: at_ms)
        assert noticed(text) == jumped
    decisions = [notice.decision for notice in jumped if isinstance(notice, Decided)]
    for decision in decisions:
        if isinstance(decision, TurnEnded):
            check_turn_with_twin(decision.turn)
