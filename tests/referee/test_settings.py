"""Settings of a table: everything has a text, and the text comes back as the thing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentum.clock import PRESETS, ClockSettings
from momentum.referee import (
    SETTING_KEYS,
    Announcer,
    IrregularityPolicy,
    Mode,
    SensorKind,
    SettingError,
    TableSettings,
)
from momentum.rules import LastMarble, RuleSet

RULES = st.builds(
    RuleSet,
    pie=st.booleans(),
    rounds=st.one_of(st.none(), st.integers(1, 999)),
    last_marble=st.sampled_from(LastMarble),
)
CLOCKS = st.sampled_from(
    [
        *PRESETS,
        "first 5m+3s | second 3m+2s",
        "first 90m/40+30s;30m+30s | second canadian 10m 5m/15",
        "5m+3s flag=claim after=play_on turn=press warn=20s,5s",
        "byo 10m 5x30s flag=arbiter warn=-",
        "2.5s",
    ]
).map(ClockSettings.parse)
SETTINGS = st.builds(
    TableSettings,
    rules=RULES,
    mode=st.sampled_from(Mode),
    sensors=st.sampled_from(SensorKind),
    guidance=st.booleans(),
    clock=st.one_of(st.none(), CLOCKS),
    announce=st.sampled_from(Announcer),
    confirm=st.booleans(),
    irregular=st.one_of(
        st.none(),
        st.builds(IrregularityPolicy, give_ms=st.sampled_from([0, 500, 120_000]), loss_at=st.integers(0, 99)),
    ),
    event=st.sampled_from(["", "Open_2026", "서울_대회"]),
)


@given(SETTINGS, st.permutations(range(len(SETTING_KEYS))))
def test_settings_come_back_from_their_text_in_any_order_of_words(
    settings: TableSettings, order: list[int]
) -> None:
    words = str(settings).split()
    keys = [word.split("=")[0] for word in words]
    assert keys == [key for key in SETTING_KEYS if key in keys]
    assert TableSettings.parse(" ".join(words[at] for at in order if at < len(words))) == settings


@pytest.mark.parametrize("text", ["warning", "warning+30s", "warning+loss@3", "warning+2m+loss@2"])
def test_a_policy_comes_back_from_its_text(text: str) -> None:
    assert str(IrregularityPolicy.parse(text)) == text


def test_an_events_name_is_one_word_and_may_be_written_with_spaces() -> None:
    settings = TableSettings().with_value("event", " Seoul  Open 2026 ")
    assert str(settings).endswith(" event=Seoul_Open_2026")
    assert TableSettings.parse(str(settings)) == settings


def test_a_clock_is_one_word_and_is_read_with_spaces_too() -> None:
    settings = TableSettings().with_value("clock", "5m+3s flag=claim after=play_on")
    assert str(settings).endswith(" clock=5m+3s_flag=claim_after=play_on")
    assert TableSettings.parse(str(settings)) == settings
    assert settings.with_value("clock", "off") == TableSettings()


def test_a_missing_word_keeps_its_default() -> None:
    assert TableSettings.parse("") == TableSettings()
    assert TableSettings.parse("mode=tournament") == TableSettings(mode=Mode.TOURNAMENT)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("tournament", "'tournament' is no setting; write it as key=value"),
        ("speed=5", "unknown setting 'speed'; the settings are pie, rounds, last_marble, mode"),
        ("mode=blitz", "mode cannot be 'blitz'; it is one of casual, tournament"),
        ("guidance=", "guidance cannot be ''; it is one of on, off"),
        ("rounds=0", "rounds"),
        ("pie=perhaps", "pie"),
        ("irregular=never", "irregular cannot be 'never': write off, warning, or"),
        ("irregular=warning+loss@0", "irregular cannot be 'warning.loss@0': .* is no time"),
        ("irregular=warning+0s", "no time is given by 0s"),
        ("irregular=warning+5s+5s", "irregular cannot be"),
        ("irregular=warning+loss@2+loss@3", "irregular cannot be"),
        ("announce=nobody", "announce cannot be 'nobody'; it is one of device, player"),
        ("confirm=yes", "confirm cannot be 'yes'; it is one of on, off"),
        ('event="Open"', "a name has at most 60 characters, and no quotes"),
        ("event=" + "x" * 61, "a name has at most 60 characters"),
        ("clock=soon", "clock cannot be 'soon': .*write a time such as 5m, .*; or write clock=off"),
        ("clock=5m_flag=never", "clock cannot be '5m_flag=never': .*flag=automatic, claim or arbiter"),
    ],
)
def test_what_is_no_setting_is_refused_with_what_would_be(text: str, why: str) -> None:
    with pytest.raises(SettingError, match=why):
        TableSettings.parse(text)


def test_settings_say_what_they_mean() -> None:
    settings = TableSettings.parse("mode=tournament sensors=polarity")
    assert (settings.casual, settings.polarity) == (False, True)
    assert (TableSettings().casual, TableSettings().polarity) == (True, False)
