// What the table says: the newest aloud and in large type, the recent ones in a list.

import { html } from "./svg.js";
import { say } from "./words.js";

export class Announcements {
  #newest = null;

  // Shows them all; returns the names of those that are new since the last look (none at the first).
  show(said) {
    const last = said.at(-1);
    const fresh = this.#fresh(said);
    const text = last ? say(`said.${last.what}`) : say("said.none");
    writeAnnouncement(text, last);
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
  list.replaceChildren(...recent.map(({ n, what }) => html("li", { value: n, "data-said": what }, say(`said.${what}`))));
}
