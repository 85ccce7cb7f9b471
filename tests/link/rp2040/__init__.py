"""An emulated Pico for the tests: RP2040 and USB, from MicroPython's own image."""
