// The hands of this page: at most one marble held, and what is asked of the table to take it and to put it down.

import { act } from "./act.js";
import { cellName, cellPoint, marbleAt } from "./cells.js";
import { say } from "./words.js";

const PLAYERS = ["first", "second"];
// How long what the table has done may stay unseen before the page believes what it sees instead.
const SEEN_MS = 400;

export class Hands {
  // The marble in hand: {owner, from} with the cell it came from, or null for its tray. The table counts it as off the board.
  held = null;
  // What was asked for and not yet seen: lifted marbles, {owner, cell} by their id, and marbles put down.
  // A page that hears late may never see the one or the other, so neither is waited for long.
  lifted = new Map();
  landing = [];
  #state = null;
  #allowed = false;
  #changed;
  #tell;

  // `changed()` is called whenever something here looks different, `tell(sentence)` when something cannot be done.
  constructor({ changed, tell }) {
    this.#changed = changed;
    this.#tell = tell;
  }

  get allowed() {
    return this.#allowed;
  }

  see(state, online) {
    this.#state = state;
    this.#allowed = Boolean(online && state?.hands && !state.demo);
    if (!this.#allowed) this.held = null;
    if (!state) return;
    for (const [id, { cell }] of this.lifted) if (marbleAt(state.marbles, cell)?.id !== id) this.lifted.delete(id);
    this.landing = this.landing.filter((item) => !this.on(item.cell));
  }

  // The marble on a cell as this page sees it, hands included.
  on(cell) {
    const marbles = this.#state?.marbles.filter((item) => !this.lifted.has(item.id)) ?? [];
    return marbleAt(marbles, cell);
  }

  inTray(owner) {
    const there = this.#state?.tray[owner] ?? 0;
    const coming = [...this.lifted.values()].filter((item) => item.owner === owner).length;
    const going = this.landing.filter((item) => item.owner === owner).length;
    const held = this.held?.owner === owner ? 1 : 0;
    return Math.max(0, there + coming - going - held);
  }

  take(owner) {
    if (!this.#may()) return false;
    if (!this.inTray(owner)) return this.#refuse("hand.empty_tray");
    this.#hold({ owner, from: null });
    return true;
  }

  pickUp(cell) {
    const item = this.on(cell);
    if (!this.#may()) return false;
    if (!item) return this.#refuse("hand.nothing", { cell });
    const done = () => this.lifted.delete(item.id);
    this.lifted.set(item.id, { owner: item.owner, cell });
    this.#hold({ owner: item.owner, from: cell });
    const undo = () => {
      done();
      this.held = null;
    };
    this.#ask({ do: "lift", cell }, undo, () => this.#settle(done));
    return true;
  }

  putDown(cell) {
    if (!this.held || !this.#may()) return false;
    if (this.#taken(cell)) return this.#refuse("hand.occupied", { cell });
    const { owner } = this.held;
    this.#hold(null);
    this.#land(cell, owner);
    return true;
  }

  // Back into the tray: for the table it is there already.
  putBack() {
    if (this.held) this.#hold(null);
  }

  // Where it came from: for a drag that ended nowhere sensible.
  putReturn() {
    const from = this.held?.from;
    if (!from || this.#taken(from)) this.putBack();
    else this.putDown(from);
  }

  takeOff(cell) {
    if (this.pickUp(cell)) this.putBack();
  }

  clearBoard() {
    if (!this.#may()) return;
    this.putBack();
    for (const { x, y } of this.#state.marbles) {
      this.#ask({ do: "lift", cell: cellName(Math.round(x), Math.round(y)) }, () => undefined);
    }
  }

  tapCell(cell) {
    if (this.held) this.putDown(cell);
    else if (this.on(cell)) this.pickUp(cell);
    else this.#drop(cell);
  }

  tapTray(owner) {
    const same = this.held?.owner === owner;
    this.putBack();
    if (!same) this.take(owner);
  }

  // With empty hands: the marble that belongs there if one is missing, else one of the player to move.
  #drop(cell) {
    const { game, lights } = this.#state ?? {};
    const missing = lights?.cells.find((light) => light.cell === cell && light.means === "missing")?.player;
    const owner = missing ?? (game?.phase === "drop" ? game.turn : null);
    if (!PLAYERS.includes(owner)) {
      if (this.#may()) this.#refuse("hand.take_first");
    } else if (this.take(owner)) {
      this.putDown(cell);
    }
  }

  #taken(cell) {
    return Boolean(this.on(cell)) || this.landing.some((item) => item.cell === cell);
  }

  #land(cell, owner) {
    const landing = { ...cellPoint(cell), cell, owner };
    this.landing.push(landing);
    this.#changed();
    const done = () => {
      this.landing = this.landing.filter((item) => item !== landing);
    };
    this.#ask({ do: "place", cell, owner }, done, () => this.#settle(done));
  }

  #settle(done) {
    setTimeout(() => {
      done();
      this.#changed();
    }, SEEN_MS);
  }

  async #ask(what, undo, after = () => undefined) {
    const refusal = await act(what);
    if (refusal === null) return after();
    undo();
    this.#changed();
    this.#tell(refusal);
  }

  #hold(held) {
    this.held = held;
    this.#changed();
  }

  #may() {
    return this.#allowed || this.#refuse("hand.off");
  }

  #refuse(key, values) {
    this.#tell(say(key, values));
    return false;
  }
}
