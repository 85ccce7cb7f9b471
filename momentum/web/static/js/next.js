// What the arbiter still has to see to: where board and game differ, in words, and what comes next.

import { html } from "./svg.js";
import { say } from "./words.js";

const part = (id) => document.getElementById(id);

// While a position is put together nothing is compared.
export function showNext(state, editing) {
  const next = editing ? "" : nextText(state);
  part("next").dataset.wanted = next ? "yes" : "no";
  if (part("next-text").textContent !== next) part("next-text").textContent = next;
  showDifferences(editing ? [] : differences(state, next !== ""));
}

// Whether the board is anything but the game's position: a drop whose pushes are due is, too.
export function differs({ game, arbiter }) {
  const there = [...game.first, ...game.second].sort().join(" ");
  return arbiter.extra.length + arbiter.missing.length > 0 || [...arbiter.seen].sort().join(" ") !== there;
}

function nextText({ game, arbiter, clock }) {
  if (game.phase === "restore") return [say("arbiter.waiting"), clock ? say("arbiter.clocks_stand") : ""].join(" ").trim();
  if (game.phase !== "paused" || !isSet(arbiter.acts)) return "";
  if (!arbiter.extra.length && !arbiter.missing.length) return say("arbiter.set_lies");
  return say(clock ? "arbiter.set_next_clocks" : "arbiter.set_next");
}

// Whether a position was set since the game was paused.
function isSet(acts) {
  const names = acts.map((act) => act.act);
  const since = acts.slice(Math.max(names.lastIndexOf("pause"), names.lastIndexOf("resume")) + 1);
  return since.some((act) => act.act.startsWith("position ") && !act.undone_by);
}

function differences({ arbiter }, waiting) {
  const { extra, missing } = arbiter;
  if (!extra.length && !missing.length) return waiting ? [] : [["", say("arbiter.same")]];
  const first = new Set(arbiter.first);
  return [
    ...extra.map((cell) => ["extra", say("arbiter.extra", { cell })]),
    ...missing.map((cell) => ["missing", say(`arbiter.missing_${first.has(cell) ? "first" : "second"}`, { cell })]),
  ];
}

// Each line bears the mark that its cell has on the board.
function showDifferences(lines) {
  const list = part("difference");
  const key = JSON.stringify(lines);
  if (list.dataset.shown === key) return;
  list.dataset.shown = key;
  list.replaceChildren(...lines.map(([mark, text]) => html("li", { "data-mark": mark }, text)));
}
