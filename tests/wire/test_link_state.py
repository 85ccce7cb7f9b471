"""Every state of a link with everything that may happen to it."""

from __future__ import annotations

from itertools import product

import pytest

from firmware_bridge.errors import BridgeError, LocalProtocolError
from firmware_bridge.link_state import TABLE, Happening, State, follow

FOLLOWS = """
            opened    welcomed  reported  redrawn  lost      failed  shut
closed      greeting  -         -         -        -         -       closed
greeting    -         snapshot  -         -        -         failed  closed
snapshot    -         -         redraw    -        greeting  failed  closed
redraw      -         -         -         live     greeting  failed  closed
live        -         -         -         -        greeting  failed  closed
failed      -         -         -         -        -         -       closed
"""


def drawn() -> dict[tuple[State, Happening], State | None]:
    """Return the table drawn above."""
    head, *lines = [line.split() for line in FOLLOWS.strip().splitlines()]
    return {
        (State(line[0]), Happening(name)): None if to == "-" else State(to)
        for line in lines
        for name, to in zip(head, line[1:], strict=True)
    }


@pytest.mark.parametrize(("state", "happening"), list(product(State, Happening)))
def test_every_state_and_happening_leads_where_it_is_drawn(state: State, happening: Happening) -> None:
    wanted = drawn()[state, happening]
    if wanted is None:
        with pytest.raises(
            LocalProtocolError, match=f"a link that is {state} cannot be {happening}"
        ) as caught:
            follow(state, happening)
        assert isinstance(caught.value, BridgeError)
    else:
        assert follow(state, happening) is wanted


def test_every_state_can_be_left_by_shutting_the_port() -> None:
    assert all(Happening.SHUT in TABLE[state] for state in State)
