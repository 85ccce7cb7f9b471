"""The board's real program without a board: in MicroPython's unix port, with a stand-in for the pins."""
