"""The file a map is kept in: beside its config, and never half written."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from momentum.config.schema import Config
from momentum.workshop.errors import MapError
from momentum.workshop.table_map import TableMap, map_text, parse_map


def map_file(config_file: Path) -> Path:
    """Return where the map of a config stands: momentum.map.toml beside momentum.toml."""
    return config_file.with_name(f"{config_file.stem}.map.toml")


def read_map(config_file: Path, config: Config) -> TableMap | None:
    """Return the map beside a config, or None when there is none.

    Raises `WiringChanged` when it was learnt with another wiring than the config's, `MapError` when it cannot
    be read or is no map; neither may be played with.
    """
    file = map_file(config_file)
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise MapError(file, "this is no text; run momentum calibrate again, or remove the file") from None
    except OSError as error:
        raise MapError(file, f"cannot be read: {error.strerror}; mend its rights") from error
    return parse_map(text, config, file)


def check_writable(config_file: Path) -> None:
    """Raise `MapError` when the map of this config could not be written: told before, not after the work."""
    folder = config_file.absolute().parent
    if not os.access(folder, os.W_OK | os.X_OK):
        raise MapError(map_file(config_file), f"cannot be written: {folder} is not yours; use sudo")


def write_map(config_file: Path, config: Config, table_map: TableMap) -> Path:
    """Write the map beside its config and return its file; the old one stays whole until the new one is.

    Raises `MapError`, and then nothing has changed.
    """
    file = map_file(config_file)
    try:
        _replace(file, map_text(table_map, config).encode())
    except OSError as error:
        raise MapError(file, f"cannot be written: {error.strerror}; nothing was changed") from error
    return file


def _replace(file: Path, content: bytes) -> None:
    """Put new content in place of a file's, on the disk itself, at one stroke."""
    beside = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        with beside.open("xb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        beside.replace(file)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(file.absolute().parent)


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":  # elsewhere folders cannot be opened, and are written with their files
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
