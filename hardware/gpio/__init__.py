"""A table wired to a Raspberry Pi's own pins: contact matrix, buttons and buzzer."""
