// Whose turn it is, what to do now, the round, the settings, and how the game ended.

import { stepsNow } from "./steps.js";
import { html } from "./svg.js";
import { marblePicture } from "./marbles.js";
import { say, sentence } from "./words.js";

const part = (id) => document.getElementById(id);

export function showStatus(state) {
  const { game } = state;
  document.body.dataset.phase = game.phase;
  showTurn(game);
  showPhase(state);
  part("round").textContent = roundText(game);
  part("settings").textContent = settingsText(game.settings);
}

function showTurn(game) {
  const box = part("turn");
  const who = game.winner ?? game.turn ?? "";
  const key = game.winner ? `result.${game.winner}` : game.turn ? `turn.${game.turn}` : "turn.waiting";
  box.dataset.turn = game.winner ? "" : who;
  box.dataset.winner = game.winner ?? "";
  const icon = who === "first" || who === "second" ? [marblePicture(who)] : [];
  const text = html("span", {}, say(key));
  if (box.textContent !== text.textContent || box.children.length !== icon.length + 1) box.replaceChildren(...icon, text);
}

function showPhase(state) {
  const { phase, reason } = state.game;
  const [first, ...more] = reason ? [say(`reason.${reason}`), ...stepsNow(state)] : stepsNow(state);
  part("phase").dataset.phase = phase;
  part("phase-name").dataset.phase = phase;
  write(part("phase-name"), say(`phase.${phase}`));
  write(part("phase"), first);
  writeList(part("phase-more"), more);
}

// Writing the same words again would make a screen reader say them again.
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function writeList(list, texts) {
  const now = Array.from(list.children, (item) => item.textContent);
  if (now.join("\n") !== texts.join("\n")) list.replaceChildren(...texts.map((text) => html("li", {}, text)));
}

function roundText({ round, settings }) {
  return settings.rounds ? say("round.limited", { round, limit: settings.rounds }) : say("round.free", { round });
}

// Clocks and irregular acts are set in short texts; the table tells what those mean.
function inWords(terms) {
  const texts = terms.map((term) => sentence(term) + (term.key === "terms.clock_of" ? " " : ", "));
  return texts.join("").slice(0, -2);
}

export function settingsText(settings) {
  const parts = [
    say(settings.pie ? "settings.pie_on" : "settings.pie_off"),
    settings.rounds ? say("settings.rounds_on", { rounds: settings.rounds }) : say("settings.rounds_off"),
    say(`settings.${settings.last_marble}`),
    say(`settings.${settings.mode}`),
  ];
  if (settings.event) parts.unshift(settings.event);
  if (settings.announce === "player") parts.push(say("settings.announce_player"));
  if (settings.confirm) parts.push(say("settings.confirm"));
  if (settings.irregular !== "off") parts.push(say("settings.irregular", { policy: inWords(settings.terms.irregular) }));
  if (settings.clock !== "off") parts.push(say("settings.clock", { clock: inWords(settings.terms.clock) }));
  if (!settings.guidance) parts.push(say("settings.guidance_off"));
  return parts.join(" · ");
}
