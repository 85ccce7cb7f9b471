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
  #state = null;

  constructor(box) {
    this.#box = box;
    for (let row = SIZE - 1; row >= 0; row -= 1) {
      for (let column = 0; column < SIZE; column += 1) this.#add(cellName(column, row));
    }
  }

  #add(name) {
    const button = html("button", { type: "button", class: "cell", "data-cell": name });
    button.addEventListener("click", () => this.#turn(name));
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
    const { game, seen } = this.#state;
    const known = accepted(game);
    const here = new Set(seen.occupied);
    const lacking = new Set(Array.from(known).filter(([name]) => !here.has(name)).map(([, owner]) => owner));
    const guess = lacking.size === 1 ? Array.from(lacking)[0] : game.turn ?? "first";
    const owner = (name) => (seen.second ? (seen.second.includes(name) ? "second" : "first") : known.get(name) ?? guess);
    this.#begin(new Map(seen.occupied.map((name) => [name, owner(name)])));
  }

  beginFromGame() {
    this.#begin(accepted(this.#state.game));
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

  #draw() {
    if (!this.#state) return;
    this.#box.classList.toggle("editing", this.editing);
    const known = this.#draft ?? accepted(this.#state.game);
    const differences = this.editing ? new Map() : difference(this.#state);
    for (const [name, button] of this.#buttons) draw(button, name, known.get(name) ?? "", differences.get(name) ?? "");
  }
}

export function accepted({ first, second }) {
  return new Map([...first.map((name) => [name, "first"]), ...second.map((name) => [name, "second"])]);
}

// By cell: "extra" lies there and is not in the game, "missing" the other way round.
export function difference({ game, seen }) {
  const known = accepted(game);
  const here = new Set(seen.occupied);
  const found = new Map();
  for (const name of here) if (!known.has(name) || wrongColour(seen, name, known.get(name))) found.set(name, "extra");
  for (const name of known.keys()) if (!here.has(name)) found.set(name, "missing");
  return found;
}

function wrongColour(seen, name, owner) {
  return seen.second !== null && seen.second.includes(name) !== (owner === "second");
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
