"""The devices of a table: contacts, lights and buttons, as masks and colours; nothing of the game."""
