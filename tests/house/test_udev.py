"""The udev rules for a board's Pico: udev can read them, and they match what the driver looks for."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from firmware_bridge.serial_port import PICO_USB

ROOT = Path(__file__).parents[2]
RULES = ROOT / "systemd" / "99-momentum-pico.rules"
UDEVADM = shutil.which("udevadm", path="/usr/bin:/bin:/usr/sbin:/sbin")
FIRST_THAT_VERIFIES = 254

MATCHES = {"SUBSYSTEM", "ATTR", "ATTRS", "ENV"}
ASSIGNMENTS = {"ENV", "GROUP", "MODE", "SYMLINK"}
PAIR = re.compile(r'([A-Z]+)(?:\{(\w+)\})?(==|\+=|=)"([^"\\]*)"')


class Pair(NamedTuple):
    """One comparison or assignment of a rule, as man 7 udev has them."""

    key: str
    of: str
    operator: str
    value: str


def rules() -> list[list[Pair]]:
    """Return the rules, read strictly: pairs between commas, one rule a line."""
    lines = [line for line in RULES.read_text("ascii").splitlines() if line and not line.startswith("#")]
    return [[_pair(text) for text in line.split(", ")] for line in lines]


def _pair(text: str) -> Pair:
    found = PAIR.fullmatch(text)
    assert found is not None, f"udev cannot read {text}"
    return Pair(*(part or "" for part in found.groups()))


def _udev_version() -> int:
    if UDEVADM is None:
        return 0
    told = subprocess.run([UDEVADM, "--version"], capture_output=True, text=True, check=True)
    return int(told.stdout.split()[0])


@pytest.mark.skipif(
    _udev_version() < FIRST_THAT_VERIFIES, reason=f"no udevadm of systemd {FIRST_THAT_VERIFIES} or newer"
)
def test_udev_has_nothing_to_say_about_the_rules() -> None:
    done = subprocess.run([str(UDEVADM), "verify", str(RULES)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_each_rule_compares_before_it_assigns_and_uses_known_keys_alone() -> None:
    for rule in rules():
        operators = [pair.operator == "==" for pair in rule]
        assert operators == sorted(operators, reverse=True)
        for pair in rule:
            assert pair.key in (MATCHES if pair.operator == "==" else ASSIGNMENTS)


def test_the_rules_are_about_the_vendor_and_product_that_the_driver_looks_for() -> None:
    wanted = dict(zip(("idVendor", "idProduct"), (f"{number:04x}" for number in PICO_USB), strict=True))
    for rule in rules():
        assert {pair.of: pair.value for pair in rule if pair.of.startswith("id")} == wanted


def test_the_port_and_the_board_itself_are_both_kept_from_modemmanager() -> None:
    ignored = {
        pair.value: Pair("ENV", "ID_MM_DEVICE_IGNORE", "=", "1") in rule
        for rule in rules()
        for pair in rule
        if pair.key == "SUBSYSTEM"
    }
    assert ignored == {"tty": True, "usb": True}


def test_the_service_s_user_may_open_the_port() -> None:
    (group,) = (pair.value for rule in rules() for pair in rule if pair.key == "GROUP")
    unit = (ROOT / "systemd" / "momentum.service").read_text("utf-8")
    assert group in re.findall(r"^SupplementaryGroups=(.*)$", unit, re.MULTILINE)[0].split()


def test_the_readme_says_how_the_rules_are_installed() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert f"sudo cp systemd/{RULES.name} /etc/udev/rules.d/" in readme
