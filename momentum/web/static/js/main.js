// The table's page: joins the connection, the drawing, the hands and the words.

import { act, keyed, mayAct } from "./act.js";
import { showRuling } from "./acts.js";
import { Announcements } from "./announcements.js";
import { buildGrid, drawBoard } from "./board.js";
import { Buttons } from "./buttons.js";
import { Clocks } from "./clocks.js";
import { Conduct } from "./conduct.js";
import { Connection } from "./connection.js";
import { showDevice } from "./device.js";
import { Dialogs } from "./dialogs.js";
import { Ghost } from "./ghost.js";
import { nameCells } from "./grid.js";
import { Hands } from "./hands.js";
import { Keyboard } from "./keyboard.js";
import { showLegend, unfoldLegend } from "./legend.js";
import { Lights } from "./lights.js";
import { dyeMarbles, Marbles, marbleInks } from "./marbles.js";
import { keepKey } from "./links.js";
import { hush, tell } from "./notice.js";
import { Pointer } from "./pointer.js";
import { seen } from "./seen.js";
import { Sound } from "./sound.js";
import { showStatus } from "./status.js";
import { Trays } from "./trays.js";
import { showTurns } from "./turns.js";
import { onLanguage, say, startWords, switchLanguage } from "./words.js";

const part = (id) => document.getElementById(id);

class Page {
  #state = null;
  #online = false;
  #link = "connecting";
  #sound = new Sound();
  #announcements = new Announcements();

  constructor() {
    document.body.prepend(marbleInks());
    const board = drawBoard(part("picture"));
    this.cells = buildGrid(part("grid"));
    this.lights = new Lights(board, matchMedia("(prefers-reduced-motion: reduce)"));
    this.marbles = new Marbles(board.marbles);
    this.ghost = new Ghost(part("held"), this.cells.get("d4"));
    this.hands = new Hands({ changed: () => this.#showHands(), tell });
    this.trays = new Trays(part("table"));
    this.dialogs = new Dialogs(tell);
    this.clocks = new Clocks(tell);
    this.conduct = new Conduct(tell);
    this.buttons = new Buttons({ deeds: this.#deeds(), tell });
  }

  start() {
    new Pointer(this.hands, this.ghost).listen(part("table"));
    new Keyboard(this.cells, this.hands, this.ghost).listen(part("grid"));
    this.#sound.wakeOnGesture();
    unfoldLegend();
    keepKey(document.querySelector('[data-button="rules"]'));
    keepKey(part("games-link"));
    onLanguage(() => {
      hush();
      this.#showAll();
    });
    this.#showAll();
    new Connection(keyed("/api/events"), keyed("/api/state"), {
      state: (state) => this.#take(state),
      frame: (hex) => this.lights.show(hex),
      status: (link) => this.#connect(link),
    }).start();
  }

  #deeds() {
    return {
      new: () => this.dialogs.askNew(this.#state.game.settings),
      resign: () => this.dialogs.askResign(),
      draw: () => this.dialogs.askDraw(),
      clear: () => this.hands.clearBoard(),
      mute: () => this.#mute(),
      sound: () => this.#askSound(),
      language: () => switchLanguage().catch(() => tell(say("hand.failed"))),
    };
  }

  #take(state) {
    this.#state = seen(state);
    dyeMarbles(state.colours);
    this.lights.show(state.frame);
    this.lights.mean(state.lights);
    this.clocks.take(state.clock);
    this.#sound.play(this.#announcements.show(state.said));
    this.#showState();
  }

  #connect(link) {
    this.#link = link;
    this.#online = link === "open";
    this.#showConnection();
    this.#showState();
  }

  #mute() {
    this.#sound.toggle();
    this.buttons.showMute(this.#sound.muted);
  }

  async #askSound() {
    tell(await act({ do: "sound", on: this.#state.sound.muted }));
  }

  #showAll() {
    document.title = say("page.title");
    showLegend();
    this.buttons.showMute(this.#sound.muted);
    this.#showConnection();
    if (this.#state) this.#announcements.show(this.#state.said);
    this.#showState();
  }

  #showConnection() {
    document.body.dataset.online = this.#online ? "yes" : "no";
    part("connection").dataset.state = this.#link;
    part("connection").textContent = say(`connection.${this.#link}`);
  }

  #showState() {
    const state = this.#state;
    this.hands.see(state, this.#online && mayAct);
    if (!state) return;
    showStatus(state);
    this.clocks.show(this.#online);
    this.conduct.show(state);
    showTurns(state.game.turns);
    showBanners(state);
    this.buttons.show(state, this.#online, clearable(state));
    this.#showHands();
  }

  #showHands() {
    const state = this.#state;
    if (!state) return;
    this.marbles.draw(state.marbles, this.hands.lifted, this.hands.landing);
    this.trays.show(this.hands, state.game.turn);
    this.ghost.show(this.hands.held);
    nameCells(this.cells, this.hands, state);
    document.body.classList.toggle("hands-on", this.hands.allowed);
  }
}

// Fifteen marbles are a lot to carry: where an empty board is wanted, one press takes them all off.
function clearable(state) {
  return mayAct && state.hands && !state.demo && ["setup", "over"].includes(state.game.phase);
}

function showBanners(state) {
  part("kind").textContent = say(state.table === "simulated" ? "page.simulated" : "page.real");
  part("version").textContent = say("page.version", { version: state.version });
  part("demo").hidden = !state.demo;
  part("watching").hidden = mayAct || state.demo;
  showRuling(state.arbiter);
  showDevice(state);
}

await startWords();
new Page().start();
