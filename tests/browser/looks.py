"""Looks at the page, in its own language: what tests wait for and read."""

from __future__ import annotations

LISTED = """(count) => document.querySelectorAll("#turns [data-ply]").length === count"""
"""Whether so many turns are listed."""

NEXT_PUSH = """(turns) => {
  if (document.querySelectorAll("#turns [data-ply]").length >= turns) return [];
  const phase = document.getElementById("phase");
  const cells = phase.textContent.match(/[a-g][1-7]/g) ?? [];
  const means = document.querySelector(`[data-light="${cells[0]}"]`)?.dataset.means;
  const whole = (means === "lift" && cells.length === 2) || (means === "off" && cells.length === 1);
  return phase.dataset.phase === "push" && whole ? cells : null;
}"""
"""What the page asks for next: d4 and c3 for a push, g1 for a marble to be taken off, nothing after the turn.

It is read from the sentence and the light together, so that neither alone can lead the hand."""


PUSHED = """(cells) => cells.every((cell) => {
  const means = document.querySelector(`[data-light="${cell}"]`).dataset.means;
  return !["lift", "off", "place"].includes(means);
})"""
"""Whether no light asks for a push on these cells any more."""

CONNECTED = """() => {
  const painted = performance.getEntriesByName("first-contentful-paint").length > 0;
  const linked = document.getElementById("connection")?.dataset.state === "open";
  return painted && linked && document.getElementById("phase").dataset.phase !== "";
}"""
"""Whether the page follows its table and has shown it: a browser heeds no hand before it has painted."""

HOLDS = """([selector, name, value]) => {
  const element = document.querySelector(selector);
  return (name === "text" ? element?.textContent : element?.getAttribute(name) ?? "") === value;
}"""
"""Whether an element's text or attribute is this; looked at in every frame, so that nobody waits for long."""

LIES = (
    """([cell, owners]) => owners.includes(document.querySelector(`[data-cell="${cell}"]`).dataset.owner)"""
)
"""Whether a marble of one of these players is shown on a cell."""

SHOWN = """() => {
  const text = (id) => document.getElementById(id)?.textContent;
  const lit = [...document.querySelectorAll("[data-light][data-means]")];
  const lights = lit.map((lamp) => `${lamp.dataset.light} ${lamp.dataset.means}`);
  const lying = [...document.querySelectorAll('[data-cell]:not([data-owner=""])')];
  const marbles = lying.map((cell) => `${cell.dataset.cell} ${cell.dataset.owner}`);
  const told = ["connection", "turn", "phase", "announcement", "notice", "turns"].map(text);
  return JSON.stringify({told, marbles, lights});
}"""
"""What the page shows, for whoever has waited in vain."""
