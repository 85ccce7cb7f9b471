"""Drivers: each maker of a device passes the same contract."""
