"""Which machine this is, what libraries it has, who owns the table and who holds a line."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from hardware.errors import HardwareError, SettingError
from hardware.gpio import factory, libraries
from hardware.gpio.errors import (
    AlreadyRunningError,
    MissingDeviceError,
    MissingLibraryError,
    WrongMachineError,
)
from hardware.gpio.holders import holders, holders_of
from hardware.gpio.machine import Machine
from hardware.gpio.owner import Owner
from hardware.gpio.rpigpio_grid import open_grid
from hardware.gpio.wiring import GridWiring

ROOT = Path(__file__).parents[2]
WIRING = GridWiring(rows=(5, 6, 13, 19, 26, 16, 20), columns=(17, 27, 22, 23, 24, 25, 12))
PI_5 = Machine(model="Raspberry Pi 5 Model B Rev 1.0", revision=0xC04170)


def kernel(folder: Path, *, model: str = "", revision: bytes = b"", cpuinfo: str = "") -> Path:
    """Make the files by which a kernel tells its machine."""
    tree = folder / "proc/device-tree"
    (tree / "system").mkdir(parents=True)
    if model:
        (tree / "model").write_bytes(model.encode() + b"\0")
    if revision:
        (tree / "system/linux,revision").write_bytes(revision)
    (folder / "proc/cpuinfo").write_text(cpuinfo, "utf-8")
    return folder


def test_a_raspberry_pi_5_tells_itself_by_its_device_tree(tmp_path: Path) -> None:
    machine = Machine.here(kernel(tmp_path, model="Raspberry Pi 5 Model B", revision=b"\0\xc0\x41\x70"))
    assert (str(machine), machine.is_pi_5) == ("Raspberry Pi 5 Model B", True)


def test_an_older_raspberry_pi_may_tell_itself_by_its_processor(tmp_path: Path) -> None:
    machine = Machine.here(kernel(tmp_path, cpuinfo="model name : ARMv7\nRevision\t: a020d3\n"))
    assert (machine.revision, machine.is_pi_5, str(machine)) == (0xA020D3, False, "a Raspberry Pi")


def test_a_laptop_is_no_raspberry_pi(tmp_path: Path) -> None:
    machine = Machine.here(kernel(tmp_path, cpuinfo="model name : x86\n"))
    assert (machine.revision, machine.is_pi_5, str(machine)) == (None, False, "not a Raspberry Pi")


def test_a_kernel_that_tells_nothing_is_no_raspberry_pis(tmp_path: Path) -> None:
    assert Machine.here(tmp_path) == Machine(model="", revision=None)


@pytest.mark.parametrize("revision", [0xC04170, 0xD04171, 0xB04180, 0xD04190])
def test_every_kind_of_raspberry_pi_5_is_one(revision: int) -> None:
    assert Machine(model="", revision=revision).is_pi_5


def test_rpi_gpio_is_refused_on_a_raspberry_pi_5_with_the_reason() -> None:
    with pytest.raises(WrongMachineError, match=r"Raspberry Pi 5.*RP1.*use the driver lgpio"):
        open_grid(WIRING, machine=PI_5)


def test_two_packages_in_the_name_of_rpi_gpio_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "is_installed", lambda _: True)
    with pytest.raises(WrongMachineError, match=r"overwrite each other; keep one"):
        open_grid(WIRING, machine=Machine(model="", revision=0xC03111))


def library(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, text: str) -> None:
    """Let this text be the library of this name for one test."""
    path = folder / f"{name.replace('.', '/')}.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    for module in (name.partition(".")[0], name):
        monkeypatch.setitem(sys.modules, module, ModuleType(module))  # so that it is put back afterwards
        del sys.modules[module]
    monkeypatch.syspath_prepend(str(folder))


def test_rpi_gpio_that_refuses_the_machine_is_told_with_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library(
        monkeypatch,
        tmp_path,
        "RPi.GPIO",
        "raise RuntimeError('This module can only be run on a Raspberry Pi!')",
    )
    monkeypatch.setattr(libraries, "is_installed", lambda _: False)
    with pytest.raises(WrongMachineError, match=r"only be run on a Raspberry Pi!\); use the driver lgpio"):
        open_grid(WIRING, machine=Machine(model="", revision=None))


def test_an_lgpio_that_is_an_empty_stub_is_told_with_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library(monkeypatch, tmp_path, "lgpio", "")
    with pytest.raises(MissingLibraryError, match=r"empty stub.*adafruit-lgpio"):
        libraries.lgpio()


def test_lgpio_may_change_the_working_directory_but_not_for_us(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library(
        monkeypatch, tmp_path, "lgpio", "import os\nos.chdir(os.environ['LG_WD'])\ngpiochip_open = None\n"
    )
    monkeypatch.delenv("LG_WD", raising=False)
    before = Path.cwd()
    libraries.lgpio()
    assert Path.cwd() == before
    assert Path(os.environ["LG_WD"]).is_dir()
    monkeypatch.delenv("LG_WD")


def test_a_missing_library_is_told_with_what_to_install() -> None:
    with pytest.raises(
        MissingLibraryError, match=r"needs the Python module no_such_one.*pip install some-package"
    ):
        libraries.need("no_such_one", "some-package")


def test_no_optional_library_is_imported_before_a_driver_is_opened() -> None:
    code = """
import pkgutil, sys, hardware.gpio, hardware.strip
for package in (hardware.gpio, hardware.strip):
    for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        __import__(module.name)
optional = {"lgpio", "gpiozero", "RPi", "board", "neopixel", "adafruit_mcp230xx"}
print(sorted(optional & sys.modules.keys()))
"""
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


def test_a_pin_factory_that_is_not_there_is_refused() -> None:
    with pytest.raises(SettingError, match="no pin factory 'pigpio'; there are lgpio and rpigpio"):
        factory.pin_factory("pigpio")


def test_the_table_has_one_owner_who_is_named(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    owner = Owner(path)
    with pytest.raises(
        AlreadyRunningError, match=rf"run by process {os.getpid()} \(.*python.*\); stop that first"
    ):
        Owner(path)
    owner.close()
    owner.close()
    Owner(path).close()
    assert path.read_text("utf-8") == ""


def test_the_lock_of_a_killed_owner_is_free(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    code = (
        "import os, pathlib, sys; from hardware.gpio.owner import Owner\n"
        "owner = Owner(pathlib.Path(sys.argv[1])); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], cwd=ROOT, check=False)
    assert path.read_text("utf-8").startswith("process ")
    Owner(path).close()


def test_a_lock_file_in_no_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(MissingDeviceError, match="no/lock cannot be made: No such file"):
        Owner(tmp_path / "no/lock")


def process(proc: Path, pid: int, command: str, lines: tuple[int, ...], *, kernel_tells: bool) -> None:
    """Make a process's folder in /proc, holding these GPIO lines."""
    folder = proc / str(pid)
    (folder / "fd").mkdir(parents=True)
    (folder / "fdinfo").mkdir()
    (folder / "cmdline").write_bytes(command.encode().replace(b" ", b"\0") + b"\0")
    (folder / "fd/0").symlink_to("/dev/null")
    for number, line in enumerate(lines, 3):
        (folder / f"fd/{number}").symlink_to("anon_inode:gpio-line")
        told = f"gpio-chip:\tgpiochip0\ngpio-line:\t{line}\n" if kernel_tells else ""
        (folder / f"fdinfo/{number}").write_text(f"pos:\t0\n{told}", "ascii")


def test_a_new_kernel_tells_which_process_holds_a_line(tmp_path: Path) -> None:
    process(tmp_path, 900, "python3 blink.py", (17, 27), kernel_tells=True)
    process(tmp_path, 90, "fan-control", (4,), kernel_tells=True)
    process(tmp_path, 1, "init", (), kernel_tells=True)
    assert [str(holder) for holder in holders_of(27, tmp_path)] == ["process 900 (python3 blink.py)"]


def test_an_older_kernel_only_tells_which_processes_hold_any_line(tmp_path: Path) -> None:
    process(tmp_path, 900, "python3 blink.py", (17,), kernel_tells=False)
    process(tmp_path, 90, "fan-control", (4,), kernel_tells=False)
    assert [holder.pid for holder in holders_of(17, tmp_path)] == [90, 900]


def test_a_long_command_is_cut(tmp_path: Path) -> None:
    process(tmp_path, 900, "python3 -c " + "print() " * 50, (17,), kernel_tells=False)
    assert [len(holder.command) <= 80 for holder in holders(tmp_path)] == [True]


def test_all_errors_have_one_root() -> None:
    for error in (AlreadyRunningError, MissingDeviceError, MissingLibraryError, WrongMachineError):
        assert issubclass(error, HardwareError)
