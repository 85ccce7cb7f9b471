"""The phases: every phase with every finding of the table, and every phase with every event."""

from collections.abc import Callable

import pytest

from momentum.referee import (
    BUTTONS,
    ArbiterActed,
    DeviceBack,
    DeviceLost,
    DrawAgreed,
    Event,
    FaultsChanged,
    NewGame,
    Phase,
    PhaseEntered,
    Pressed,
    Resigned,
    Sensed,
    Settled,
    TableSettings,
    Tick,
    TransitionError,
    parse_act,
    phases,
)
from momentum.referee.phases import RESUMES, TRANSITIONS, Finding, next_phase
from momentum.rules import Player
from tests.referee.sitting import Sitting, board

FINDINGS = [
    kind
    for kind in vars(phases).values()
    if isinstance(kind, type) and issubclass(kind, Finding) and kind is not Finding
]
DRAWN = """\
                setup    drop     push   correct  restore  paused   over
BoardRight      drop     drop     .      drop     drop     .        .
Unconfirmed     setup    .        .      .        .        .        .
BoardWrong      setup    correct  .      correct  restore  .        .
DropFound       .        push     .      push     push     .        .
DropRefused     .        correct  .      correct  restore  .        .
SwapLifted      .        drop     .      drop     drop     .        .
PushesLeft      .        .        push   .        .        .        .
DropTakenBack   .        .        drop   .        .        .        .
TurnOver        .        drop     drop   drop     drop     .        .
GameOver        over     over     over   over     over     over     over
GameRenewed     setup    setup    setup  setup    setup    setup    setup
TurnUndone      restore  restore  restore restore restore  .        restore
GameSet         restore  restore  restore restore restore  paused   restore
PlayStopped     paused   paused   paused paused   paused   .        .
SetupResumed    .        .        .      .        .        setup    .
WaitResumed     .        .        .      .        .        drop     .
PushResumed     .        .        .      .        .        push     .
RestoreResumed  .        .        .      .        .        restore  .
SwapFound       .        .        .      .        .        .        .
PushesDone      .        .        .      .        .        .        .
NextDropEarly   .        .        .      .        .        .        .
"""
"""The phase that follows; a point where a finding cannot happen. The last three become a TurnOver first."""

COLUMNS = [Phase(word) for word in DRAWN.splitlines()[0].split()]
CELLS = {
    (phase, words[0]): words[1 + at]
    for words in (line.split() for line in DRAWN.splitlines()[1:])
    for at, phase in enumerate(COLUMNS)
}


def finding_of(kind: type[Finding]) -> Finding:
    """Return a finding of a kind; what it carries does not matter for where it leads."""
    return kind(**dict.fromkeys(kind.__dataclass_fields__, 0))


def test_the_drawing_has_every_phase_and_every_finding() -> None:
    assert set(COLUMNS) == set(Phase) == set(TRANSITIONS)
    assert {name for _, name in CELLS} == {kind.__name__ for kind in FINDINGS}


@pytest.mark.parametrize("kind", FINDINGS)
@pytest.mark.parametrize("phase", Phase)
def test_every_phase_and_finding_lead_where_the_table_says(phase: Phase, kind: type[Finding]) -> None:
    follows = CELLS[phase, kind.__name__]
    if follows == ".":
        with pytest.raises(TransitionError, match=f"{kind.__name__} cannot happen in phase {phase}"):
            next_phase(phase, finding_of(kind))
    else:
        assert next_phase(phase, finding_of(kind)) is Phase(follows)


def test_every_phase_that_can_be_stopped_is_resumed_by_its_own_finding() -> None:
    stopped = {
        phase for phase, row in TRANSITIONS.items() if any(kind.__name__ == "PlayStopped" for kind in row)
    }
    assert set(RESUMES) == stopped
    for phase, finding in RESUMES.items():
        back = next_phase(Phase.PAUSED, finding)
        assert back is (Phase.DROP if phase is Phase.CORRECT else phase)


def setup() -> Sitting:
    sitting = Sitting(empty=False)
    sitting.settle("d4")
    return sitting


def drop() -> Sitting:
    sitting = Sitting("pie=on")
    sitting.settle("d4")
    return sitting


def lifted() -> Sitting:
    sitting = drop()
    sitting.settle("-")
    return sitting


def push() -> Sitting:
    sitting = Sitting()
    sitting.settle_each("d4", "d4,e4")
    return sitting


def early() -> Sitting:
    sitting = push()
    sitting.sense("c4,e4")
    sitting.sense("c4,e4,g7")
    return sitting


def correct() -> Sitting:
    sitting = drop()
    sitting.settle("d5")
    return sitting


def restore() -> Sitting:
    sitting = push()
    sitting.press("undo")
    return sitting


def crashed() -> Sitting:
    sitting = drop()
    sitting.crash()
    return sitting


def paused() -> Sitting:
    sitting = push()
    sitting.press("pause")
    return sitting


def unplugged() -> Sitting:
    sitting = push()
    sitting.unplug()
    return sitting


def plugged() -> Sitting:
    sitting = unplugged()
    sitting.plug()
    return sitting


def over() -> Sitting:
    sitting = Sitting("pie=off rounds=1")
    sitting.settle_each("a1", "a1,g7")
    return sitting


def tournament_push() -> Sitting:
    sitting = Sitting("pie=off mode=tournament")
    sitting.settle_each("d4", "d4,e4")
    return sitting


def timed() -> Sitting:
    sitting = Sitting("pie=off clock=90s_turn=press")
    sitting.settle_each("d4", "d4,e4")
    return sitting


def restarted() -> Sitting:
    sitting = timed()
    sitting.crash()
    return sitting


def flagged() -> Sitting:
    sitting = Sitting("pie=off clock=1s_flag=claim_warn=-")
    sitting.tell(Tick(at_ms=sitting.later(1500)))
    return sitting


def confirming() -> Sitting:
    sitting = Sitting("pie=off confirm=on irregular=warning+loss@1")
    sitting.press("first")
    return sitting


def announcing() -> Sitting:
    sitting = Sitting("pie=off rounds=off announce=player irregular=warning+loss@1 clock=5m")
    sitting.play(*["a1", "g7", "a3", "g5", "a5", "g3", "a7", "g1", "c1", "e7", "c7", "e1", "c4"])
    return sitting


def strict() -> Sitting:
    sitting = Sitting("pie=off irregular=warning+30s+loss@2 clock=5m")
    sitting.settle_each("d4", "d4,e4")
    return sitting


SITUATIONS: dict[Callable[[], Sitting], Phase] = {
    setup: Phase.SETUP,
    drop: Phase.DROP,
    lifted: Phase.DROP,
    push: Phase.PUSH,
    early: Phase.PUSH,
    tournament_push: Phase.PUSH,
    correct: Phase.CORRECT,
    restore: Phase.RESTORE,
    crashed: Phase.RESTORE,
    paused: Phase.PAUSED,
    unplugged: Phase.PAUSED,
    plugged: Phase.PAUSED,
    over: Phase.OVER,
    timed: Phase.PUSH,
    restarted: Phase.PAUSED,
    flagged: Phase.DROP,
    confirming: Phase.SETUP,
    announcing: Phase.DROP,
    strict: Phase.PUSH,
}
BOARDS = ("-", "d4", "d4,e4", "c4,e4", "e4", "d5", "d4,g7", "c4,e4,g7", "a1,b2,c3", "a1,g7")


ACTS = (
    "pause", "resume", "position first=d4 second=g7", "stand", "stand first=d4", "turn second",
    "counts ply=7", "take_back 1", "penalty first warning", "penalty both loss", "result draw", "reopen",
    "swap_sides", "contact d4 bad", "contact d4 good", "note", "undo 1",
)  # fmt: skip


def events() -> list[Event]:
    """Return every kind of event, boards and buttons in all the ways that matter."""
    soon = 5000.0
    return [
        *(Sensed(at_ms=soon, seen=board(text)) for text in BOARDS),
        *(Settled(at_ms=soon, seen=board(text)) for text in BOARDS),
        *(Pressed(at_ms=soon, button=name) for name in (*BUTTONS, "of another table")),
        *(FaultsChanged(at_ms=soon, cells=cells) for cells in (0, 1 << 24, 0x1FFFFFFFFFFFF)),
        *(Resigned(at_ms=soon, player=player) for player in Player),
        *(NewGame(at_ms=soon, settings=TableSettings.parse(words)) for words in ("", "mode=tournament")),
        DrawAgreed(at_ms=soon),
        *(ArbiterActed(at_ms=soon, act=parse_act(text), reason="a ruling") for text in ACTS),
        ArbiterActed(at_ms=soon, act=parse_act("pause"), reason=" "),
        Tick(at_ms=soon),
        Tick(at_ms=200_000),
        DeviceLost(at_ms=soon, why="the cable is out"),
        DeviceBack(at_ms=soon),
    ]


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.__name__)
def test_a_situation_is_in_its_phase(situation: Callable[[], Sitting]) -> None:
    assert situation().phase == SITUATIONS[situation]


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.__name__)
@pytest.mark.parametrize("event", events(), ids=lambda event: type(event).__name__)
def test_no_event_in_any_phase_raises_and_every_phase_entered_stands_in_the_table(
    situation: Callable[[], Sitting], event: Event
) -> None:
    sitting = situation()
    way = [sitting.referee.phase]
    for decision in sitting.tell(event):
        assert decision.at_ms == event.at_ms
        if isinstance(decision, PhaseEntered):
            assert decision.phase in TRANSITIONS[way[-1]].values()
            assert decision.phase is not way[-1]
            way.append(decision.phase)
    assert sitting.referee.phase is way[-1]
    sitting.referee.snapshot()
    sitting.referee.preview()
    sitting.crash()
    sitting.settle("d4")


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.__name__)
@pytest.mark.parametrize("text", BOARDS)
def test_sensing_alone_decides_nothing(situation: Callable[[], Sitting], text: str) -> None:
    sitting = situation()
    before = sitting.referee.game, sitting.referee.phase
    assert sitting.sense(text) == ()
    assert (sitting.referee.game, sitting.referee.phase) == before


@pytest.mark.parametrize("situation", [paused, unplugged, over], ids=lambda situation: situation.__name__)
@pytest.mark.parametrize("text", BOARDS)
def test_paused_and_over_no_board_is_judged(situation: Callable[[], Sitting], text: str) -> None:
    sitting = situation()
    before = sitting.referee.game, sitting.referee.phase
    assert sitting.settle(text) == ()
    assert (sitting.referee.game, sitting.referee.phase) == before


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.__name__)
@pytest.mark.parametrize("button", ["first", "second", "of another table"])
def test_a_short_press_of_a_players_button_decides_nothing_on_the_board(
    situation: Callable[[], Sitting], button: str
) -> None:
    sitting = situation()
    game = sitting.referee.game
    decided = sitting.press(button)
    assert sitting.referee.game == game or sitting.referee.game.result is not None
    assert decided == () or sitting.now.clock is not None or sitting.now.settings.confirm


def test_what_is_no_event_is_the_callers_mistake() -> None:
    with pytest.raises(KeyError):
        drop().tell(Event(at_ms=0))
