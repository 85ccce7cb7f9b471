// The 77 lights: coloured by the pixels really sent, shaped by what they mean.

import { CELLS, RING, direction } from "./cells.js";
import { cellGlyph, ringGlyph } from "./glyphs.js";
import { svg } from "./svg.js";

const BRIGHTNESS_GAMMA = 1 / 2.2;
const HUE_GAMMA = 1 / 1.4;

export class Lights {
  #cells;
  #ring;
  #glyphs;
  #calm;
  #frame = new Uint8Array(3 * (CELLS.length + RING.length));

  // `calm` is a media query list: while it matches, nothing blinks.
  constructor(board, calm) {
    this.#cells = CELLS.map((name) => ({ ...board.lights.get(name), name, meaning: "", brightest: null }));
    this.#ring = board.ring.map((lamp) => ({ ...lamp, meaning: "", brightest: null }));
    this.#glyphs = board.glyphs;
    this.#calm = calm;
    calm.addEventListener("change", () => this.#paint());
  }

  mean(lights) {
    const cells = new Map(lights.cells.map((entry) => [entry.cell, entry]));
    const steps = new Map(lights.ring.map((entry) => [entry.step, entry]));
    const dropped = lights.cells.find((entry) => entry.means === "dropped")?.cell ?? null;
    for (const lamp of this.#cells) this.#meanCell(lamp, cells.get(lamp.name), dropped, lights.ring);
    this.#ring.forEach((lamp, index) => meanStep(lamp, steps.get(index + 1)));
    this.#paint();
  }

  show(hex) {
    const bytes = frameBytes(hex);
    if (bytes.length === this.#frame.length) this.#frame = bytes;
    this.#paint();
  }

  #meanCell(lamp, entry, dropped, ring) {
    const meaning = entry ? [entry.means, entry.to, entry.current, dropped].join(" ") : "";
    if (meaning === lamp.meaning) return;
    forget(lamp, meaning, entry?.means);
    lamp.glyph?.remove();
    lamp.glyph = entry ? placed(lamp, cellGlyph(entry.means, way(entry, dropped, ring)), entry.current !== false) : null;
    if (lamp.glyph) this.#glyphs.append(lamp.glyph);
  }

  #paint() {
    [...this.#cells, ...this.#ring].forEach((lamp, index) => {
      const rgb = this.#frame.subarray(3 * index, 3 * index + 3);
      colour(lamp, this.#calm.matches ? steady(lamp, rgb) : rgb);
    });
  }
}

function meanStep(lamp, entry) {
  const meaning = entry ? [entry.means, entry.current].join(" ") : "";
  if (meaning === lamp.meaning) return;
  forget(lamp, meaning, entry?.means);
  lamp.shapes.replaceChildren(...(entry ? [ringGlyph(entry.means, lamp.out)] : []));
  lamp.shapes.classList.toggle("waiting", entry?.current === false);
}

function forget(lamp, meaning, means) {
  lamp.meaning = meaning;
  lamp.brightest = null;
  if (means) lamp.element.setAttribute("data-means", means);
  else lamp.element.removeAttribute("data-means");
}

function placed(lamp, glyph, current) {
  const at = `translate(${lamp.centre.x} ${lamp.centre.y})`;
  return svg("g", { transform: at, class: current ? "leading" : "waiting" }, glyph);
}

// Where a push goes on the screen: to its cell; else on from the dropped marble; else out beside a lit exit.
function way(entry, dropped, ring) {
  if (entry.to) return screen(direction(entry.cell, entry.to));
  if (dropped && dropped !== entry.cell) return screen(direction(dropped, entry.cell));
  const exits = ring.filter((light) => light.means === "exit").map((light) => RING[light.step - 1]);
  const exit = exits.find((step) => CELLS.indexOf(entry.cell) === step.x + 7 * step.y);
  return exit ? screen(exit.out) : null;
}

function screen(point) {
  return { x: point.x, y: -point.y };
}

function steady(lamp, rgb) {
  if (!lamp.meaning) return rgb;
  if (!lamp.brightest || brightness(rgb) > brightness(lamp.brightest)) lamp.brightest = rgb.slice();
  return lamp.brightest;
}

function brightness(rgb) {
  return Math.max(rgb[0], rgb[1], rgb[2]);
}

// Pixels are linear light: the eye sees half of it as far more than half, so the screen must be told.
function colour(lamp, rgb) {
  const top = brightness(rgb);
  const [r, g, b] = Array.from(rgb, (part) => (top ? Math.round(255 * (part / top) ** HUE_GAMMA) : 0));
  const key = `${r},${g},${b},${top}`;
  if (lamp.shown === key) return;
  lamp.shown = key;
  lamp.light.style.opacity = String((top / 255) ** BRIGHTNESS_GAMMA);
  if (top) lamp.element.style.color = `rgb(${r}, ${g}, ${b})`;
}

function frameBytes(hex) {
  const bytes = new Uint8Array(Math.floor((hex ?? "").length / 2));
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
  return bytes;
}
