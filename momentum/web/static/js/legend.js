// The key to the lights: each shape with its meaning.

import { CELL_MEANINGS, RING_MEANINGS, cellGlyph, ringGlyph } from "./glyphs.js";
import { html, svg } from "./svg.js";
import { say } from "./words.js";

// Where there is room beside the board the key lies open; on a phone it is folded away.
export function unfoldLegend() {
  document.getElementById("legend-box").open = matchMedia("(min-width: 1100px) and (min-height: 700px)").matches;
}

export function showLegend() {
  const cells = CELL_MEANINGS.map((means) => entry(cellPicture(means), say(`legend.${means}`)));
  const steps = RING_MEANINGS.map((means) => entry(ringPicture(means), say(`ring.${means}`)));
  document.getElementById("legend").replaceChildren(...cells, ...steps);
}

function entry(picture, text) {
  return html("li", {}, picture, html("span", {}, text));
}

// Arrows are drawn from the middle of their cell; here they are moved to the middle of the picture.
function cellPicture(means) {
  const glyph = cellGlyph(means);
  const shift = { lift: -40, off: -36, fault: -24 }[means] ?? 0;
  const down = means === "fault" ? 26 : 0;
  glyph.setAttribute("transform", `translate(${shift} ${down})`);
  return svg("svg", { viewBox: "-50 -50 100 100", class: "legend-picture", "aria-hidden": "true" }, glyph);
}

function ringPicture(means) {
  return svg("svg", { viewBox: "-25 -25 50 50", class: "legend-picture legend-step", "aria-hidden": "true" },
    svg("circle", { r: 16, class: "legend-lamp" }),
    ringGlyph(means),
  );
}
