// A shape for every meaning of a light, so that nobody has to tell them apart by colour.
// Shapes are drawn about 0,0 in a cell of 100; `way` is a screen direction with x and y in -1..1.

import { svg } from "./svg.js";

const CELL_SHAPES = {
  dropped: () => [stroke("M-42-28V-42H-28M28-42H42V-28M42 28V42H28M-28 42H-42V28", 5)],
  lift: (way) => arrow(way, 16, 66, 1),
  off: (way) => arrow(way, 14, 58, 2),
  path: (way) => [turned(way, stroke("M-25-15L-16 0L-25 15M-5-15L4 0L-5 15M15-15L24 0L15 15", 5))],
  place: () => [circle(30, 6), stroke("M-14 0H14M0-14V14", 6)],
  extra: () => [stroke("M-25-25L25 25M25-25L-25 25", 9)],
  missing: () => [circle(32, 7, "14 9")],
  hint: () => [solid("M0-17L17 0L0 17L-17 0Z")],
  swap: () => [stroke("M-40 10A41 41 0 0 1 29-29M16-32L31-29L31-44M40-10A41 41 0 0 1-29 29M-16 32L-31 29L-31 44", 6)],
  fault: () => [solid("M24-46L47-6H1Z"), inked("M24-33V-19M24-13V-11")],
  won: () => [solid(star(22, 9.5))],
};

const RING_SHAPES = {
  round: () => [],
  final: () => [circle(7, 4)],
  exit: (way) => [turned(way, solid("M-9-13L13 0L-9 13Z"))],
  result: () => [solid(star(13, 5.5))],
};

const RIGHT = { x: 1, y: 0 };

export const CELL_MEANINGS = Object.keys(CELL_SHAPES);
export const RING_MEANINGS = Object.keys(RING_SHAPES);

export function cellGlyph(means, way) {
  const shapes = CELL_SHAPES[means]?.(way ?? RIGHT) ?? [];
  return svg("g", { class: `glyph glyph-${means}` }, ...shapes);
}

export function ringGlyph(means, way) {
  const shapes = RING_SHAPES[means]?.(way ?? RIGHT) ?? [];
  return svg("g", { class: `glyph glyph-${means}` }, ...shapes);
}

// Every line is drawn twice: a dark edge beneath, so that it reads on any light and any marble.
function doubled(make) {
  return svg("g", {}, make("glyph-edge"), make("glyph-line"));
}

function stroke(d, width) {
  return doubled((layer) => svg("path", { d, class: layer, "stroke-width": width + (layer === "glyph-edge" ? 6 : 0) }));
}

function circle(r, width, dashes = null) {
  return doubled((layer) =>
    svg("circle", { r, class: layer, "stroke-width": width + (layer === "glyph-edge" ? 6 : 0), "stroke-dasharray": dashes }),
  );
}

function solid(d) {
  return svg("path", { d, class: "glyph-solid" });
}

function inked(d) {
  return svg("path", { d, class: "glyph-ink" });
}

function turned(way, shape) {
  const degrees = (Math.atan2(way.y, way.x) * 180) / Math.PI;
  return svg("g", { transform: `rotate(${degrees})` }, shape);
}

// Lengths are along a row; a diagonal is as much longer as its cells are farther apart.
function arrow(way, start, tip, heads) {
  const stretch = Math.hypot(way.x, way.y) || 1;
  const end = tip * stretch - 8 * (stretch - 1);
  let d = `M${start} 0H${end}`;
  for (let head = 0; head < heads; head += 1) {
    const at = end - head * 17;
    d += `M${at - 17}-17L${at} 0L${at - 17} 17`;
  }
  return [turned(way, stroke(d, 8))];
}

function star(outer, inner) {
  const points = Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 ? inner : outer;
    const angle = (index * Math.PI) / 5 - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
