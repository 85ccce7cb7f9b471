"""From a config to settings: every key arrives where it counts."""

from __future__ import annotations

from hardware.gpio.ghosts import ambiguous
from hardware.protocols import Scan
from momentum.config.reading import parse_config
from momentum.config.text import example
from momentum.main.settings import loop_settings, server_settings, table_settings
from momentum.referee import TableSettings
from momentum.rules import Player, parse_cells
from momentum.table.sensing import Sensing, SensingSettings

CONFIG = parse_config(b"""
driver = "gpio"
[game]
pie = false
rounds = "off"
last_marble = "forced"
mode = "tournament"
guidance = false
clock = "30m d5s flag=claim"
[sensors]
diodes = false
scan_hz = 250
rest_scan_hz = 40
debounce_ms = 15
settle_ms = 300
[lights]
required = false
max_milliamps = 2000
first = "#010203"
[page]
host = "192.0.2.1"
port = 80
""")


def test_an_events_profile_stands_in_place_of_the_game() -> None:
    settings = table_settings(parse_config(example("tournament").encode()), polarity=False)
    assert str(settings) == (
        "pie=on rounds=30 last_marble=forced mode=tournament sensors=presence guidance=off "
        "clock=15m+10s_flag=claim announce=player confirm=on irregular=warning+2m+loss@3 event=Spring_open"
    )


def test_the_game_is_played_as_the_config_says() -> None:
    expected = "pie=off rounds=off last_marble=forced mode=tournament guidance=off clock=30m_d5s_flag=claim"
    assert table_settings(CONFIG, polarity=True) == TableSettings.parse(f"{expected} sensors=polarity")
    assert table_settings(CONFIG, polarity=False) == TableSettings.parse(f"{expected} sensors=presence")


def test_the_loop_reads_and_lights_as_the_config_says() -> None:
    loop = loop_settings(CONFIG)
    assert loop.sensing == SensingSettings(
        scan_hz=250, rest_scan_hz=40, debounce_ms=15, settle_ms=300, doubtful=ambiguous
    )
    assert loop.lights.max_milliamps == 2000
    assert loop.lights.colours[Player.FIRST] == (1, 2, 3)
    assert not loop.lights_required


def test_contacts_that_a_calibration_found_dead_are_never_relied_on() -> None:
    broken = parse_cells("d4,g7")
    settings = loop_settings(CONFIG, broken=broken).sensing
    sensing = Sensing(settings, Scan(0), 0.0, polarity=False)
    told = [sensing.feed(at_ms, Scan(0)).health for at_ms in (0.0, 4.0, 8.0)]
    assert told == [broken, 0, 0]
    assert sensing.unhealthy == broken


def test_a_board_with_diodes_is_sure_of_all_its_contacts() -> None:
    assert loop_settings(parse_config(b'driver = "gpio"')).sensing.doubtful is None


def test_the_page_is_served_where_the_config_says() -> None:
    served = server_settings(CONFIG, browser=False)
    assert (served.host, served.port, served.browser) == ("192.0.2.1", 80, False)
