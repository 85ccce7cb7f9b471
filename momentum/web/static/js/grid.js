// What each cell is called: its name, its marble, what its light asks for.

import { say } from "./words.js";

export function nameCells(cells, hands, state) {
  const lights = new Map(state.lights.cells.map((light) => [light.cell, light]));
  for (const [name, element] of cells) nameCell(element, name, hands.on(name), lights.get(name));
}

function nameCell(element, name, item, light) {
  const parts = [name, say(item ? `cell.${item.owner}` : "cell.empty")];
  if (light) parts.push(lightText(light));
  const label = parts.join(", ");
  if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
  element.dataset.owner = item?.owner ?? "";
}

function lightText({ means, to }) {
  if (means === "lift") return to ? say("means.lift", { to }) : say("means.lift_on");
  return say(`means.${means}`);
}
