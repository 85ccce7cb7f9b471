// Asking the table to do something: one request at a time, in the order they were asked.

import { note, noted } from "./preferences.js";
import { say, sentence } from "./words.js";

const token = document.querySelector('meta[name="momentum-token"]')?.content ?? "";
let line = Promise.resolve();

// A page without a token was opened by somebody who may only watch.
export const mayAct = token !== "";

// An address of the table with the key, which tells players from spectators.
export function keyed(path) {
  return mayAct ? `${path}?key=${encodeURIComponent(token)}` : path;
}

// Resolves to null when done, else to one sentence in the language on show.
export function act(what) {
  line = line.then(() => send(what));
  return line;
}

async function send(what) {
  try {
    const response = await fetch("/api/act", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Momentum-Token": token },
      body: JSON.stringify(what),
    });
    if (response.ok) return null;
    if (response.status === 403 && reloadOnce()) return null;
    const { say: why } = await response.json().catch(() => ({}));
    return why ? sentence(why) : say("hand.refused");
  } catch {
    return say("hand.failed");
  }
}

// A table that was started again knows another token; a fresh page brings it. Once for each token, never in a circle.
function reloadOnce() {
  if (noted("reloaded") === token || !note("reloaded", token)) return false;
  location.reload();
  return true;
}
