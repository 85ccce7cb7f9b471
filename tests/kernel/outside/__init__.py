"""What is done to a guest from outside, on the machine that runs it: power cuts, pulled cables."""
