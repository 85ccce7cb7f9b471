"""The table: the loop that joins devices and referee, and the lighting that answers the hands."""
