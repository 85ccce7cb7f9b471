// Glass marbles: how one looks, and keeping those on the board where they really lie.

import { place } from "./cells.js";
import { svg } from "./svg.js";

const RADIUS = 36;
// How glass looks in the colours that the players have unless the table's config gives them others.
const BODY = {
  first: { heart: "#a9cbff", glass: "#2f6fe8", rim: "#07205f" },
  second: { heart: "#ffe9a8", glass: "#f0ab1f", rim: "#7a4300" },
};
const USUAL = { first: "#2896ff", second: "#ff8c00" };
const dyed = { ...USUAL };

// The gradients that every drawing on the page refers to by name.
export function marbleInks() {
  const inks = Object.entries(BODY).map(([owner, colours]) => bodyInk(owner, colours));
  const defs = svg("defs", {}, ...inks, glintInk(), shineInk());
  return svg("svg", { width: 0, height: 0, class: "inks", "aria-hidden": "true" }, defs);
}

// Lets the marbles have the players' own colours, {first, second} such as #2896ff, as the strip has them.
export function dyeMarbles(colours) {
  for (const [owner, colour] of Object.entries(colours)) {
    if (dyed[owner] === colour) continue;
    dyed[owner] = colour;
    document.getElementById(`glass-${owner}`).replaceWith(bodyInk(owner, bodyOf(owner, colour)));
  }
}

function bodyOf(owner, glass) {
  if (glass === USUAL[owner]) return BODY[owner];
  return { heart: mixed(glass, 255, 0.6), glass, rim: mixed(glass, 0, 0.7) };
}

// A colour, so much of it replaced by a grey of this brightness.
function mixed(colour, grey, share) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return `rgb(${parts.map((part) => Math.round(part + (grey - part) * share)).join(" ")})`;
}

// Glass is thin in the middle, where the light beneath shines through, and deep at its rim.
function bodyInk(owner, { heart, glass, rim }) {
  return svg("radialGradient", { id: `glass-${owner}`, cx: "0.5", cy: "0.5", r: "0.5", fx: "0.56", fy: "0.62" },
    svg("stop", { offset: "0", "stop-color": heart, "stop-opacity": "0.86" }),
    svg("stop", { offset: "0.5", "stop-color": glass, "stop-opacity": "0.84" }),
    svg("stop", { offset: "0.82", "stop-color": glass, "stop-opacity": "0.86" }),
    svg("stop", { offset: "1", "stop-color": rim, "stop-opacity": "0.94" }),
  );
}

function glintInk() {
  return svg("radialGradient", { id: "glass-glint", cx: "0.66", cy: "0.76", r: "0.4" },
    svg("stop", { offset: "0", "stop-color": "#fff", "stop-opacity": "0.6" }),
    svg("stop", { offset: "1", "stop-color": "#fff", "stop-opacity": "0" }),
  );
}

function shineInk() {
  return svg("linearGradient", { id: "glass-shine", x1: "0", y1: "0", x2: "0", y2: "1" },
    svg("stop", { offset: "0", "stop-color": "#fff", "stop-opacity": "0.92" }),
    svg("stop", { offset: "1", "stop-color": "#fff", "stop-opacity": "0.06" }),
  );
}

// One marble about 0,0. The first player's has a dot, the second player's a ring.
export function marble(owner) {
  return svg("g", { class: `marble marble-${owner}` },
    svg("ellipse", { class: "marble-shadow", cx: 3, cy: 6, rx: RADIUS + 1, ry: RADIUS }),
    svg("circle", { class: "marble-body", r: RADIUS, fill: `url(#glass-${owner})` }),
    svg("circle", { r: RADIUS - 1, fill: "url(#glass-glint)" }),
    svg("path", { d: "M-27-9C-26-25-8-33 8-30C-3-29-15-21-18-9C-20-3-27-3-27-9Z", fill: "url(#glass-shine)" }),
    mark(owner),
  );
}

function mark(owner) {
  const r = owner === "first" ? 8 : 10.5;
  return svg("circle", { class: `marble-mark-${owner}`, r });
}

// A marble by itself, for trays, hands and words.
export function marblePicture(owner) {
  return svg("svg", { viewBox: "-46 -46 92 92", class: "marble-picture", "aria-hidden": "true" }, marble(owner));
}

export class Marbles {
  #layer;
  #drawn = new Map();

  constructor(layer) {
    this.#layer = layer;
  }

  // `lifted` are ids already in a hand here, though the table has not said so yet; `landing` the other way round.
  draw(marbles, lifted, landing) {
    const wanted = new Map();
    for (const item of marbles) if (!lifted.has(item.id)) wanted.set(`id ${item.id}`, item);
    for (const item of landing) wanted.set(`landing ${item.x} ${item.y}`, item);
    for (const [key, element] of this.#drawn) if (!wanted.has(key)) this.#remove(key, element);
    for (const [key, item] of wanted) this.#put(key, item);
  }

  #remove(key, element) {
    element.remove();
    this.#drawn.delete(key);
  }

  #put(key, item) {
    const element = this.#drawn.get(key) ?? this.#add(key, item);
    const at = place(item.x, item.y);
    element.style.transform = `translate(${at.x}px, ${at.y}px)`;
  }

  #add(key, item) {
    const element = svg("g", { class: "lying", "data-marble-id": item.id ?? null, "data-owner": item.owner }, marble(item.owner));
    this.#drawn.set(key, element);
    this.#layer.append(element);
    return element;
  }
}
