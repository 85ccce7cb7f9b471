"""The workshop: a table is checked, and its wiring is learnt, with a person at the table or without."""
