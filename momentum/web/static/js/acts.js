// What an arbiter did, in words: from the text that the table writes it down with.

import { say } from "./words.js";

// "position first=d4 second=-" becomes a sentence in the language on show.
export function actText(text) {
  const [verb, ...words] = text.split(" ");
  return (TEXTS[verb] ?? bare)(words, verb);
}

const TEXTS = {
  position: (words) => say("act.position", cells(words)),
  stand: () => say("act.stand"),
  turn: ([player]) => say(`act.turn_${player}`),
  counts: (words) => say("act.counts", { ply: words[0].split("=")[1] }),
  take_back: ([turns]) => say("act.take_back", { turns }),
  clock: (words) => words.map(clockText).join("; "),
  penalty: ([player, what, time]) => say(`act.${what}_${player}`, { time }),
  result: ([outcome]) => say(`act.result_${outcome}`),
  irregular: ([player, count]) => say(`act.irregular_${player}`, { count }),
  contact: ([cell, how]) => say(`act.contact_${how}`, { cell }),
  undo: ([number]) => say("act.undo", { number }),
};

function clockText(word) {
  const [player, time] = word.split("=");
  return say(`act.clock_${player}`, { time });
}

function bare(words, verb) {
  return say(`act.${verb}`);
}

function cells(words) {
  return Object.fromEntries(words.map((word) => word.split("=")).map(([name, list]) => [name, list.replaceAll(",", ", ")]));
}

// The newest act with its reason, for players and spectators; an undoing is one, too.
export function showRuling({ acts }) {
  const last = acts.at(-1);
  const text = last ? say("arbiter.last", { act: actText(last.act), reason: last.reason }) : "";
  const box = document.getElementById("ruling");
  if (box.textContent !== text) box.textContent = text;
  box.hidden = text === "";
}
