"""Answers: what every page and every answer of the table has in common."""

from __future__ import annotations

from importlib.resources import files

from starlette.responses import Response, StreamingResponse

from momentum.web.live import Live

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
"""Sent with everything but the stream of events."""

_STREAM_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def state_of(live: Live) -> Response:
    """Return the newest state."""
    return Response(live.state_text(), media_type="application/json", headers=HEADERS)


def events_of(live: Live) -> Response:
    """Return the stream of what changes; raises `TooMany`."""
    live.check_room()
    return StreamingResponse(live.messages(), media_type="text/event-stream", headers=_STREAM_HEADERS)


def filled_page(name: str, **values: str) -> str:
    """Return a page's markup with `{{name}}` filled in for each value."""
    text = (files("momentum") / "web" / "static" / name).read_text(encoding="utf-8")
    for key, value in values.items():
        text = text.replace(f"{{{{{key}}}}}", value)
    return text
