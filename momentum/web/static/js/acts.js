// What the arbiter did, in words: the table says which, this page puts them into its language.

import { say, sentence } from "./words.js";

export function actText(act) {
  return act.say.map(sentence).join("; ");
}

// The same without the cells, times and counts in it.
export function actName(act) {
  return sentence(act.say[0]).split(/[:;]/)[0];
}

// The newest act with its reason, for players and spectators; an undoing is one, too.
export function showRuling({ acts }) {
  const last = acts.at(-1);
  const text = last ? say("arbiter.last", { act: actText(last), reason: last.reason }) : "";
  const box = document.getElementById("ruling");
  if (box.textContent !== text) box.textContent = text;
  box.hidden = text === "";
}
