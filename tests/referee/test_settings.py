"""Settings of a table: everything has a text, and the text comes back as the thing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentum.referee import SETTING_KEYS, Mode, SensorKind, SettingError, TableSettings
from momentum.rules import LastMarble, RuleSet

RULES = st.builds(
    RuleSet,
    pie=st.booleans(),
    rounds=st.one_of(st.none(), st.integers(1, 999)),
    last_marble=st.sampled_from(LastMarble),
)
SETTINGS = st.builds(
    TableSettings,
    rules=RULES,
    mode=st.sampled_from(Mode),
    sensors=st.sampled_from(SensorKind),
    guidance=st.booleans(),
)


@given(SETTINGS, st.permutations(range(len(SETTING_KEYS))))
def test_settings_come_back_from_their_text_in_any_order_of_words(
    settings: TableSettings, order: list[int]
) -> None:
    words = str(settings).split()
    assert [word.split("=")[0] for word in words] == list(SETTING_KEYS)
    assert TableSettings.parse(" ".join(words[at] for at in order)) == settings


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
    ],
)
def test_what_is_no_setting_is_refused_with_what_would_be(text: str, why: str) -> None:
    with pytest.raises(SettingError, match=why):
        TableSettings.parse(text)


def test_settings_say_what_they_mean() -> None:
    settings = TableSettings.parse("mode=tournament sensors=polarity")
    assert (settings.casual, settings.polarity) == (False, True)
    assert (TableSettings().casual, TableSettings().polarity) == (True, False)
