// The trays beside the board: the marbles of each player that are off it.

import { html } from "./svg.js";
import { marblePicture } from "./marbles.js";
import { say } from "./words.js";

const SLOTS = 8;

export class Trays {
  #trays;

  constructor(root) {
    this.#trays = ["first", "second"].map((owner) => furnish(root.querySelector(`[data-tray="${owner}"]`), owner));
  }

  show(hands, turn) {
    for (const tray of this.#trays) showTray(tray, hands, turn);
  }
}

function furnish(element, owner) {
  const name = html("span", { class: "tray-name" });
  const count = html("span", { class: "tray-count" });
  const slots = Array.from({ length: SLOTS }, () => html("span", { class: "slot" }, marblePicture(owner)));
  element.replaceChildren(
    html("span", { class: "tray-head" }, marblePicture(owner), name, count),
    html("span", { class: "slots" }, ...slots),
  );
  return { element, owner, name, count, slots };
}

function showTray({ element, owner, name, count, slots }, hands, turn) {
  const left = hands.inTray(owner);
  const held = hands.held?.owner === owner;
  name.textContent = held ? say("tray.held") : say(`player.${owner}`);
  count.textContent = String(left);
  slots.forEach((slot, index) => slot.classList.toggle("slot-empty", index >= left));
  element.setAttribute("aria-label", `${say(`tray.label.${owner}`, { count: left })}${held ? `, ${say("tray.held_label")}` : ""}`);
  if (element.tagName === "BUTTON") showPressed(element, held, hands.allowed);
  element.classList.toggle("to-move", turn === owner);
}

// On a page that only watches, trays are no buttons.
function showPressed(button, held, allowed) {
  button.setAttribute("aria-pressed", String(held));
  button.setAttribute("aria-disabled", String(!allowed));
}
