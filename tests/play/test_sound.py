"""The table's own sound in a session: muted by pages and by hand, kept over restarts, never in silence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from momentum.main import SimulatedSession
from momentum.play.session import Session, SessionSettings
from momentum.play.speech import Speech
from momentum.spoken import Detail
from momentum.table.notices import MuteHeld
from momentum.web.commands import PressButton, SetSound
from momentum.web.errors import NotPossible
from tests.spoken.aloud import Listener


def opened(voice: Listener | None, file: Path | None = None) -> Session:
    """Return a session whose table has this voice."""
    speech = Speech() if voice is None else Speech(voice=voice, detail=Detail.SHORT)
    return SimulatedSession(session=SessionSettings(speech=speech, sound_file=file)).open()


def sound(session: Session) -> Any:
    """Return what pages are told of the table's sound."""
    return session._state()["sound"]


def test_every_page_sees_the_table_muted_and_heard_again() -> None:
    voice = Listener()
    session = opened(voice)
    assert sound(session) == {"there": True, "muted": False}
    session.do(SetSound(on=False))
    assert sound(session) == {"there": True, "muted": True}
    session.do(PressButton(name="swap"))
    session._speak(0.0)
    session.do(SetSound(on=True))
    assert sound(session) == {"there": True, "muted": False}
    session.do(SetSound(on=True))
    assert voice.heard == ["The table is muted.", "The table is heard."]


def test_a_held_button_mutes_and_lets_it_be_heard_again() -> None:
    session = opened(Listener())
    seen = []
    for _ in range(2):
        session._hear(MuteHeld(at_ms=0.0))
        seen.append(sound(session)["muted"])
    assert seen == [True, False]


def test_a_table_that_was_muted_is_muted_after_a_restart_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "sound.json"
    opened(Listener(), file).do(SetSound(on=False))
    voice = Listener()
    again = opened(voice, file)
    assert sound(again)["muted"]
    assert voice.heard == ["The table is muted."]
    again.do(SetSound(on=True))
    assert not sound(opened(Listener(), file))["muted"]


@pytest.mark.parametrize("kept", [b"", b"[]", b"{}", b"\xff", b'{"muted": "yes"}'])
def test_a_file_that_tells_nothing_mutes_nothing(tmp_path: Path, kept: bytes) -> None:
    file = tmp_path / "sound.json"
    file.write_bytes(kept)
    assert not sound(opened(Listener(), file))["muted"]


def test_a_choice_that_cannot_be_kept_is_told_and_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = opened(Listener(), tmp_path / "nowhere" / "sound.json")
    session.do(SetSound(on=False))
    assert sound(session)["muted"]
    assert "momentum: whether the table is muted is not kept: " in capsys.readouterr().err


def test_a_table_that_makes_no_sound_has_none_to_mute() -> None:
    session = opened(None)
    session._hear(MuteHeld(at_ms=0.0))
    assert sound(session) == {"there": False, "muted": False}
    with pytest.raises(NotPossible, match="neither a buzzer nor a voice") as told:
        session.do(SetSound(on=False))
    assert told.value.say is not None
    assert told.value.say.in_words("ko") == "이 테이블에는 버저도 음성도 없습니다."
