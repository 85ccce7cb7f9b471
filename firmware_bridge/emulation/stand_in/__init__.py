"""What stands in for a Pico's hardware under MicroPython's unix port."""
