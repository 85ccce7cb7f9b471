"""The loop of one table: scans in, light frames out, the referee between; given the time at every turn."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from hardware.errors import DeviceLost as DeviceLostError
from hardware.protocols import Buttons, Buzzer, Lights, Scan, Sensors
from momentum.guidance import Picture, picture
from momentum.referee import (
    ContactMarked,
    Decision,
    DeviceBack,
    DeviceLost,
    DrawAgreed,
    Event,
    FaultsChanged,
    NewGame,
    Pressed,
    Referee,
    Resigned,
    Said,
    Seen,
    Sensed,
    Settled,
    TableSettings,
    Tick,
)
from momentum.rules import Player, cells_in
from momentum.table.errors import TableError
from momentum.table.lighting import SLOT_MS, Colour, Lighting, LightSettings
from momentum.table.notices import (
    BoardSettled,
    BuzzerChanged,
    ContactsChanged,
    Decided,
    DeviceChanged,
    FrameShown,
    LightsChanged,
    MuteHeld,
    Notice,
    PictureChanged,
)
from momentum.table.presses import LongPress, Press, Presses
from momentum.table.sensing import Sensing, SensingSettings
from momentum.table.tones import Tones

LIGHTS_RETRY_MS = 2000.0
"""Pause before lights that are not required are tried again."""
RETRY_MS = 200.0
"""Pause before a lost device is tried again: a table that is plugged in must answer before hands wonder."""

_MUTE = LongPress(name="arbiter", together_with=frozenset())
"""What mutes the table, and lets it be heard again, without a screen."""
_PLAYER_BUTTONS = {player.value: player for player in Player}


@dataclass(frozen=True, slots=True, kw_only=True)
class Devices:
    """What the table is made of."""

    sensors: Sensors
    """The contacts."""
    lights: Lights
    """The strip."""
    buttons: Buttons
    """The buttons at the edge."""
    buzzer: Buzzer | None = None
    """The buzzer; many tables have none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopSettings:
    """How the loop treats its devices."""

    sensing: SensingSettings = field(default_factory=SensingSettings)
    """Scan rate, debounce and settling."""
    lights: LightSettings = field(default_factory=LightSettings)
    """Colours and the current limit."""
    lights_required: bool = True
    """Whether losing the lights stops play; else it goes on by screen and sound."""


class TableLoop:
    """One turn a scan: `tick` does what is due at an instant and returns when it wants to be called again."""

    def __init__(
        self, devices: Devices, referee: Referee, settings: LoopSettings, notify: Callable[[Notice], None]
    ) -> None:
        self._devices = devices
        self._referee = referee
        self._settings = settings
        self._notify = notify
        self._lighting = Lighting(settings.lights)
        self._presses = Presses()
        self._tones = Tones()
        self._lights_lost: str | None = None
        self._buzzer_lost: str | None = None
        self._sensing: Sensing | None = None
        self._lost: str | None = None
        self._retry_at = -math.inf
        self._picture: Picture | None = None
        self._frame: bytes | None = None
        self._light_due = -math.inf
        check_sensors(devices.sensors, referee.settings)

    @property
    def referee(self) -> Referee:
        """Who judges this table."""
        return self._referee

    @property
    def picture(self) -> Picture | None:
        """What the lights mean now; None before the first turn of the loop."""
        return self._picture

    @property
    def frame(self) -> bytes | None:
        """The frame that the strip was sent last; None while it has none."""
        return self._frame

    @property
    def seen(self) -> Seen:
        """The debounced board; an empty one before the first scan."""
        return Seen(occupied=0) if self._sensing is None else self._sensing.seen

    @property
    def lights_lost(self) -> str | None:
        """Why play goes on without lights; None while they shine."""
        return self._lights_lost

    @property
    def buzzer_lost(self) -> str | None:
        """Why tones are not heard, though there is a buzzer; None while all is well."""
        return self._buzzer_lost

    @property
    def colours(self) -> Mapping[Player, Colour]:
        """The colour of each player's marbles."""
        return self._settings.lights.colours

    @property
    def has_buzzer(self) -> bool:
        """Whether this table has a buzzer."""
        return self._devices.buzzer is not None

    def mute(self, *, muted: bool) -> None:
        """Keep the buzzer silent from now on, or let it be heard again; two tones tell so."""
        if self.has_buzzer:
            self._tones.mute(muted=muted)

    def idle_until_ms(self, at_ms: float) -> float:
        """Return up to when `tick` would do nothing at all if no contact and no button changed.

        A clock that can jump may jump there; one that cannot pays a few microseconds a tick.
        """
        if self._sensing is None or self._lost is not None:
            return at_ms
        if not self._sensing.resting or not self._presses.resting:
            return at_ms
        tone_ms = self._tones.due_ms
        others_ms = min(self._referee.due_ms, math.inf if tone_ms is None else tone_ms)
        return min(self._sensing.due_ms, self._light_due, others_ms)

    def receive(self, event: Event) -> tuple[Decision, ...]:
        """Hand the referee a command from outside (a page, an arbiter), light what follows, and return it."""
        if isinstance(event, NewGame):
            check_sensors(self._devices.sensors, event.settings)
            if self._sensing is not None:
                self._sensing.polarity = event.settings.polarity
        decisions = self._tell(event)
        self._relight(event.at_ms)
        return decisions

    def tick(self, at_ms: float) -> float:
        """Do what is due at `at_ms` (milliseconds, never going back) and return when to be called again."""
        try:
            if self._lost is not None or self._sensing is None:
                return self._try_device(at_ms)
            if at_ms >= self._referee.due_ms:
                self._tell(Tick(at_ms=at_ms))
                self._relight(at_ms)
            self._read_contacts(at_ms, self._sensing, self._devices.sensors.scan())
            self._read_buttons(at_ms)
            if at_ms >= self._light_due:
                self._show(at_ms)
            self._play_tones(at_ms)
        except DeviceLostError as lost:
            return self._lose(at_ms, str(lost))
        return at_ms + self._sensing.pause_ms

    # Contacts and buttons

    def _read_contacts(self, at_ms: float, sensing: Sensing, scan: Scan) -> None:
        new = sensing.feed(at_ms, scan)
        if not (new.changed or new.health or new.settled):
            return
        if new.health:
            self._tell(FaultsChanged(at_ms=at_ms, cells=sensing.unhealthy))
        if new.changed:
            self._notify(ContactsChanged(at_ms=at_ms, changed=new.changed, seen=sensing.seen))
            self._tell(Sensed(at_ms=at_ms, seen=sensing.seen))
        if new.settled:
            self._notify(BoardSettled(at_ms=at_ms, seen=sensing.seen))
            self._tell(Settled(at_ms=at_ms, seen=sensing.seen))
        self._relight(at_ms)

    def _read_buttons(self, at_ms: float) -> None:
        presses = self._presses.feed(at_ms, self._devices.buttons.down())
        for press in presses:
            if press == _MUTE:
                self._notify(MuteHeld(at_ms=at_ms))
            elif (event := _event_of(at_ms, press)) is not None:
                self._tell(event)
        if presses:
            self._relight(at_ms)

    def _tell(self, event: Event) -> tuple[Decision, ...]:
        decisions = self._referee.receive(event)
        for decision in decisions:
            if isinstance(decision, ContactMarked) and self._sensing is not None:
                self._sensing.mark(decision.cell, event.at_ms, good=decision.good)
            if self._devices.buzzer is not None and isinstance(decision, Said):
                self._tones.announce(decision.what)
            self._notify(Decided(at_ms=event.at_ms, decision=decision))
        return decisions

    # Lights

    def _relight(self, at_ms: float) -> None:
        meant = picture(self._referee.preview())
        if meant != self._picture:
            self._picture = meant
            self._notify(PictureChanged(at_ms=at_ms, picture=meant))
            self._light_due = at_ms

    def _show(self, at_ms: float) -> None:
        if self._picture is None:
            return
        frame = self._lighting.frame(self._picture, at_ms)
        if frame != self._frame and not self._shown(at_ms, frame):
            return
        next_slot = (at_ms // SLOT_MS + 1) * SLOT_MS
        self._light_due = next_slot if self._lighting.animated else math.inf

    def _shown(self, at_ms: float, frame: bytes) -> bool:
        try:
            self._devices.lights.show(frame)
        except DeviceLostError as lost:
            if self._settings.lights_required:
                raise
            self._note_lights(at_ms, str(lost))
            self._frame, self._light_due = None, at_ms + LIGHTS_RETRY_MS
            return False
        self._note_lights(at_ms, None)
        self._frame = frame
        self._notify(FrameShown(at_ms=at_ms, frame=frame))
        return True

    def _note_lights(self, at_ms: float, why: str | None) -> None:
        if (why is None) is not (self._lights_lost is None):
            self._notify(LightsChanged(at_ms=at_ms, why=why))
        self._lights_lost = why

    def _play_tones(self, at_ms: float) -> None:
        tone = self._tones.due(at_ms)
        if tone is not None and self._devices.buzzer is not None:
            why = None
            try:
                self._devices.buzzer.sound(tone.hertz, tone.ms)
            except DeviceLostError as lost:  # a table that is gone with it is noticed by its contacts
                why = str(lost)
            if (why is None) is not (self._buzzer_lost is None):
                self._notify(BuzzerChanged(at_ms=at_ms, why=why))
            self._buzzer_lost = why

    # A device that goes away and comes back

    def _lose(self, at_ms: float, why: str) -> float:
        if self._lost is None:
            self._lost, self._frame = why, None
            self._notify(DeviceChanged(at_ms=at_ms, why=why))
            self._tell(DeviceLost(at_ms=at_ms, why=why))
            self._relight(at_ms)
        self._retry_at = at_ms + RETRY_MS
        return self._retry_at

    def _try_device(self, at_ms: float) -> float:
        if at_ms < self._retry_at:
            return self._retry_at
        scan = self._devices.sensors.scan()
        if self._sensing is None:
            polarity = self._referee.settings.polarity
            self._sensing = Sensing(self._settings.sensing, scan, at_ms, polarity=polarity)
            for cell in cells_in(self._referee.distrusted):
                self._sensing.mark(cell, at_ms, good=False)
        else:
            self._sensing.restart(scan, at_ms)
        if self._lost is not None:
            self._lost, self._presses = None, Presses()
            self._notify(DeviceChanged(at_ms=at_ms, why=None))
            self._tell(DeviceBack(at_ms=at_ms))
        self._tell(Sensed(at_ms=at_ms, seen=self._sensing.seen))
        self._relight(at_ms)
        self._light_due = at_ms
        self._show(at_ms)
        return at_ms + self._sensing.pause_ms


def check_sensors(sensors: Sensors, settings: TableSettings) -> None:
    """Raise `TableError` when a game wants to know colours that these sensors cannot tell."""
    if settings.polarity and not sensors.polarity:
        raise TableError(
            "sensors=polarity needs sensors that tell north from south; these know presence only"
        )


def _event_of(at_ms: float, press: Press | LongPress) -> Event | None:
    if isinstance(press, Press):
        return Pressed(at_ms=at_ms, button=press.name)
    player = _PLAYER_BUTTONS.get(press.name)
    if player is None:
        return None
    if player.other.value in press.together_with:
        return DrawAgreed(at_ms=at_ms)
    return Resigned(at_ms=at_ms, player=player)
