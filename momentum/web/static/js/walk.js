// Walking over the board's cells by keyboard: where a key leads, and which cell Tab comes back to.

import { SIZE, cellName, cellPoint } from "./cells.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const JUMPS = {
  Home: ({ y }) => ({ x: 0, y }),
  End: ({ y }) => ({ x: SIZE - 1, y }),
  PageUp: ({ x }) => ({ x, y: SIZE - 1 }),
  PageDown: ({ x }) => ({ x, y: 0 }),
};

// The cell that a key leads to from a point, or null for a key that leads nowhere.
export function goal(key, point) {
  if (key in JUMPS) {
    const to = JUMPS[key](point);
    return cellName(to.x, to.y);
  }
  const step = STEPS[key];
  return step ? (cellName(point.x + step[0], point.y + step[1]) ?? cellName(point.x, point.y)) : null;
}

// The cell that was reached last is the one that Tab comes back to.
export function keepTab(cells, cell) {
  for (const other of cells.values()) other.tabIndex = other === cell ? 0 : -1;
}

// A board that is only read: keys walk, nothing else happens.
export function walkOnly(cells, grid) {
  grid.addEventListener("focusin", (event) => keepTab(cells, event.target));
  grid.addEventListener("keydown", (event) => {
    const cell = event.target.dataset?.cell;
    if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = goal(event.key, cellPoint(cell));
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    cells.get(to).focus();
  });
}
