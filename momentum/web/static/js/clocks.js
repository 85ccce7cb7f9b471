// Both clocks: large digits that count on by themselves from what the table told last; pressed, they are its buttons.

import { act, mayAct } from "./act.js";
import { html } from "./svg.js";
import { marblePicture } from "./marbles.js";
import { say } from "./words.js";

const PLAYERS = ["first", "second"];
const TENTHS_MS = 10_000;
const BEAT_MS = 100;

export class Clocks {
  #box = document.getElementById("clocks");
  #faces = new Map(PLAYERS.map((player) => [player, this.#box.querySelector(`[data-clock="${player}"]`)]));
  #told = null;
  #toldAt = 0;
  #online = false;
  #beat = null;

  // On a page that only watches the faces are no buttons, and nothing is to be told.
  constructor(tell) {
    for (const [player, face] of this.#faces) {
      if (face.tagName === "BUTTON") face.addEventListener("click", () => this.#press(player, tell));
    }
  }

  // What the table has just told, or what was so some time ago; the digits count on from there.
  take(clock, ageMs = 0) {
    this.#told = clock;
    this.#toldAt = performance.now() - ageMs;
  }

  show(online) {
    this.#online = online;
    this.#box.hidden = this.#told === null;
    clearInterval(this.#beat);
    this.#beat = online && this.#told?.running ? setInterval(() => this.#draw(), BEAT_MS) : null;
    if (this.#told) this.#draw();
  }

  #draw() {
    const passed = this.#online ? performance.now() - this.#toldAt : 0;
    for (const [player, face] of this.#faces) drawFace(face, player, this.#told, passed);
  }

  async #press(player, tell) {
    const { press, claim } = this.#told[player];
    if (!mayAct) return tell(say("why.watching"));
    if (!press && !claim) return tell(say("clock.no_press"));
    const refusal = await act({ do: "button", name: player });
    if (refusal) tell(refusal);
  }
}

function drawFace(face, player, clock, passed) {
  const side = clock[player];
  const runs = clock.running === player;
  const ms = timeNow(side, clock, runs, passed);
  const low = !side.up && !side.fallen && ms <= clock.low_ms;
  const time = faceText(ms, side.up);
  face.dataset.runs = runs ? "yes" : "no";
  face.dataset.low = low || side.fallen ? "yes" : "no";
  face.dataset.long = time.length > 5 ? "yes" : "no";
  if (face.tagName === "BUTTON") face.setAttribute("aria-disabled", String(!side.press && !side.claim));
  const [who, digits, note] = face.children;
  if (!who.firstChild) who.append(marblePicture(player), html("span"));
  write(who.lastChild, say(`player.${player}`));
  write(digits, time);
  write(note, noteText(side, runs, low));
  label(face, player, side, runs, low, time);
}

function timeNow(side, clock, runs, passed) {
  if (runs) return side.up ? side.ms + passed : Math.max(0, side.ms - Math.max(0, passed - side.delay_ms));
  const gains = clock.hourglass && clock.running && !clock.first.fallen && !clock.second.fallen;
  return gains ? side.ms + passed : side.ms;
}

export function faceText(ms, up) {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours) return `${hours}:${two(minutes)}:${two(rest)}`;
  const tenths = ms < TENTHS_MS && !up ? `.${Math.floor(ms / 100) % 10}` : "";
  return `${minutes}:${two(rest)}${tenths}`;
}

function two(number) {
  return String(number).padStart(2, "0");
}

function noteText(side, runs, low) {
  if (side.claim) return say("clock.claim");
  if (side.press) return say("clock.press");
  if (side.fallen) return say(side.fallen_first ? "clock.fallen_first" : "clock.fallen");
  const parts = [say(runs ? "clock.runs" : "clock.stands")];
  if (low) parts.push(say("clock.low"));
  if (side.periods !== null) parts.push(say("clock.periods", { count: side.periods }));
  if (side.turns !== null) parts.push(say("clock.turns", { count: side.turns }));
  return parts.join(" · ");
}

// A name that changed ten times a second would never be heard to its end: it has whole seconds.
function label(face, player, side, runs, low, time) {
  const key = side.up ? "clock.name_up" : "clock.name";
  const name = `${say(key, { player: say(`player.${player}`), time: time.split(".")[0] })}; ${noteText(side, runs, low)}`;
  if (face.getAttribute("aria-label") !== name) face.setAttribute("aria-label", name);
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
