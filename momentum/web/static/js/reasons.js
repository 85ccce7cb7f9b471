// Asking why: every act has a reason; a tap on one of the usual ones does the act.

import { html } from "./svg.js";
import { say } from "./words.js";

const USUAL = ["bumped", "rolled_off", "wrong_push", "contact", "agreed", "witnessed", "conduct", "mistake"];
const FITTING = { resume: ["put_right", "checked", "agreed", "mistake"] };
const HELP = { stand: "arbiter.stand_help" };

const part = (id) => document.getElementById(id);

export class Reasons {
  #then = null;

  constructor() {
    part("why-form").addEventListener("submit", (event) => this.#submit(event));
    part("why-cancel").addEventListener("click", () => part("why").close());
    part("why").addEventListener("close", () => (this.#then = null));
    part("reason").addEventListener("input", () => (part("why-said").textContent = ""));
  }

  // `then` is told the reason; nobody is told anything when the arbiter thinks better of it.
  ask(title, act, then) {
    const [verb] = act.split(" ");
    part("why-title").textContent = part("why-do").textContent = title;
    part("why-help").textContent = HELP[verb] ? say(HELP[verb]) : "";
    part("why-said").textContent = "";
    part("reason").value = "";
    part("chips").replaceChildren(...(FITTING[verb] ?? USUAL).map((name) => this.#chip(say(`grounds.${name}`))));
    part("why").showModal();
    this.#then = then;
  }

  #chip(text) {
    const chip = html("button", { type: "button" }, text);
    chip.addEventListener("click", () => this.#answer(text));
    return chip;
  }

  #submit(event) {
    event.preventDefault();
    const reason = part("reason").value.trim();
    if (reason) this.#answer(reason);
    else part("why-said").textContent = say("arbiter.reason_wanted");
  }

  #answer(reason) {
    const then = this.#then;
    part("why").close();
    then?.(reason);
  }
}
