// The board by keyboard: arrows move, Enter picks up and puts down, 1 and 2 take a marble, Delete takes one off.

import { SIZE, cellName, cellPoint } from "./cells.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const JUMPS = {
  Home: ({ y }) => ({ x: 0, y }),
  End: ({ y }) => ({ x: SIZE - 1, y }),
  PageUp: ({ x }) => ({ x, y: SIZE - 1 }),
  PageDown: ({ x }) => ({ x, y: 0 }),
};
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

  // The cell that was reached last is the one that Tab comes back to.
  #focus(cell) {
    for (const other of this.#cells.values()) other.tabIndex = other === cell ? 0 : -1;
    if (cell.matches(":focus-visible")) this.#ghost.hover(cell);
  }
}

function takeInstead(hands, owner) {
  hands.putBack();
  hands.take(owner);
}

function goal(key, point) {
  if (key in JUMPS) {
    const to = JUMPS[key](point);
    return cellName(to.x, to.y);
  }
  const step = STEPS[key];
  return step ? (cellName(point.x + step[0], point.y + step[1]) ?? cellName(point.x, point.y)) : null;
}
