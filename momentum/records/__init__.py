"""Records: games written down as text that people read and programs replay."""
