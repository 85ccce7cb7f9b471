// Where cells and ring steps lie: names, columns and rows, and the drawing's own units.

export const SIZE = 7;
export const UNIT = 100;
export const MARGIN = 92;
export const SPAN = SIZE * UNIT + 2 * MARGIN;

const COLUMNS = "abcdefg";

export function cellName(x, y) {
  const inside = x >= 0 && x < SIZE && y >= 0 && y < SIZE;
  return inside ? `${COLUMNS[x]}${y + 1}` : null;
}

export function cellPoint(name) {
  return { x: COLUMNS.indexOf(name[0]), y: Number(name.slice(1)) - 1 };
}

// In the order of the strip: a1 is 0, g1 is 6, g7 is 48.
export const CELLS = Array.from({ length: SIZE * SIZE }, (_, index) =>
  cellName(index % SIZE, Math.floor(index / SIZE)),
);

// A point of the board (0,0 is the middle of a1) in the drawing, whose y runs down.
export function place(x, y) {
  return { x: MARGIN + UNIT * (x + 0.5), y: MARGIN + UNIT * (SIZE - 0.5 - y) };
}

// Steps 1..28 clockwise from under a1; `out` points away from the board.
export const RING = Array.from({ length: 4 * SIZE }, (_, index) => ringStep(index));

function ringStep(index) {
  const along = index % SIZE;
  const back = SIZE - 1 - along;
  const sides = [
    { x: along, y: 0, out: { x: 0, y: -1 } },
    { x: SIZE - 1, y: along, out: { x: 1, y: 0 } },
    { x: back, y: SIZE - 1, out: { x: 0, y: 1 } },
    { x: 0, y: back, out: { x: -1, y: 0 } },
  ];
  return { step: index + 1, ...sides[Math.floor(index / SIZE)] };
}

export function direction(from, to) {
  const a = cellPoint(from);
  const b = cellPoint(to);
  return { x: Math.sign(b.x - a.x), y: Math.sign(b.y - a.y) };
}

// The marble that lies on a cell, or is just rolling over it.
export function marbleAt(marbles, cell) {
  const x = cell.charCodeAt(0) - 97;
  const y = Number(cell.slice(1)) - 1;
  return marbles.find((item) => Math.abs(item.x - x) < 0.5 && Math.abs(item.y - y) < 0.5) ?? null;
}
