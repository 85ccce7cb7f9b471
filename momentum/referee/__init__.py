"""The referee: events in, decisions out; no input or output of its own, time is handed in with each event."""

from momentum.referee.decisions import (
    Announcement,
    Decision,
    DropAccepted,
    GameEnded,
    GameStarted,
    PhaseEntered,
    Said,
    TurnEnded,
    Undone,
)
from momentum.referee.errors import RefereeError, SettingError, TransitionError
from momentum.referee.events import (
    BUTTONS,
    DeviceBack,
    DeviceLost,
    DrawAgreed,
    Event,
    FaultsChanged,
    NewGame,
    Pressed,
    Resigned,
    Seen,
    Sensed,
    Settled,
)
from momentum.referee.judge import PendingDrop
from momentum.referee.phases import Phase
from momentum.referee.referee import Referee
from momentum.referee.saved import Saved
from momentum.referee.settings import SETTING_KEYS, Mode, SensorKind, TableSettings
from momentum.referee.snapshot import Differences, Snapshot

__all__ = [
    "BUTTONS",
    "SETTING_KEYS",
    "Announcement",
    "Decision",
    "DeviceBack",
    "DeviceLost",
    "Differences",
    "DrawAgreed",
    "DropAccepted",
    "Event",
    "FaultsChanged",
    "GameEnded",
    "GameStarted",
    "Mode",
    "NewGame",
    "PendingDrop",
    "Phase",
    "PhaseEntered",
    "Pressed",
    "Referee",
    "RefereeError",
    "Resigned",
    "Said",
    "Saved",
    "Seen",
    "Sensed",
    "SensorKind",
    "SettingError",
    "Settled",
    "Snapshot",
    "TableSettings",
    "TransitionError",
    "TurnEnded",
    "Undone",
]
