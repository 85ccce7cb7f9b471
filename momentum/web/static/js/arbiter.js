// The arbiter's page: the login, the board beside the game, and everything an arbiter may do.

import { actName, actText } from "./acts.js";
import { CELLS } from "./cells.js";
import { Clocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { showDevice } from "./device.js";
import { marbleInks } from "./marbles.js";
import { differs, showNext } from "./next.js";
import { tell } from "./notice.js";
import { Reasons } from "./reasons.js";
import { Sight } from "./sight.js";
import { html } from "./svg.js";
import { onLanguage, say, sentence, startWords, switchLanguage } from "./words.js";

const OTHER = { first: "second", second: "first" };

const part = (id) => document.getElementById(id);
const token = document.querySelector('meta[name="momentum-arbiter"]').content;

async function send(path, what) {
  try {
    const response = await fetch(`/api/arbiter/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Momentum-Arbiter": token },
      body: JSON.stringify(what),
    });
    return { status: response.status, ...(await response.json()) };
  } catch {
    return { status: 0, error: "" };
  }
}

class Login {
  constructor() {
    part("login").addEventListener("submit", (event) => this.#enter(event));
    part("pin").focus();
  }

  async #enter(event) {
    event.preventDefault();
    const { status } = await send("login", { pin: part("pin").value });
    if (status === 200) location.reload();
    part("pin").value = "";
    part("login-said").textContent = status === 200 ? "" : say(refusal(status));
  }
}

function refusal(status) {
  if (status === 403) return "arbiter.wrong_pin";
  if (status === 429) return "arbiter.wait";
  return status === 0 ? "hand.failed" : "hand.refused";
}

// The table's own sentences are English where only a maker of programs meets them.
function refusalText({ status, say: why, error }) {
  if (status === 0) return say("hand.failed");
  return why ? sentence(why) : `${say("arbiter.refused")} ${error}`;
}

class Bench {
  #state = null;
  #link = "connecting";
  #sight = new Sight(part("cells"));
  #reasons = new Reasons();
  #clocks = new Clocks(tell);
  #pausing = null;

  constructor() {
    document.body.prepend(marbleInks());
    part("contact").append(...CELLS.map((name) => html("option", {}, name)));
    for (const button of document.querySelectorAll("[data-act]")) {
      button.addEventListener("click", () => this.#ask(button.textContent, button.dataset.act));
    }
    this.#listen();
    onLanguage(() => this.#show());
  }

  start() {
    this.#show();
    new Connection("/api/arbiter/events", "/api/arbiter/state", {
      state: (state) => this.#take(state),
      frame: () => undefined,
      status: (link) => this.#connect(link),
    }).start();
  }

  #listen() {
    const deeds = {
      pause: (title) => (isPaused(this.#state) ? this.#ask(title, "resume") : this.#pause()),
      edit: () => this.#edit(),
      "from-board": () => this.#sight.beginFromBoard(),
      "from-game": () => this.#sight.beginFromGame(),
      "cancel-edit": () => this.#sight.end(),
      set: (title) => this.#ask(title, `position ${this.#sight.position}`),
      "set-counts": (title) => this.#askWith(title, "counts ply=", part("ply")),
      "take-back": (title) => this.#askWith(title, "take_back ", part("back")),
      "irregular-first": (title) => this.#askWith(title, "irregular first ", part("irregular")),
      "irregular-second": (title) => this.#askWith(title, "irregular second ", part("irregular")),
      "set-clock": (title) => this.#askTime(title, (player, time) => `clock ${player}=${time}`),
      "take-time": (title) => this.#askTime(title, (player, time) => `penalty ${player} time ${time}`),
      "give-time": (title) => this.#askTime(title, (player, time) => `penalty ${OTHER[player]} opponent ${time}`),
      "contact-bad": (title) => this.#askContact(title, "bad"),
      "contact-good": (title) => this.#askContact(title, "good"),
      sound: () => this.#askSound(),
      leave: () => send("logout", {}).then(() => location.reload()),
    };
    for (const [id, deed] of Object.entries(deeds)) {
      part(id).addEventListener("click", () => {
        if (this.#state) deed(part(id).textContent);
        this.#showModes();
      });
    }
  }

  #askWith(title, verb, input) {
    if (input.reportValidity() && input.value) this.#ask(`${title}: ${input.value}`, verb + Number(input.value));
  }

  #askContact(title, how) {
    const cell = part("contact").value;
    this.#ask(`${title}: ${cell}`, `contact ${cell} ${how}`);
  }

  #askTime(title, act) {
    const inputs = [part("minutes"), part("seconds")];
    if (!inputs.every((input) => input.reportValidity() && input.value)) return;
    const [minutes, seconds] = inputs.map((input) => Number(input.value));
    const time = minutes && seconds ? `${minutes}m${seconds}s` : minutes ? `${minutes}m` : `${seconds}s`;
    const player = part("whose").value;
    this.#ask(`${title}: ${say(`player.${player}`)}, ${time}`, act(player, time));
  }

  #ask(title, act) {
    this.#reasons.ask(title, act, (reason) => this.#do(act, reason));
  }

  // Clocks stop at one tap; why can be said afterwards.
  #pause() {
    this.#pausing ??= this.#do("pause", say("grounds.called")).finally(() => (this.#pausing = null));
    return this.#pausing;
  }

  async #edit() {
    const stands = isPaused(this.#state) || this.#state.game.phase === "over";
    if (!stands && !(await this.#pause())) return;
    this.#sight.beginFromBoard();
    this.#show();
  }

  // The table's own buzzer and voice; that is no act, and needs no reason.
  async #askSound() {
    const { status } = await send("sound", { on: this.#state.sound.muted });
    if (status === 403) location.reload();
    if (status !== 200) tell(say(status === 0 ? "hand.failed" : "hand.refused"));
  }

  async #do(act, reason) {
    const answer = await send("act", { act, reason });
    if (answer.status === 403) location.reload();
    if (answer.status !== 200) {
      tell(refusalText(answer));
      return false;
    }
    if (act.startsWith("position ")) this.#sight.end();
    this.#showModes();
    return true;
  }

  #take(state) {
    if (goesOn(this.#state, state)) tell(say("arbiter.goes_on"));
    this.#state = state;
    this.#clocks.take(state.clock);
    this.#show();
  }

  #connect(link) {
    this.#link = link;
    this.#show();
  }

  #show() {
    document.title = say("arbiter.title");
    part("connection").dataset.state = this.#link;
    part("connection").textContent = say(`connection.${this.#link}`);
    if (!this.#state) return;
    this.#sight.show(this.#state);
    this.#clocks.show(this.#link === "open");
    part("sound").hidden = !this.#state.sound.there;
    write(part("sound"), say(this.#state.sound.muted ? "button.table_unmute" : "button.table_mute"));
    part("time").hidden = this.#state.clock === null;
    const counted = this.#state.game.settings.irregular !== "off";
    for (const element of document.querySelectorAll("[data-counted]")) element.hidden = !counted;
    showTrouble(this.#state);
    this.#showGame(this.#state.game);
    this.#showModes();
    part("stand").hidden = !differs(this.#state);
    showActs(this.#state.arbiter.acts, (number, title) => this.#ask(title, `undo ${number}`));
  }

  #showGame(game) {
    write(part("turn"), say(game.winner ? `result.${game.winner}` : `turn.${game.turn}`));
    part("phase").dataset.phase = game.phase;
    write(part("phase"), say(`phase.${game.phase}`));
    write(part("counts"), [say("arbiter.counted", { ply: game.ply, round: game.round }), ...irregularTexts(game)].join(" · "));
    if (part("ply").dataset.known !== String(game.ply)) part("ply").value = part("ply").dataset.known = String(game.ply);
    write(part("pause"), say(isPaused(this.#state) ? "act.resume" : "act.pause"));
  }

  #showModes() {
    const { editing } = this.#sight;
    part("open").classList.toggle("correcting", editing);
    part("editing").hidden = !editing;
    part("edit-help").hidden = !editing;
    part("usual").hidden = editing;
    if (this.#state) showNext(this.#state, editing);
  }
}

// Whether somebody has paused the game: play may stand still for a cable or a full disk, too.
function isPaused({ game, arbiter, device, journal }) {
  const stopped = !device.ok || (journal && !journal.unrecorded);
  return game.phase === "paused" && (arbiter.held || !stopped);
}

// Whether the marbles, led where they belong, lie right at last.
function goesOn(before, { game }) {
  return before?.game.phase === "restore" && ["drop", "push"].includes(game.phase);
}

// What stops play, or is not relied on; and the leave to play on although nothing can be written down.
function showTrouble(state) {
  showDevice(state);
  part("trouble").hidden = part("device").hidden;
  part("unrecorded").hidden = !state.journal || state.journal.unrecorded;
}

// Writing the same words again would make a screen reader say them again.
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function irregularTexts({ irregular, settings }) {
  if (settings.irregular === "off") return [];
  const of = (player) => irregular.filter((each) => each.player === player).length;
  return [
    say("irregular.title"),
    ...["first", "second"].map((player) => say("irregular.count", { player: say(`player.${player}`), count: of(player) })),
  ];
}

function showActs(acts, undo) {
  part("acts-none").hidden = acts.length > 0;
  const key = JSON.stringify([acts, document.documentElement.lang]);
  if (part("acts").dataset.shown === key) return;
  part("acts").dataset.shown = key;
  part("acts").replaceChildren(...acts.map((act) => actRow(act, undo)).reverse());
}

function actRow(act, undo) {
  const text = `${act.number}. ${actText(act)} – ${act.reason}`;
  const row = html("li", {}, html("p", { class: act.undone_by ? "undone" : null }, text));
  if (act.undone_by) row.append(html("span", {}, say("arbiter.undone")));
  if (act.undone_by || act.act.startsWith("undo ")) return row;
  const title = say("arbiter.undo_act", { number: act.number, act: actName(act) });
  const button = html("button", { type: "button" }, title);
  button.addEventListener("click", () => undo(act.number, title));
  row.append(button);
  return row;
}

function startPage() {
  const { door } = document.body.dataset;
  part(door).hidden = false;
  part("leave").hidden = door !== "open";
  document.querySelector('[data-button="language"]').addEventListener("click", () => switchLanguage().catch(() => tell(say("hand.failed"))));
  if (door === "open") new Bench().start();
  else part("connection").hidden = true;
  if (door === "shut") new Login();
}

await startWords();
document.title = say("arbiter.title");
startPage();
