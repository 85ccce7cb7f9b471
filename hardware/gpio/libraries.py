"""Optional libraries: imported when a driver is opened, not before; a missing one is told with its remedy."""

import atexit
import os
import shutil
import tempfile
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from types import ModuleType

from hardware.gpio.errors import MissingLibraryError, WrongMachineError
from hardware.gpio.machine import Machine


def need(module: str, package: str) -> ModuleType:
    """Import a library. Raises MissingLibraryError naming the package to install."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingLibraryError(
            f"this driver needs the Python module {module}, which cannot be imported ({error}); "
            f"install it with: pip install {package}"
        ) from error


def lgpio() -> ModuleType:
    """Import lgpio without letting it litter or change the working directory.

    Raises MissingLibraryError, also for the empty package that pip finds where there is no wheel.
    """
    before = Path.cwd()
    tidy_lgpio()
    try:
        library = need("lgpio", "lgpio")
    finally:
        os.chdir(before)
    if not hasattr(library, "gpiochip_open"):
        raise MissingLibraryError(
            "the installed package lgpio is an empty stub, as pip finds it where there is no wheel; "
            "install instead: pip install adafruit-lgpio, or Debian's python3-lgpio"
        )
    return library


def tidy_lgpio() -> None:
    """Give lgpio a folder of its own, unless $LG_WD already does.

    On import it makes a FIFO there, or else in the working directory, and then changes to that folder.
    """
    if "LG_WD" not in os.environ:
        folder = tempfile.mkdtemp(prefix="momentum-lgpio-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ["LG_WD"] = folder


def rpi_gpio(machine: Machine) -> ModuleType:
    """Import RPi.GPIO, by whichever package provides it.

    Raises MissingLibraryError; WrongMachineError on a Raspberry Pi 5, when both packages that provide it are
    installed, since each then runs with parts of the other, or when it refuses the machine itself.
    """
    if machine.is_pi_5:
        raise WrongMachineError(
            f"this is {machine}: its pins belong to the RP1 chip, which RPi.GPIO cannot reach "
            f"('Cannot determine SOC peripheral base address'); use the driver lgpio"
        )
    if is_installed("RPi.GPIO") and is_installed("rpi-lgpio"):
        raise WrongMachineError(
            "RPi.GPIO and rpi-lgpio are both installed and overwrite each other; "
            "keep one: pip uninstall RPi.GPIO rpi-lgpio, then pip install rpi-lgpio"
        )
    if is_installed("rpi-lgpio"):
        lgpio()
    try:
        return need("RPi.GPIO", "rpi-lgpio")
    except RuntimeError as error:
        raise WrongMachineError(f"RPi.GPIO refuses this machine ({error}); use the driver lgpio") from error


def is_installed(package: str) -> bool:
    """Tell whether a distribution of this name is installed."""
    try:
        distribution(package)
    except PackageNotFoundError:
        return False
    return True
