// The board as the arbiter sees it: what lies there beside what the game has, and a position being put together.

import { CELLS, SIZE, cellName } from "./cells.js";
import { marblePicture } from "./marbles.js";
import { html } from "./svg.js";
import { say } from "./words.js";

const NEXT = { "": "first", first: "second", second: "" };

export class Sight {
  #box;
  #buttons = new Map();
  #draft = null;
  #held = "";
  #state = null;

  constructor(box) {
    this.#box = box;
    box.addEventListener("pointerup", (event) => this.#let(event));
    for (let row = SIZE - 1; row >= 0; row -= 1) {
      for (let column = 0; column < SIZE; column += 1) this.#add(cellName(column, row));
    }
  }

  #add(name) {
    const button = html("button", { type: "button", class: "cell", "data-cell": name });
    button.addEventListener("click", () => this.#turn(name));
    button.addEventListener("pointerdown", () => (this.#held = name));
    this.#buttons.set(name, button);
    this.#box.append(button);
  }

  get editing() {
    return this.#draft !== null;
  }

  // As first=CELLS second=CELLS.
  get position() {
    const of = (owner) => CELLS.filter((name) => this.#draft.get(name) === owner).join(",") || "-";
    return `first=${of("first")} second=${of("second")}`;
  }

  beginFromBoard() {
    const { game, arbiter } = this.#state;
    const known = owners(arbiter);
    const lacking = new Set(arbiter.missing.map((name) => known.get(name)));
    const guess = lacking.size === 1 ? Array.from(lacking)[0] : game.turn ?? "first";
    this.#begin(new Map(arbiter.seen.map((name) => [name, known.get(name) ?? guess])));
  }

  beginFromGame() {
    this.#begin(owners(this.#state.game));
  }

  #begin(draft) {
    this.#draft = draft;
    this.#draw();
  }

  end() {
    this.#draft = null;
    this.#draw();
  }

  show(state) {
    this.#state = state;
    this.#draw();
  }

  #turn(name) {
    if (!this.editing) return;
    this.#draft.set(name, NEXT[this.#draft.get(name) ?? ""]);
    this.#draw();
  }

  // A marble let go on another cell has moved there.
  #let({ clientX, clientY }) {
    const to = document.elementFromPoint(clientX, clientY)?.closest("[data-cell]")?.dataset.cell;
    const from = this.#held;
    const owner = this.#draft?.get(from);
    this.#held = "";
    if (!to || !owner || to === from) return;
    this.#draft.set(from, "").set(to, owner);
    this.#draw();
  }

  #draw() {
    if (!this.#state) return;
    this.#box.classList.toggle("editing", this.editing);
    const known = this.#draft ?? shown(this.#state.arbiter);
    const differences = this.editing ? new Map() : difference(this.#state.arbiter);
    for (const [name, button] of this.#buttons) {
      button.disabled = !this.editing;
      draw(button, name, known.get(name) ?? "", differences.get(name) ?? "");
    }
  }
}

// Whose marble lies, or should lie, on each cell.
function owners({ first, second }) {
  return new Map([...first.map((name) => [name, "first"]), ...second.map((name) => [name, "second"])]);
}

// What lies there and what is missing; a marble that was just pushed on is not where it was.
function shown(arbiter) {
  const there = new Set([...arbiter.seen, ...arbiter.missing]);
  return new Map(Array.from(owners(arbiter)).filter(([name]) => there.has(name)));
}

// By cell: "extra" lies there and is not in the game, "missing" the other way round.
function difference({ extra, missing }) {
  return new Map([...extra.map((name) => [name, "extra"]), ...missing.map((name) => [name, "missing"])]);
}

function draw(button, name, owner, different) {
  const key = `${owner} ${different} ${document.documentElement.lang}`;
  if (button.dataset.drawn === key) return;
  button.dataset.drawn = key;
  button.dataset.owner = owner;
  button.dataset.difference = different;
  const label = [name, say(owner ? `cell.${owner}` : "cell.empty")];
  if (different) label.push(say(`arbiter.cell_${different}`));
  button.setAttribute("aria-label", label.join(", "));
  button.replaceChildren(html("small", { "aria-hidden": "true" }, name), ...(owner ? [marblePicture(owner)] : []));
}
