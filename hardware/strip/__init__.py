"""The one chain of 77 lights, driven by SPI or by Blinka's neopixel, in the order in which it is wired."""
