"""Putting out what a killed program left lit: no page and no game, but what shines or sounds, to be quick."""

from __future__ import annotations

from contextlib import ExitStack

from momentum.config.schema import Config


def darken(config: Config, stack: ExitStack) -> None:
    """Open what shines or sounds; closing `stack` leaves it dark and silent. Raises `HardwareError`."""
    if config.driver == "gpio":
        from momentum.main.wired import darken_wired

        darken_wired(config, stack)
    if config.driver == "pico":
        from momentum.main.pico import open_as_it_is

        stack.callback(open_as_it_is(config).close)
