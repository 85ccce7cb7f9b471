"""What holds for every test: no example of a law fails because the machine was busy."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("project", deadline=None)
settings.load_profile("project")
