"""What can be wrong with a request; each carries the HTTP status that answers it."""

from __future__ import annotations

from momentum.errors import MomentumError
from momentum.spoken import Sentence


class WebError(MomentumError, ValueError):
    """A request that is not served; its sentence goes to the client."""

    status = 400

    def __init__(self, sentence: str, say: Sentence | None = None) -> None:
        super().__init__(sentence)
        self.say = say
        """The same for players, in any language; None for what only a maker of programs meets."""


def in_words(error: MomentumError) -> Sentence | None:
    """Return an error's sentence for players, in any language; None where it has only its own."""
    return Sentence.of(error.key, **error.values) if error.key else None


class Malformed(WebError):
    """A request that cannot be read."""


class Forbidden(WebError):
    """A request without the page's token, or from another page."""

    status = 403


class NotPossible(WebError):
    """A request that is well formed but cannot be done on this table now."""

    status = 409


class NotThere(WebError):
    """A request for something that there is not."""

    status = 404


class TooLarge(WebError):
    """A request longer than any that makes sense."""

    status = 413


class NotJson(WebError):
    """A body that does not say it is JSON."""

    status = 415


class TooMany(WebError):
    """More pages listening than one table serves."""

    status = 503


class TooOften(WebError):
    """The same thing again too soon."""

    status = 429


class BadPin(WebError):
    """A PIN that will not do, or cannot be read or written."""

    status = 409
