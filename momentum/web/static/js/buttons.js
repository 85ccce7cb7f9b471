// The device's buttons on the page: what each asks for, when it may be pressed, and why not.

import { act, mayAct } from "./act.js";
import { say } from "./words.js";

const CAN = ["swap", "undo", "pause", "new", "resign", "draw", "clear"];

export class Buttons {
  #buttons;
  #deeds;
  #tell;

  // `deeds` maps a button to what it does instead of asking the table for that button's press.
  constructor({ deeds, tell }) {
    this.#buttons = new Map(Array.from(document.querySelectorAll("button[data-button]"), (button) => [button.dataset.button, button]));
    this.#deeds = deeds;
    this.#tell = tell;
    for (const [name, button] of this.#buttons) button.addEventListener("click", () => this.#press(name, button));
  }

  show(state, online, clearable) {
    const can = { ...state.game.can, clear: clearable && state.marbles.length > 0 };
    for (const name of CAN) this.#allow(name, can[name], online);
    const paused = state.game.phase === "paused";
    this.#buttons.get("pause").textContent = say(paused ? "button.resume" : "button.pause");
    this.#buttons.get("clear").hidden = !clearable;
    this.#buttons.get("swap").hidden = clearable;
    this.#showSound(state.sound, online);
  }

  // The table's own buzzer and voice, where it has any: everybody who may act mutes them for all.
  #showSound({ there, muted }, online) {
    const button = this.#buttons.get("sound");
    button.hidden = !there;
    button.textContent = say(muted ? "button.table_unmute" : "button.table_mute");
    button.dataset.muted = String(muted);
    this.#allow("sound", true, online);
  }

  showMute(muted) {
    const button = this.#buttons.get("mute");
    button.textContent = say(muted ? "button.unmute" : "button.mute");
    button.dataset.muted = String(muted);
  }

  #allow(name, can, online) {
    const button = this.#buttons.get(name);
    const why = reason(name, can, online);
    button.setAttribute("aria-disabled", String(why !== ""));
    button.title = why;
  }

  async #press(name, button) {
    if (button.getAttribute("aria-disabled") === "true") return this.#tell(button.title);
    if (this.#deeds[name]) return this.#deeds[name]();
    const refusal = await act({ do: "button", name });
    if (refusal) this.#tell(refusal);
  }
}

function reason(name, can, online) {
  if (!mayAct) return say("why.watching");
  if (!online) return say("why.offline");
  return can ? "" : say(`why.${name}`);
}
