// The questions asked before a game is begun or ended.

import { act } from "./act.js";

export class Dialogs {
  #tell;

  constructor(tell) {
    this.#tell = tell;
    for (const close of document.querySelectorAll("dialog [data-close]")) {
      close.addEventListener("click", () => close.closest("dialog").close());
    }
    this.#listenNew(dialog("new"));
    this.#listenResign(dialog("resign"));
    this.#listenDraw(dialog("draw"));
  }

  // An event's settings are its own: a new game has the same ones.
  askNew(settings) {
    if (settings.event) return this.#ask({ do: "button", name: "new" });
    fill(dialog("new").querySelector("form"), settings);
    dialog("new").showModal();
  }

  askResign() {
    dialog("resign").showModal();
  }

  askDraw() {
    dialog("draw").showModal();
  }

  #listenNew(box) {
    const form = box.querySelector("form");
    form.elements.limit.addEventListener("change", () => followLimit(form));
    form.elements.clock.addEventListener("change", () => followClock(form));
    form.addEventListener("submit", () => this.#ask({ do: "new", settings: chosen(form) }));
  }

  #listenResign(box) {
    for (const button of box.querySelectorAll("[data-resign]")) {
      button.addEventListener("click", () => this.#ask({ do: "resign", player: button.dataset.resign }, box));
    }
  }

  #listenDraw(box) {
    box.querySelector("[data-confirm]").addEventListener("click", () => this.#ask({ do: "draw" }, box));
  }

  async #ask(what, box = null) {
    box?.close();
    const refusal = await act(what);
    if (refusal) this.#tell(refusal);
  }
}

function dialog(name) {
  return document.getElementById(`${name}-dialog`);
}

function fill(form, settings) {
  const { elements } = form;
  elements.pie.checked = settings.pie;
  elements.limit.checked = settings.rounds !== null;
  elements.rounds.value = String(settings.rounds ?? 30);
  elements.last_marble.value = settings.last_marble;
  elements.mode.value = settings.mode;
  elements.guidance.checked = settings.guidance;
  fillClock(form, settings.clock);
  followLimit(form);
  followClock(form);
}

// A time control that is not in the list is shown as it is written.
function fillClock({ elements }, clock) {
  const listed = Array.from(elements.clock.options, (option) => option.value).includes(clock);
  elements.clock.value = listed ? clock : "own";
  elements.clock_text.value = listed ? "" : clock;
}

function followClock({ elements }) {
  elements.clock_text.disabled = elements.clock.value !== "own";
  elements.clock_text.required = !elements.clock_text.disabled;
}

function followLimit({ elements }) {
  elements.rounds.disabled = !elements.limit.checked;
}

function chosen({ elements }) {
  return {
    pie: elements.pie.checked,
    rounds: elements.limit.checked ? Number(elements.rounds.value) : null,
    last_marble: elements.last_marble.value,
    mode: elements.mode.value,
    guidance: elements.guidance.checked,
    clock: elements.clock.value === "own" ? elements.clock_text.value : elements.clock.value,
  };
}
