"""A board with a Raspberry Pi Pico under it, on a USB cable: every device of a table by one link."""
