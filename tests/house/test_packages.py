"""The distribution: whose packages these are, what ships with them, and that importing does nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import packages_distributions, version
from importlib.resources import files

import pytest

PACKAGES = ("momentum", "hardware", "firmware_bridge")


@pytest.mark.parametrize("package", PACKAGES)
def test_each_package_comes_from_this_distribution_alone(package: str) -> None:
    assert set(packages_distributions()[package]) == {"momentum-board"}


@pytest.mark.parametrize("package", PACKAGES)
def test_each_package_tells_that_it_is_typed(package: str) -> None:
    assert (files(package) / "py.typed").is_file()


@pytest.mark.parametrize(
    "path",
    ["words/en.json", "words/ko.json", "web/static/index.html", "web/static/rules.html", "bench/drops.jsonl"],
)
def test_the_files_that_pages_and_benchmarks_read_ship_with_the_package(path: str) -> None:
    assert files("momentum").joinpath(*path.split("/")).is_file()


def test_importing_everything_prints_nothing_and_starts_nothing() -> None:
    script = (
        "import pkgutil, importlib, threading, momentum, hardware, firmware_bridge\n"
        "for package in (momentum, hardware):\n"
        "    for module in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        "        if not module.name.endswith('__main__'): importlib.import_module(module.name)\n"
        "assert threading.active_count() == 1\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_command_tells_its_version() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "momentum", "--version"], capture_output=True, text=True, check=False
    )
    assert done.stdout == f"momentum {version('momentum-board')}\n"


@pytest.mark.skipif(
    os.environ.get("MOMENTUM_WHEEL") != "1", reason="asked only where the built wheel is tested"
)
def test_the_tests_of_the_wheel_run_against_the_wheel() -> None:
    assert "site-packages" in str(files("momentum"))
