// What is to be done now, in words, worked out from the game and its lights; the first step is the one to do next.

import { say } from "./words.js";

export function stepsNow(state) {
  const make = BY_PHASE[state.game.phase] ?? dropSteps;
  return make(state);
}

const BY_PHASE = {
  setup: (state) => [say("do.setup"), ...putRight(state)],
  drop: dropSteps,
  push: (state) => orElse([...pushSteps(state), ...putRight(state)], "do.push"),
  correct: (state) => orElse(putRight(state), "do.correct"),
  restore: (state) => [say("do.restore"), ...putRight(state)],
  paused: () => [say("do.paused"), say("do.paused_note")],
  over: () => [say("do.over")],
};

function orElse(steps, key) {
  return steps.length ? steps : [say(key)];
}

function lit(state, ...means) {
  return state.lights.cells.filter((light) => means.includes(light.means));
}

function dropSteps(state) {
  const { swap, turn, turns } = state.game;
  if (swap && !marbleOn(state, swap)) return [say("do.swap_open", { cell: swap }), say("do.swap_close")];
  const hinted = lit(state, "hint").length > 0;
  if (hinted && state.game[`hand_${turn}`] === 1) return [say("do.drop_complete")];
  const steps = [say(hinted ? "do.drop_knock" : "do.drop")];
  if (turns.at(-1)?.announced) steps.push(say("do.drop_announced"));
  if (swap) steps.push(say("do.drop_swap", { cell: swap }));
  return steps;
}

function marbleOn(state, cell) {
  return marbleAt(state.marbles, cell) !== null;
}

// Pushes still to be made; the one being led comes first.
function pushSteps(state) {
  const moving = lit(state, "lift", "off");
  const aimed = new Set(moving.map((light) => light.to));
  const arriving = lit(state, "place").filter((light) => !aimed.has(light.cell));
  return [...moving, ...arriving].sort((a, b) => rank(a) - rank(b)).map(pushStep);
}

function rank(light) {
  return light.current === false ? 1 : 0;
}

function pushStep({ means, cell, to, player }) {
  if (means === "off") return say("do.off", { cell });
  if (means === "place") return player ? say("do.place_of", { cell, player: say(`player.${player}`) }) : say("do.place", { cell });
  return to ? say("do.lift", { cell, to }) : say("do.lift_on", { cell });
}

// A marble too many whose home is known and still empty is one step: take it home.
function putRight(state) {
  const extra = lit(state, "extra");
  const homes = new Set(extra.map((light) => light.to));
  const missing = lit(state, "missing").filter((light) => !homes.has(light.cell));
  return [...extra.map(extraStep), ...missing.map(missingStep)];
}

function extraStep({ cell, to }) {
  return to ? say("do.extra_home", { cell, to }) : say("do.extra", { cell });
}

function missingStep({ cell, player }) {
  return player ? say("do.missing_of", { cell, player: say(`player.${player}`) }) : say("do.missing", { cell });
}

// The marble that lies on a cell, or is just rolling over it.
export function marbleAt(marbles, cell) {
  const x = cell.charCodeAt(0) - 97;
  const y = Number(cell.slice(1)) - 1;
  return marbles.find((item) => Math.abs(item.x - x) < 0.5 && Math.abs(item.y - y) < 0.5) ?? null;
}
