"""The wire between a host and the board's microcontroller: messages, framing and both ends of the link."""
