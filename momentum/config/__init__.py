"""The config file: what the owner wrote, checked once and told in the owner's words."""
