// The board seen from above: sockets, edge lights and coordinates drawn, and the grid that is pressed and read.

import { CELLS, MARGIN, RING, SIZE, SPAN, UNIT, cellName, cellPoint, place } from "./cells.js";
import { html, svg } from "./svg.js";

const RING_OUT = 76;
const LABEL_OUT = 119;

// Layers from the bottom: lights, marbles, shapes.
export function drawBoard(picture) {
  const lights = new Map(CELLS.map((name) => [name, cellLamp(name)]));
  const ring = RING.map(ringLamp);
  const marbles = svg("g", { class: "marbles" });
  const glyphs = svg("g", { class: "glyphs" });
  picture.append(
    svg("svg", { viewBox: `0 0 ${SPAN} ${SPAN}`, class: "drawing" },
      ...boardFace(),
      svg("g", { class: "lamps" }, ...[...lights.values(), ...ring].map((lamp) => lamp.element)),
      marbles,
      glyphs,
    ),
  );
  return { lights, ring, marbles, glyphs };
}

// The board with nothing on it: felt, holes, coordinates.
export function boardFace() {
  return [
    boardInks(),
    svg("g", { class: "sockets" }, ...felt(), ...CELLS.map(socket)),
    svg("g", { class: "labels" }, ...labels()),
  ];
}

function boardInks() {
  return svg("defs", {},
    svg("radialGradient", { id: "felt", cx: "0.45", cy: "0.4", r: "0.8" },
      svg("stop", { offset: "0", "stop-color": "#1f4034" }),
      svg("stop", { offset: "1", "stop-color": "#0f231c" }),
    ),
    svg("radialGradient", { id: "hole", cx: "0.5", cy: "0.56", r: "0.5" },
      svg("stop", { offset: "0.3", "stop-color": "#0d1712" }),
      svg("stop", { offset: "1", "stop-color": "#040806" }),
    ),
  );
}

function felt() {
  const edge = MARGIN - 5;
  const side = SIZE * UNIT + 10;
  const lines = Array.from({ length: SIZE - 1 }, (_, index) => MARGIN + UNIT * (index + 1));
  return [
    svg("rect", { class: "felt", x: edge, y: edge, width: side, height: side, rx: 12 }),
    svg("rect", { class: "felt-rim", x: edge - 4, y: edge - 4, width: side + 8, height: side + 8, rx: 15 }),
    ...lines.map((x) => svg("path", { class: "socket-line", d: `M${x} ${MARGIN}V${SPAN - MARGIN}` })),
    ...lines.map((y) => svg("path", { class: "socket-line", d: `M${MARGIN} ${y}H${SPAN - MARGIN}` })),
  ];
}

function socket(name) {
  const { x, y } = cellCentre(name);
  return svg("circle", { class: "socket-hole", cx: x, cy: y, r: 41 });
}

export function cellCentre(name) {
  const point = cellPoint(name);
  return place(point.x, point.y);
}

export function stepCentre(step) {
  const cell = place(step.x, step.y);
  return { x: cell.x + step.out.x * RING_OUT, y: cell.y - step.out.y * RING_OUT };
}

// A lamp's gradient takes the lamp's own colour: setting `color` on the element is enough.
function lamp(id, centre, radius, attributes) {
  const glow = svg("radialGradient", { id },
    svg("stop", { offset: "0", "stop-color": "currentColor" }),
    svg("stop", { offset: "0.7", "stop-color": "currentColor", "stop-opacity": "0.92" }),
    svg("stop", { offset: "0.84", "stop-color": "currentColor", "stop-opacity": "0.4" }),
    svg("stop", { offset: "1", "stop-color": "currentColor", "stop-opacity": "0" }),
  );
  const light = svg("circle", { class: "lamp-light", r: radius, fill: `url(#${id})` });
  const shapes = svg("g", { class: "lamp-shapes" });
  const where = `translate(${centre.x} ${centre.y})`;
  const element = svg("g", { ...attributes, class: "lamp", transform: where }, glow, light, shapes);
  return { element, light, shapes, centre };
}

function cellLamp(name) {
  return lamp(`glow-${name}`, cellCentre(name), 58, { "data-light": name });
}

function ringLamp(step) {
  const made = lamp(`glow-step-${step.step}`, stepCentre(step), 24, { "data-step": step.step });
  made.element.prepend(svg("circle", { class: "ring-hole", r: 15 }));
  return { ...made, out: { x: step.out.x, y: -step.out.y } };
}

function labels() {
  const far = SPAN - MARGIN - UNIT / 2;
  const near = MARGIN + UNIT / 2;
  return Array.from({ length: SIZE }, (_, index) => {
    const column = place(index, 0).x;
    const row = place(0, index).y;
    const letter = cellName(index, 0)[0];
    const digit = String(index + 1);
    return [
      label(column, far + LABEL_OUT, letter), label(column, near - LABEL_OUT, letter),
      label(near - LABEL_OUT, row, digit), label(far + LABEL_OUT, row, digit),
    ];
  }).flat();
}

function label(x, y, text) {
  return svg("text", { x, y, class: "label" }, text);
}

// Rows from the top, as they are seen; one cell at a time can be reached by Tab.
export function buildGrid(grid) {
  const cells = new Map();
  for (let y = SIZE - 1; y >= 0; y -= 1) {
    const row = html("div", { role: "row", class: "grid-row" });
    for (let x = 0; x < SIZE; x += 1) {
      const name = cellName(x, y);
      const cell = html("div", { role: "gridcell", class: "cell", "data-cell": name, tabindex: name === "d4" ? 0 : -1 });
      cells.set(name, cell);
      row.append(cell);
    }
    grid.append(row);
  }
  return cells;
}
