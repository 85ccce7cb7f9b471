"""The program of the board's microcontroller: a Raspberry Pi Pico or Pico 2, MicroPython 1.25 or later."""

VERSION = "0.1.0"
"""Of this program; told at the welcome."""
