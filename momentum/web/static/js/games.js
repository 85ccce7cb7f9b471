// The page of finished games: lists them, opens one, and steps through it; nothing on it changes anything.

import { buildGrid, drawBoard } from "./board.js";
import { faceText } from "./clocks.js";
import { nameCells } from "./grid.js";
import { Lights } from "./lights.js";
import { keepKey } from "./links.js";
import { dyeMarbles, Marbles, marbleInks } from "./marbles.js";
import { stepsOf } from "./replay.js";
import { html } from "./svg.js";
import { showTurns } from "./turns.js";
import { walkOnly } from "./walk.js";
import { onLanguage, say, startWords, switchLanguage } from "./words.js";

const part = (id) => document.getElementById(id);
const KEYS = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: () => Infinity,
};

class Games {
  #games = [];
  #kept = true;
  #failed = false;
  #number = null;
  #document = null;
  #steps = [];
  #at = 0;

  constructor() {
    document.body.prepend(marbleInks());
    const board = drawBoard(part("picture"));
    this.cells = buildGrid(part("grid"));
    this.lights = new Lights(board, matchMedia("(prefers-reduced-motion: reduce)"));
    this.marbles = new Marbles(board.marbles);
  }

  async start() {
    keepKey(part("back"));
    walkOnly(this.cells, part("grid"));
    part("language").addEventListener("click", switchLanguage);
    part("more").addEventListener("click", () => this.#list());
    part("step").addEventListener("input", () => this.#go(Number(part("step").value)));
    for (const [id, key] of [["step-start", "Home"], ["step-back", "ArrowLeft"], ["step-on", "ArrowRight"], ["step-end", "End"]]) {
      part(id).addEventListener("click", () => this.#go(KEYS[key](this.#at)));
    }
    addEventListener("keydown", (event) => this.#key(event));
    part("turns").addEventListener("click", (event) => this.#goTo(event.target.closest("[data-ply]")));
    addEventListener("popstate", () => this.#open(wanted()));
    onLanguage(() => this.#showAll());
    await Promise.all([this.#list(), this.#open(wanted())]);
  }

  async #list() {
    const before = this.#games.at(-1)?.number;
    const answer = await ask(address("/api/games", before ? { before } : {}));
    this.#failed = answer === null;
    if (answer) {
      this.#kept = answer.kept;
      dyeMarbles(answer.colours);
      this.#games.push(...answer.games);
      part("more").hidden = !answer.more;
    }
    this.#showList();
  }

  async #open(number) {
    this.#number = number;
    this.#document = number === null ? null : await ask(address(`/api/games/${encodeURIComponent(number)}`));
    this.#steps = this.#document ? stepsOf(this.#document) : [];
    this.#at = 0;
    this.#showAll();
  }

  #go(step) {
    this.#at = Math.max(0, Math.min(step, this.#steps.length - 1));
    this.#showStep();
  }

  #goTo(cell) {
    if (cell) this.#go(this.#steps.findLastIndex(({ turn }) => String(turn?.ply) === cell.dataset.ply));
  }

  // Where a key has its own meaning, on the slider and on the board, it keeps it.
  #key(event) {
    const step = KEYS[event.key];
    if (!step || !this.#document || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target === part("step") || event.target === part("turns-scroll")) return;
    event.preventDefault();
    this.#go(step(this.#at));
  }

  #showAll() {
    document.title = say("games.title");
    this.#showList();
    part("replay").hidden = part("turns-box").hidden = !this.#document;
    if (!this.#document) return;
    part("replay-title").textContent = say("games.game", { number: this.#number });
    part("replay-result").textContent = resultText(this.#document.result);
    part("step").max = String(this.#steps.length - 1);
    showTurns(this.#document.turns);
    this.#showStep();
  }

  #showList() {
    part("games").replaceChildren(...this.#games.map((game) => this.#entry(game)));
    part("games-none").textContent = this.#saying();
  }

  #saying() {
    if (this.#failed || (this.#number !== null && !this.#document)) return say("games.failed");
    if (!this.#kept) return say("games.not_kept");
    return this.#games.length ? "" : say("games.none");
  }

  #entry({ number, noted, turns, winner, reason }) {
    const link = html("a", { href: pageOf(number), "data-game": number },
      html("b", {}, say("games.game", { number })),
      html("span", {}, resultText({ winner, reason })),
      html("small", {}, `${dateText(noted)} · ${say("games.turns", { turns })}`),
    );
    if (String(number) === this.#number) link.setAttribute("aria-current", "true");
    link.addEventListener("click", (event) => this.#follow(event, number));
    return html("li", {}, link);
  }

  async #follow(event, number) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", pageOf(number));
    await this.#open(String(number));
    part("replay-title").focus();
  }

  #showStep() {
    const { turn, correction, marbles, lights, notes } = this.#steps[this.#at];
    this.lights.mean(lights);
    this.marbles.draw(marbles, new Map(), []);
    const on = new Map(marbles.map((item) => [item.cell, item]));
    nameCells(this.cells, { on: (cell) => on.get(cell) }, { lights: { cells: [] } });
    const text = turn ? turnText(turn) : correction ? setText(correction) : say("games.empty");
    part("replay-turn").textContent = text;
    part("replay-note").replaceChildren(clockText(turn), ...notes.map((note) => html("span", { lang: "" }, ` · ${note}`)));
    part("step").value = String(this.#at);
    part("step").setAttribute("aria-valuetext", text);
    markTurn(turn?.ply);
  }
}

function turnText({ ply, player, move, pushes, announced }) {
  const what = move === "swap" ? say("turns.swap") : move;
  const parts = [say("games.step", { ply, player: say(`player.${player}`), move: what })];
  for (const { from, to } of pushes) parts.push(to ? say("games.pushed", { from, to }) : say("games.off", { from }));
  if (announced) parts.push(say("turns.announced"));
  return parts.join(" · ");
}

function setText({ turn }) {
  return say("games.set", { turn: say(`turn.${turn}`) });
}

function clockText(turn) {
  const known = turn?.clock_ms !== undefined && turn?.clock_ms !== null;
  return known ? say("games.clock", { time: faceText(turn.clock_ms, true) }) : "";
}

function resultText(result) {
  if (!result) return "";
  const winner = result.both_lose ? "neither" : (result.winner ?? "draw");
  return `${say(`result.${winner}`)} – ${say(`reason.${result.reason}`)}`;
}

function markTurn(ply) {
  for (const cell of document.querySelectorAll("#turns [data-ply]")) {
    if (cell.dataset.ply === String(ply)) {
      cell.setAttribute("aria-current", "step");
      cell.scrollIntoView({ block: "nearest" });
    } else cell.removeAttribute("aria-current");
  }
}

// When it began, as this browser writes dates; by a clock on the wall that may have been wrong.
function dateText(noted) {
  const date = new Date(noted);
  return Number.isNaN(date.getTime()) ? noted : date.toLocaleString(document.documentElement.lang);
}

function wanted() {
  return new URLSearchParams(location.search).get("game");
}

function pageOf(number) {
  return address("/games", { game: number });
}

// An address with what it asks for, and with the key that came with this page's own.
function address(path, values) {
  const query = new URLSearchParams(values);
  const key = new URLSearchParams(location.search).get("key");
  if (key) query.set("key", key);
  return query.size ? `${path}?${query}` : path;
}

async function ask(path) {
  try {
    const response = await fetch(path);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

await startWords();
await new Games().start();
