// Short patterns of tones, one for each thing the table says; several at once wait their turn.

import { remember, remembered } from "./preferences.js";

const C4 = 262, E4 = 330, G4 = 392, A4 = 440, C5 = 523, D5 = 587, E5 = 659, G5 = 784, C6 = 1047;

// [hertz, milliseconds]; hertz 0 is a rest.
const PATTERNS = {
  turn_first: [[C5, 90]],
  turn_second: [[G4, 90]],
  swap: [[C5, 90], [G4, 90], [C5, 120]],
  last_marble_first: [[A4, 120], [0, 60], [A4, 120], [0, 60], [E5, 320]],
  last_marble_second: [[A4, 120], [0, 60], [A4, 120], [0, 60], [D5, 320]],
  knocked_off: [[E5, 70], [C5, 70], [A4, 70], [E4, 160]],
  extra: [[E4, 130], [0, 60], [E4, 130]],
  missing: [[G4, 130], [0, 60], [C4, 220]],
  taken_back: [[G4, 80], [E4, 80], [C4, 80]],
  refused: [[196, 180], [0, 40], [165, 300]],
  fault: [[D5, 70], [0, 50], [D5, 70], [0, 50], [D5, 70]],
  win_first: [[C5, 120], [E5, 120], [G5, 120], [C6, 380]],
  win_second: [[G4, 120], [C5, 120], [E5, 120], [G5, 380]],
  draw: [[E5, 160], [E5, 160], [C5, 320]],
  both_lose: [[E4, 160], [C4, 160], [C4, 320]],
  arbiter: [[C6, 60], [0, 40], [C6, 60], [G5, 200]],
  confirm: [[G5, 60], [0, 40], [C6, 60], [0, 40], [G5, 60]],
  confirmed_first: [[C5, 160]],
  confirmed_second: [[G4, 160]],
  irregular_first: [[C4, 250], [0, 40], [C5, 120]],
  irregular_second: [[C4, 250], [0, 40], [G4, 120]],
  low_time_first: [[C6, 60], [0, 60], [C6, 60]],
  low_time_second: [[G5, 60], [0, 60], [G5, 60]],
  flag_first: [[C6, 200], [G4, 400]],
  flag_second: [[G5, 200], [C4, 400]],
};

const LOUDNESS = 0.16;
const GAP_S = 0.12;

export class Sound {
  #context = null;
  #freeAt = 0;
  #muted = remembered("muted") === "yes";

  // Browsers let a page sound only after its first touch or key.
  wakeOnGesture() {
    const wake = () => {
      this.#context ??= newContext();
      this.#context?.resume?.().catch(() => undefined);
    };
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake, { capture: true, passive: true });
  }

  get muted() {
    return this.#muted;
  }

  toggle() {
    this.#muted = !this.#muted;
    remember("muted", this.#muted ? "yes" : "no");
  }

  play(names) {
    if (this.#muted || this.#context?.state !== "running") return;
    for (const name of names) this.#pattern(PATTERNS[name] ?? []);
  }

  #pattern(tones) {
    let at = Math.max(this.#context.currentTime + 0.02, this.#freeAt);
    for (const [hertz, ms] of tones) {
      if (hertz) this.#tone(hertz, at, ms / 1000);
      at += ms / 1000;
    }
    this.#freeAt = at + GAP_S;
  }

  #tone(hertz, at, seconds) {
    const oscillator = this.#context.createOscillator();
    const gain = this.#context.createGain();
    oscillator.type = "triangle";
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(LOUDNESS, at + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0008, at + seconds + 0.06);
    oscillator.connect(gain).connect(this.#context.destination);
    oscillator.start(at);
    oscillator.stop(at + seconds + 0.08);
  }
}

function newContext() {
  try {
    return new AudioContext();
  } catch {
    return null;
  }
}
