"""Starts the board's program, unless pin GP22 is held to ground. Copied to the Pico's root as it is."""

from machine import Pin  # type: ignore[import-not-found, unused-ignore]

from firmware_bridge.firmware.pins import SKIP

if __name__ == "__main__":
    if Pin(SKIP, Pin.IN, Pin.PULL_UP).value():
        from firmware_bridge.firmware.board import run

        run()
    else:
        print("GP22 is held to ground: the board's program was not started")
