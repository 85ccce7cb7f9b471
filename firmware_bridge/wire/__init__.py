"""What both ends of the wire share, in the Python that CPython and MicroPython have in common."""
