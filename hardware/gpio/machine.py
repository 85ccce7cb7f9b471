"""Which Raspberry Pi this is, as far as drivers must know."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

PI_5_PROCESSOR: Final = 4
"""BCM2712 in bits 12 to 15 of a revision code [Raspberry Pi documentation, revision codes]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """A machine as its kernel describes it."""

    model: str
    """Its name, such as "Raspberry Pi 4 Model B Rev 1.1"; empty when the kernel gives none."""
    revision: int | None
    """Its revision code, or None when this is no Raspberry Pi."""

    @classmethod
    def here(cls, root: Path = Path("/")) -> "Machine":
        """Read it from the kernel's files under `root`."""
        return cls(model=_model(root), revision=_revision(root))

    @property
    def is_pi_5(self) -> bool:
        """True for a Raspberry Pi 5 and its relatives, whose pins belong to another chip, the RP1."""
        return self.revision is not None and self.revision >> 12 & 0xF == PI_5_PROCESSOR

    def __str__(self) -> str:
        return self.model or ("a Raspberry Pi" if self.revision is not None else "not a Raspberry Pi")


def _model(root: Path) -> str:
    try:
        return (root / "proc/device-tree/model").read_text("utf-8").rstrip("\0\n")
    except OSError:
        return ""


def _revision(root: Path) -> int | None:
    try:
        return int.from_bytes((root / "proc/device-tree/system/linux,revision").read_bytes()[:4], "big")
    except OSError:
        return _revision_in(root / "proc/cpuinfo")


def _revision_in(cpuinfo: Path) -> int | None:
    lines = cpuinfo.read_text("utf-8").splitlines() if cpuinfo.exists() else []
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip() == "Revision":
            return int(value, 16)
    return None
