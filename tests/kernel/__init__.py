"""The drivers on a real Linux GPIO kernel: run in the guest by the script `lab`, skipped elsewhere."""
