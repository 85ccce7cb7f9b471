"""The ways to scan a real board's contacts: every backend, and what anybody would write with gpiozero.

`momentum bench --hardware` measures each in a process of its own: python -m momentum.main.scans WAY CONFIG
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import msgspec

from hardware.errors import HardwareError
from hardware.gpio import libraries
from hardware.gpio.chips import find_chip
from hardware.gpio.errors import WrongMachineError
from hardware.gpio.owner import Owner
from hardware.protocols import FRAME_BYTES
from hardware.strip.encoding import encoder
from momentum.bench.figures import Progress
from momentum.bench.hardware import HardwareFigures, answer_scans, encode_us, scan_cost
from momentum.config.errors import ConfigError, Problem
from momentum.config.reading import read_config
from momentum.config.schema import Config
from momentum.main.wired import factory, open_sensors, pixel_order

PLAIN = "plain"
"""The way that no backend goes."""


def bench_hardware(file: Path, progress: Progress) -> HardwareFigures:
    """Measure every way to scan the board that a config file describes; takes a minute.

    Raises `HardwareError` without a board, or when something else runs it, and `ConfigError`.
    """
    _check_machine()
    config = read_config(file)
    if config.driver != "gpio":
        remedy = 'measure a board whose config says driver = "gpio"'
        why = f"a board driven by {config.driver} has no contacts on pins"
        raise ConfigError(file, [Problem(key="driver", why=why, remedy=remedy)])
    with ExitStack() as stack:
        stack.callback(Owner().close)
        costs = []
        for way in ways(config):
            progress(f"scans by {way} ...")
            command = (sys.executable, "-m", __name__, way, str(file))
            costs.append(scan_cost(way, command, config.sensors.scan_hz))
        progress("")
        encode = encode_us(encoder(pixel_order(config)), FRAME_BYTES)
    return HardwareFigures(scan_hz=config.sensors.scan_hz, scans=tuple(costs), encode_us=encode)


def ways(config: Config) -> tuple[str, ...]:
    """Return the ways to scan this board, the configured one first."""
    own = config.sensors.backend
    if own == "mcp23017":
        return (own,)
    others = (way for way in ("lgpio", "gpiozero", "rpigpio") if way != own)
    return (own, *others, PLAIN)


def open_way(way: str, config: Config, stack: ExitStack) -> Callable[[], object]:
    """Open the contacts one way, to be closed by `stack`, and return the scan. Raises `HardwareError`."""
    if way == PLAIN:
        return plain_scan(config)
    sensors = open_sensors(_by(way, config))
    stack.callback(sensors.close)
    return sensors.scan


def plain_scan(config: Config) -> Callable[[], int]:
    """Return a scan as anybody would write it: a device a pin, and a short sleep for each row to settle."""
    gpiozero = libraries.need("gpiozero", "gpiozero")
    pins, made = config.sensors, factory(_by("lgpio", config))
    rows = [
        gpiozero.OutputDevice(pin, active_high=not pins.active_low, pin_factory=made) for pin in pins.rows
    ]
    columns = [
        gpiozero.InputDevice(pin, pull_up=pins.active_low, pin_factory=made)
        for pin in (*pins.columns, *pins.south_columns)
    ]
    settle_s = pins.row_settle_us / 1e6

    def scan() -> int:
        closed = 0
        for number, row in enumerate(rows):
            row.on()
            time.sleep(settle_s)
            for place, column in enumerate(columns):
                if column.value:
                    closed |= 1 << len(columns) * number + place
            row.off()
        return closed

    return scan


def _by(way: str, config: Config) -> Config:
    sensors = msgspec.structs.replace(config.sensors, backend=way)
    return msgspec.structs.replace(config, sensors=sensors)


def _check_machine() -> None:
    try:
        find_chip(libraries.lgpio())
    except HardwareError as error:
        raise WrongMachineError(
            f"the pins of a board are measured on a Raspberry Pi, or in this project's kernel lab "
            f"(tests/kernel/lab run ...), and this machine is neither: {error}"
        ) from error


def main(arguments: list[str]) -> int:
    """Open one way to scan, and scan as the input asks for."""
    way, file = arguments
    with ExitStack() as stack:
        try:
            scan = open_way(way, read_config(Path(file)), stack)
        except HardwareError as error:
            print(error, file=sys.stderr)
            return 2
        answer_scans(scan, sys.stdin, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
