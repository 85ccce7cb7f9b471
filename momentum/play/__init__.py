"""Playing in real time: a table, its pages, and virtual hands that show how it is done."""
