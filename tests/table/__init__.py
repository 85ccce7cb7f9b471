"""Tests of the table: sensing, presses, lighting and the loop that joins them."""
