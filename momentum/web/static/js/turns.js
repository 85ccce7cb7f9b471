// The record on the page: a line a round, `1.  d4   e5 (d4-c3)`; x is off the board, ! the last marble announced.

import { html } from "./svg.js";
import { say } from "./words.js";

export function showTurns(turns) {
  const body = document.querySelector("#turns tbody");
  const words = turns.map(turnText).concat(say("turns.swap")).join("\n");
  if (body.dataset.shown === words) return;
  body.dataset.shown = words;
  document.getElementById("turns-none").hidden = turns.length > 0;
  body.replaceChildren(...rounds(turns).map(row));
  const box = document.getElementById("turns-scroll");
  requestAnimationFrame(() => {
    box.scrollTop = box.scrollHeight;
  });
}

function rounds(turns) {
  const pairs = [];
  for (let index = 0; index < turns.length; index += 2) pairs.push(turns.slice(index, index + 2));
  return pairs;
}

function row(pair, index) {
  return html("tr", {},
    html("th", { scope: "row" }, `${index + 1}.`),
    ...pair.map(turnCell),
    ...(pair.length < 2 ? [html("td")] : []),
  );
}

function turnCell(turn) {
  const cell = html("td", { "data-ply": turn.ply }, html("b", {}, moveText(turn)));
  if (turn.pushes.length) cell.append(" ", html("span", { class: "pushes" }, pushesText(turn)));
  if (turn.announced) cell.append(" ", html("abbr", { title: say("turns.announced"), class: "announced" }, "!"));
  return cell;
}

function turnText(turn) {
  return [moveText(turn), pushesText(turn), turn.announced ? "!" : ""].filter(Boolean).join(" ");
}

function moveText({ move }) {
  return move === "swap" ? say("turns.swap") : move;
}

function pushesText({ pushes }) {
  return pushes.length ? `(${pushes.map((push) => `${push.from}-${push.to ?? "x"}`).join(", ")})` : "";
}
