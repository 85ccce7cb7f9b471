// Pictures of positions for the rules page: marbles, shapes and lit steps on a small board.

import { boardFace, cellCentre, stepCentre } from "./board.js";
import { RING, SPAN, direction } from "./cells.js";
import { cellGlyph, ringGlyph } from "./glyphs.js";
import { marble } from "./marbles.js";
import { svg } from "./svg.js";

const PICTURES = {
  push: {
    first: ["c3", "e3"],
    second: ["d3", "d4"],
    shapes: [["dropped", "c3"], ["lift", "e3", "f3"], ["place", "f3"], ["lift", "d4", "e5"], ["place", "e5"]],
  },
  off: { first: ["f2"], second: ["g2"], shapes: [["dropped", "f2"], ["off", "g2", null, { x: 1, y: 0 }]], exits: [9] },
  pie: { first: ["d4"], second: [], shapes: [["swap", "d4"]] },
  last: {
    first: ["b5", "c2", "c6", "d4", "e3", "f5", "g3"],
    second: ["b6", "d1", "e7", "f2"],
    shapes: [["hint", "e1"], ["hint", "f3"], ["hint", "f4"]],
  },
  rounds: { first: [], second: [], shapes: [], rounds: 11 },
};

export function drawPicture(name) {
  const { first, second, shapes, exits = [], rounds = 0 } = PICTURES[name];
  return svg("svg", { viewBox: `0 0 ${SPAN} ${SPAN}`, class: "small-board", "aria-hidden": "true" },
    ...boardFace(),
    ...RING.map((step) => drawStep(step, step.step <= rounds, exits.includes(step.step))),
    ...first.map((cell) => at(cellCentre(cell), marble("first"))),
    ...second.map((cell) => at(cellCentre(cell), marble("second"))),
    ...shapes.map(drawShape),
  );
}

function drawStep(step, lit, exit) {
  const hole = svg("circle", { r: 15, class: lit || exit ? "ring-hole step-lit" : "ring-hole" });
  const shape = exit ? [ringGlyph("exit", { x: step.out.x, y: -step.out.y })] : [];
  return at(stepCentre(step), hole, ...shape);
}

function drawShape([means, cell, to, out]) {
  const way = to ? direction(cell, to) : out;
  return at(cellCentre(cell), cellGlyph(means, way && { x: way.x, y: -way.y }));
}

function at({ x, y }, ...children) {
  return svg("g", { transform: `translate(${x} ${y})` }, ...children);
}
