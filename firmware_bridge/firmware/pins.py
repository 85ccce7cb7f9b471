"""Which pin of the Pico does what: the one table the wiring follows."""

ROWS = (2, 3, 4, 5, 6, 7, 8)
"""GP numbers of the matrix rows, row 1 first; each is driven low while it is read."""
COLUMNS = (9, 10, 11, 12, 13, 14, 15)
"""GP numbers of the matrix columns, column a first, pulled up; each switch has a diode from column to row."""
LIGHTS = 16
"""Data of the chain of 77 WS2812 lights, through a 74AHCT125 to 5 V."""
BUTTONS = (17, 18, 19, 20, 21, 26, 27)
"""Buttons to ground: first, second, arbiter, swap, undo, new, pause."""
POLES = 0
"""Held to ground at power-up: every cell has a second switch, for south poles, on the same rows."""
SOUTH_COLUMNS = BUTTONS
"""Columns a to g of the second switches; the buttons have to make room for them."""
BUTTON_ROW = 1
"""The row of the buttons then: each, with a diode, on one of the first columns, first to pause on a to g."""
SKIP = 22
"""Held to ground at power-up it skips the program, so that the board can be updated."""
BUZZER = 28
"""A passive buzzer to ground, through a transistor."""
STATUS = "LED"
"""The light on the Pico itself: steady with a host, blinking without."""
