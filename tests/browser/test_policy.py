"""The content policy holds in a real browser: nothing inline runs, and nothing is fetched from elsewhere."""

from __future__ import annotations

from tests.browser.conftest import Visit
from tests.web.served import Served

ATTEMPT = """(attempt) => new Promise((resolve) => {
  addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), {once: true});
  const made = document.createElement(attempt.tag);
  for (const [name, value] of Object.entries(attempt.attributes)) made.setAttribute(name, value);
  made.append(attempt.text);
  document.body.append(made);
})"""


ATTEMPTS: list[tuple[str, dict[str, str], str, str]] = [
    ("script", {}, "window.ran = true", "script-src-elem"),
    ("script", {"src": "http://127.0.0.2:9/evil.js"}, "", "script-src-elem"),
    ("style", {}, "body { color: red }", "style-src-elem"),
    ("p", {"style": "color: red"}, "", "style-src-attr"),
    ("img", {"src": "http://127.0.0.2:9/spy.png"}, "", "img-src"),
    ("iframe", {"src": "http://127.0.0.2:9/"}, "", "frame-src"),
    ("button", {"onclick": "window.ran = true"}, "", "script-src-attr"),
]
"""What somebody might try: an element, its attributes, its text, and what of the policy stops it."""


def test_what_the_policy_forbids_does_not_happen(table: Served, visit: Visit) -> None:
    visitor = visit(table.address, forgive=("Content Security Policy", "127.0.0.2"))
    for path in ("", "rules", "watch", "games"):
        visitor.page.goto(f"{table.address}{path}")
        for tag, attributes, text, directive in ATTEMPTS:
            broken = visitor.page.evaluate(ATTEMPT, {"tag": tag, "attributes": attributes, "text": text})
            assert broken == directive
        assert visitor.page.evaluate("window.ran") is None
