"""What this machine's files and kernel tell about itself, read without judging it."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

from momentum.config.machine import Firmware, firmware_here

CHIP_INFO, LINE_INFO = 0x8044B401, 0xC100B405
"""GPIO_GET_CHIPINFO_IOCTL and GPIO_V2_GET_LINEINFO_IOCTL [linux/gpio.h]; the latter since Linux 5.10."""
_CHIP = struct.Struct("=32s32sI")
"""struct gpiochip_info: name, label, lines."""
_LINE = struct.Struct("=32s32sIIQ")
"""The head of struct gpio_v2_line_info: name, consumer, offset, number of attributes, flags."""
_LINE_BYTES = 256
"""The whole of it."""
_LINE_USED = 1
"""GPIO_V2_LINE_FLAG_USED."""
UNDERVOLTED, THROTTLED_NOW = 0x1, 0x6
UNDERVOLTED_BEFORE = 0x10000
"""Bits of get_throttled [Raspberry Pi documentation, vcgencmd]; before: since it was switched on."""
THROTTLED = "sys/devices/platform/soc*/soc*:firmware/get_throttled"
"""Where a Raspberry Pi's kernel tells of undervoltage."""

Ioctl = Callable[[int, int, bytearray], object]
"""Like fcntl.ioctl with a buffer that is written to; raises OSError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """One GPIO chip."""

    path: str
    """Its device, such as /dev/gpiochip0."""
    label: str
    """Its label; empty when it may not be opened."""
    held: dict[int, str] = field(default_factory=dict)
    """The lines that somebody holds, and under which name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """One device file."""

    path: str
    """Where it is."""
    there: bool
    """Whether it exists."""
    allowed: bool
    """Whether this user may read and write it."""


class Who(NamedTuple):
    """For whom this process works."""

    user: str = ""
    """The user's name."""
    root: bool = False
    """Whether it may do anything."""
    groups: frozenset[int] = frozenset()
    """The numbers of the groups that it is in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """All that was read."""

    model: str = ""
    """What the device tree calls this machine; empty when it calls it nothing."""
    kernel: str = ""
    """The kernel's release, such as 6.12.25+rpt-rpi-v8; empty when unknown."""
    groups: dict[str, int] = field(default_factory=dict)
    """The groups of this system, and their numbers."""
    who: Who = field(default_factory=Who)
    """For whom this process works."""
    listed: frozenset[str] = frozenset()
    """The groups that /etc/group lists this user in."""
    chips: tuple[Chip, ...] = ()
    """The GPIO chips."""
    spi: Device | None = None
    """The SPI device that the lights hang on."""
    spi_buffer: int | None = None
    """Bytes that the SPI driver takes in one message."""
    firmware: Firmware | None = None
    """What config.txt says for this model."""
    throttled: int | None = None
    """The flags of undervoltage and throttling; None when this machine does not tell."""
    packages: frozenset[str] = frozenset()
    """Which of the packages asked about are installed."""


def ioctl_here(descriptor: int, request: int, buffer: bytearray) -> object:
    """Ask the kernel of this machine. Raises `OSError`, also on systems without ioctls."""
    try:
        fcntl = import_module("fcntl")
    except ImportError as error:
        raise OSError("this system has no ioctl") from error
    done: object = fcntl.ioctl(descriptor, request, buffer)
    return done


def run_here(command: str) -> str | None:
    """Return what a command without arguments to its word prints, or None when there is none or it fails."""
    program, *arguments = command.split()
    found = shutil.which(program)
    if found is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603
            [found, *arguments], capture_output=True, text=True, check=False, timeout=5
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def who_here() -> Who:
    """Return for whom this process works; systems without such numbers have none."""
    user = os.environ.get("LOGNAME") or os.environ.get("USER", "")
    if not hasattr(os, "getgroups"):
        return Who(user=user)
    return Who(user=user, root=os.geteuid() == 0, groups=frozenset((*os.getgroups(), os.getegid())))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Where readings come from; tests give others."""

    root: Path = Path("/")
    """The root of all files."""
    ioctl: Ioctl = ioctl_here
    """How the kernel is asked."""
    run: Callable[[str], str | None] = run_here
    """How a command is run."""
    who: Callable[[], Who] = who_here
    """How it is found out for whom this process works."""


def read_machine(
    sources: Sources, *, pins: Iterable[int] = (), spi: str | None = None, packages: Iterable[str] = ()
) -> Readings:
    """Read this machine; `spi` is the lights' device, `pins` are the GPIO lines in question."""
    root = sources.root
    groups = _groups(root)
    who = sources.who()
    buffer = _text(root / "sys/module/spidev/parameters/bufsiz").strip()
    return Readings(
        model=_text(root / "proc/device-tree/model").rstrip("\0\n"),
        kernel=_text(root / "proc/sys/kernel/osrelease").strip(),
        groups={name: number for name, (number, _) in groups.items()},
        who=who,
        listed=frozenset(name for name, (_, members) in groups.items() if who.user in members),
        chips=tuple(_chips(sources, tuple(pins))),
        spi=None if spi is None else _device(root, spi),
        spi_buffer=int(buffer) if buffer.isdecimal() else None,
        firmware=firmware_here(root),
        throttled=_throttled(sources),
        packages=frozenset(filter(_is_installed, packages)),
    )


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", errors="replace")
    except OSError:
        return ""


def _groups(root: Path) -> dict[str, tuple[int, list[str]]]:
    lines = (line.split(":") for line in _text(root / "etc/group").splitlines())
    return {
        parts[0]: (int(parts[2]), parts[3].split(","))
        for parts in lines
        if len(parts) == 4 and parts[2].isdecimal()
    }


def _device(root: Path, path: str) -> Device:
    file = root / path.lstrip("/")
    return Device(path=path, there=file.exists(), allowed=os.access(file, os.R_OK | os.W_OK))


def _chips(sources: Sources, pins: tuple[int, ...]) -> list[Chip]:
    files = (sources.root / "dev").glob("gpiochip[0-9]*")
    numbered = sorted(files, key=lambda file: (len(file.name), file.name))
    return [_chip(sources, file, pins) for file in numbered]


def _chip(sources: Sources, file: Path, pins: tuple[int, ...]) -> Chip:
    path = f"/dev/{file.name}"
    try:
        descriptor = os.open(file, os.O_RDONLY)
    except OSError:
        return Chip(path=path, label="")
    try:
        return Chip(path=path, label=_label(sources, descriptor), held=_held(sources, descriptor, pins))
    except OSError:
        return Chip(path=path, label="")
    finally:
        os.close(descriptor)


def _label(sources: Sources, descriptor: int) -> str:
    buffer = bytearray(_CHIP.size)
    sources.ioctl(descriptor, CHIP_INFO, buffer)
    return _name(_CHIP.unpack(buffer)[1])


def _held(sources: Sources, descriptor: int, pins: tuple[int, ...]) -> dict[int, str]:
    held = {}
    for pin in pins:
        buffer = bytearray(_LINE_BYTES)
        _LINE.pack_into(buffer, 0, b"", b"", pin, 0, 0)
        try:
            sources.ioctl(descriptor, LINE_INFO, buffer)
        except OSError:
            continue  # a chip with fewer lines
        _, consumer, _, _, flags = _LINE.unpack_from(buffer)
        if flags & _LINE_USED:
            held[pin] = _name(consumer)
    return held


def _name(raw: bytes) -> str:
    return raw.split(b"\0", 1)[0].decode(errors="replace")


def is_supply_weak(root: Path = Path("/")) -> bool:
    """Return whether a Pi's supply has lost its voltage since it was switched on; quick to ask."""
    flags = [_flags(_text(file)) or 0 for file in root.glob(THROTTLED)]
    return any(each & (UNDERVOLTED | UNDERVOLTED_BEFORE) for each in flags)


def _throttled(sources: Sources) -> int | None:
    files = sorted(sources.root.glob(THROTTLED))
    return _flags(_text(files[0]) if files else sources.run("vcgencmd get_throttled") or "")


def _flags(text: str) -> int | None:
    number = text.strip().rpartition("=")[2].removeprefix("0x")
    try:
        return int(number, 16)
    except ValueError:
        return None


def _is_installed(package: str) -> bool:
    try:
        distribution(package)
    except PackageNotFoundError:
        return False
    return True
