// The line to the table: server-sent events that heal themselves, and a truth about whether they flow.

const SILENCE_MS = 12_000;
const OPENING_MS = 5_000;
const LOOK_MS = 1_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

export class Connection {
  #events;
  #state;
  #listeners;
  #source = null;
  #heardAt = 0;
  #wait = FIRST_WAIT_MS;
  #retry = null;
  #fine = null;

  // Addresses of the events and of the state; listeners: state(object), frame(hex), status("open" | "lost").
  constructor(events, state, listeners) {
    this.#events = events;
    this.#state = state;
    this.#listeners = listeners;
  }

  start() {
    this.#open();
    setInterval(() => this.#look(), LOOK_MS);
    addEventListener("online", () => this.#open());
    addEventListener("pagehide", () => this.#source?.close());
    addEventListener("pageshow", (event) => event.persisted && this.#open());
  }

  #open() {
    clearTimeout(this.#retry);
    this.#retry = null;
    this.#source?.close();
    const source = new EventSource(this.#events);
    this.#source = source;
    this.#heardAt = performance.now();
    source.addEventListener("open", () => this.#opened(source));
    source.addEventListener("beat", () => this.#heard());
    source.addEventListener("state", (event) => this.#take(() => this.#listeners.state(JSON.parse(event.data))));
    source.addEventListener("frame", (event) => this.#take(() => this.#listeners.frame(event.data.trim())));
    source.addEventListener("error", () => this.#failed(source));
  }

  // The first state comes by itself; should it be late, it is asked for.
  async #opened(source) {
    this.#heard();
    let told = false;
    source.addEventListener("state", () => (told = true), { once: true });
    const response = await fetch(this.#state).catch(() => null);
    const state = response?.ok ? await response.json() : null;
    if (state && !told && source === this.#source) this.#listeners.state(state);
  }

  #take(hand) {
    this.#heard();
    hand();
  }

  #heard() {
    this.#heardAt = performance.now();
    this.#wait = FIRST_WAIT_MS;
    this.#tell(true);
  }

  // While it is CONNECTING the browser tries again by itself; once it gave up, we do.
  #failed(source) {
    if (source !== this.#source) return;
    this.#tell(false);
    if (source.readyState === EventSource.CLOSED) this.#later();
  }

  #later() {
    if (this.#retry !== null) return;
    this.#retry = setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT_MS);
  }

  // The table says something every few seconds: a line that is silent for longer is lost, and opened anew.
  #look() {
    const silent = performance.now() - this.#heardAt;
    const patience = this.#source.readyState === EventSource.OPEN ? SILENCE_MS : OPENING_MS;
    if (silent <= patience) return;
    this.#tell(false);
    this.#open();
  }

  #tell(fine) {
    if (this.#fine === fine) return;
    this.#fine = fine;
    this.#listeners.status(fine ? "open" : "lost");
  }
}
