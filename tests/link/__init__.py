"""The link to a board, from port to table."""
