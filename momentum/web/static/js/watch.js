// The spectators' page: the table as it was shown some time ago, and nothing that could be done to it.

import { showRuling } from "./acts.js";
import { Announcements } from "./announcements.js";
import { buildGrid, drawBoard } from "./board.js";
import { marbleAt } from "./cells.js";
import { Clocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { showDevice } from "./device.js";
import { nameCells } from "./grid.js";
import { showLegend, unfoldLegend } from "./legend.js";
import { Lights } from "./lights.js";
import { dyeMarbles, Marbles, marbleInks } from "./marbles.js";
import { seen } from "./seen.js";
import { showStatus } from "./status.js";
import { Trays } from "./trays.js";
import { showTurns } from "./turns.js";
import { walkOnly } from "./walk.js";
import { onLanguage, say, startWords, switchLanguage } from "./words.js";

const part = (id) => document.getElementById(id);
const NOBODYS = { lifted: new Map(), landing: [] };

class Watching {
  #state = null;
  #link = "connecting";
  #announcements = new Announcements();

  constructor() {
    document.body.prepend(marbleInks());
    const board = drawBoard(part("picture"));
    this.cells = buildGrid(part("grid"));
    this.lights = new Lights(board, matchMedia("(prefers-reduced-motion: reduce)"));
    this.marbles = new Marbles(board.marbles);
    this.trays = new Trays(part("table"));
    this.clocks = new Clocks();
  }

  start() {
    walkOnly(this.cells, part("grid"));
    part("language").addEventListener("click", switchLanguage);
    unfoldLegend();
    onLanguage(() => this.#showAll());
    this.#showAll();
    new Connection("/api/watch/events", "/api/watch/state", {
      state: (state) => this.#take(state),
      frame: (hex) => this.lights.show(hex),
      status: (link) => this.#connect(link),
    }).start();
  }

  #take(state) {
    this.#state = state.game ? seen(state) : state;
    if (state.game) {
      dyeMarbles(state.colours);
      this.lights.show(state.frame);
      this.lights.mean(state.lights);
      this.clocks.take(state.clock, state.age_ms);
    }
    this.#showState();
  }

  #connect(link) {
    this.#link = link;
    part("connection").dataset.state = link;
    part("connection").textContent = say(`connection.${link}`);
    if (this.#state?.game) this.clocks.show(link === "open");
  }

  #showAll() {
    document.title = say("watch.title");
    showLegend();
    this.#connect(this.#link);
    this.#showState();
  }

  #showState() {
    const state = this.#state;
    if (!state) return;
    part("late").textContent = lateText(state);
    if (!state.game) return;
    part("kind").textContent = say(state.table === "simulated" ? "page.simulated" : "page.real");
    showRuling(state.arbiter);
    showDevice(state);
    showStatus(state);
    this.clocks.show(this.#link === "open");
    showTurns(state.game.turns);
    this.#announcements.show(state.said);
    this.marbles.draw(state.marbles, NOBODYS.lifted, NOBODYS.landing);
    const hands = handsOf(state);
    this.trays.show(hands, state.game.turn);
    nameCells(this.cells, hands, state);
  }
}

function lateText({ delay_s: seconds, game }) {
  if (!seconds) return say("watch.now");
  return say(game ? "watch.late" : "watch.not_yet", { seconds });
}

// What trays and cells ask of a page's hands; here there are none.
function handsOf(state) {
  return {
    held: null,
    allowed: false,
    on: (cell) => marbleAt(state.marbles, cell),
    inTray: (owner) => state.tray[owner],
  };
}

await startWords();
new Watching().start();
