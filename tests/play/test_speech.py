"""The speaker of a session: what it tells the owner, and when it keeps silent."""

from __future__ import annotations

import io

from momentum.guidance import Picture
from momentum.play.speech import Speaker, Speech
from momentum.referee import Announcement, Referee, Said, TableSettings
from momentum.spoken import Detail, Scene, Sentence
from momentum.table.notices import Decided, LightsChanged
from tests.spoken.aloud import Listener

SCENE = Scene(now=Referee(TableSettings()).snapshot(), lights=Picture(cells=(), ring=()))
SAID = Decided(at_ms=0.0, decision=Said(at_ms=0.0, what=Announcement.SWAP))


def test_trouble_is_told_once_when_it_comes_and_once_when_it_is_over() -> None:
    voice, out = Listener(), io.StringIO()
    speaker = Speaker(Speech(voice=voice, detail=Detail.SHORT), "en", out)
    changes = []
    for at_ms, trouble in enumerate(("it died", "it died", "it died again", None, None)):
        voice.trouble = trouble
        changes.append((speaker.turn(at_ms, lambda: SCENE), speaker.trouble))
    assert changes == [
        (True, "it died"),
        (False, "it died"),
        (True, "it died again"),
        (True, None),
        (False, None),
    ]
    assert out.getvalue() == "momentum: nothing is said aloud: it died\nmomentum: the voice is back\n"


def test_a_voice_that_may_be_missing_is_told_at_the_start() -> None:
    out = io.StringIO()
    speaker = Speaker(Speech(missing="there is no program"), "en", out)
    speaker.hear(SAID)
    assert not speaker.turn(0.0, lambda: SCENE)
    assert not speaker.there
    assert speaker.trouble == "there is no program"
    assert out.getvalue() == "momentum: nothing is said aloud: there is no program\n"


def test_a_muted_table_says_so_and_then_nothing_until_it_is_heard_again() -> None:
    voice = Listener()
    speaker = Speaker(Speech(voice=voice, detail=Detail.SHORT), "en")
    speaker.mute(muted=True)
    speaker.hear(SAID)
    speaker.turn(0.0, lambda: SCENE)
    assert voice.heard == ["The table is muted."]
    speaker.mute(muted=False)
    speaker.turn(1.0, lambda: SCENE)
    speaker.say((Sentence("said.draw"),))
    assert voice.heard == ["The table is muted.", "The table is heard.", "The game is a draw."]


def test_lights_that_are_lost_are_told_and_lights_that_are_back_are_not() -> None:
    voice = Listener()
    speaker = Speaker(Speech(voice=voice, detail=Detail.SHORT), "en")
    speaker.hear(LightsChanged(at_ms=0.0, why="no /dev/spidev0.0"))
    speaker.turn(0.0, lambda: SCENE)
    speaker.hear(LightsChanged(at_ms=1.0, why=None))
    speaker.turn(1.0, lambda: SCENE)
    assert voice.heard == ["The lights are not answering. Play goes on without them."]
