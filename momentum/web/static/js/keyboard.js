// The board by keyboard: arrows move, Enter picks up and puts down, 1 and 2 take a marble, Delete takes one off.

import { cellPoint } from "./cells.js";
import { goal, keepTab } from "./walk.js";

const ACTS = {
  Enter: (hands, cell) => hands.tapCell(cell),
  " ": (hands, cell) => hands.tapCell(cell),
  1: (hands) => takeInstead(hands, "first"),
  2: (hands) => takeInstead(hands, "second"),
  Delete: (hands, cell) => hands.takeOff(cell),
  Backspace: (hands, cell) => hands.takeOff(cell),
};

export class Keyboard {
  #cells;
  #hands;
  #ghost;

  constructor(cells, hands, ghost) {
    this.#cells = cells;
    this.#hands = hands;
    this.#ghost = ghost;
  }

  listen(grid) {
    grid.addEventListener("keydown", (event) => this.#key(event));
    grid.addEventListener("focusin", (event) => this.#focus(event.target));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#hands.putBack();
    });
  }

  #key(event) {
    const cell = event.target.dataset?.cell;
    if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = goal(event.key, cellPoint(cell));
    const deed = ACTS[event.key];
    if (!to && !deed) return;
    event.preventDefault();
    if (to) this.#cells.get(to)?.focus();
    else if (!event.repeat) {
      deed(this.#hands, cell);
      this.#ghost.hover(event.target);
    }
  }

  #focus(cell) {
    keepTab(this.#cells, cell);
    if (cell.matches(":focus-visible")) this.#ghost.hover(cell);
  }
}

function takeInstead(hands, owner) {
  hands.putBack();
  hands.take(owner);
}
