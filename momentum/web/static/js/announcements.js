// What the table says: the newest aloud and in large type, the recent ones in a list.

import { html } from "./svg.js";
import { say, sentence } from "./words.js";

export class Announcements {
  #newest = null;

  // Shows them all; returns the names of those that are new since the last look (none at the first).
  show(said) {
    const last = said.at(-1);
    const fresh = this.#fresh(said);
    writeAnnouncement(said.length ? together(said) : say("said.none"), last);
    writeRecent(said);
    return fresh;
  }

  // Numbers only grow while one program runs: a smaller one means that it was started again.
  #fresh(said) {
    const newest = said.at(-1)?.n ?? 0;
    const before = this.#newest;
    this.#newest = newest;
    if (before === null || newest < before) return [];
    return said.filter((item) => item.n > before).map((item) => item.what);
  }
}

// What was announced at one instant is read as one: a drop, and whose turn it is now.
function together(said) {
  const at = said.at(-1).at;
  return said.filter((item) => item.at === at).map(worded).join(" ");
}

function worded({ what: name, say: what }) {
  const words = name === "arbiter" ? say("arbiter.told", { act: sentence(what) }) : sentence(what);
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

function writeAnnouncement(text, last) {
  const box = document.getElementById("announcement");
  if (box.textContent === text && box.dataset.n === String(last?.n)) return;
  box.dataset.n = last?.n ?? "";
  box.dataset.said = last?.what ?? "";
  box.textContent = text;
}

function writeRecent(said) {
  const list = document.getElementById("said");
  const recent = said.toReversed?.() ?? [...said].reverse();
  list.replaceChildren(...recent.map((item) => html("li", { value: item.n, "data-said": item.what }, worded(item))));
}
