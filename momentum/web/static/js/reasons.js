// Asking why: every act has a reason, with the usual ones at hand.

import { html } from "./svg.js";
import { say } from "./words.js";

const USUAL = ["bumped", "rolled_off", "wrong_push", "contact", "agreed", "witnessed", "conduct", "mistake"];

const part = (id) => document.getElementById(id);

export class Reasons {
  #then = null;

  constructor() {
    part("why-form").addEventListener("submit", () => this.#answer());
    part("why-cancel").addEventListener("click", () => part("why").close());
    part("why").addEventListener("close", () => (this.#then = null));
  }

  // `then` is told the reason; nobody is told anything when the arbiter thinks better of it.
  ask(title, then) {
    part("why-title").textContent = title;
    part("reason").value = "";
    part("chips").replaceChildren(...USUAL.map((name) => this.#chip(say(`grounds.${name}`))));
    part("why").showModal();
    this.#then = then;
  }

  #chip(text) {
    const chip = html("button", { type: "button" }, text);
    chip.addEventListener("click", () => {
      part("reason").value = text;
      part("reason").focus();
    });
    return chip;
  }

  #answer() {
    const reason = part("reason").value.trim();
    if (reason) this.#then?.(reason);
  }
}
