// A recorded game as it is stepped through: after each turn the marbles, each the same from turn to turn, and the lights.

import { cellPoint } from "./cells.js";

const PLAYERS = ["first", "second"];
const NOTHING_LIT = { cells: [], ring: [] };

// The steps of a document by docs/record.schema.json: the empty board, then the board after each turn, and after each
// correction by an arbiter.
export function stepsOf(document) {
  const steps = [{ turn: null, marbles: [], lights: NOTHING_LIT, notes: notesAfter(document, 0) }];
  const counted = { last: 0 };
  addCorrections(steps, document, 0, counted);
  document.turns.forEach((turn, index) => {
    const marbles = same(moved(steps.at(-1).marbles, turn), turn.after, counted);
    steps.push({ turn, marbles, lights: lightsOf(turn), notes: notesAfter(document, index + 1) });
    addCorrections(steps, document, index + 1, counted);
  });
  return steps;
}

function addCorrections(steps, { corrections = [] }, made, counted) {
  for (const correction of corrections.filter(({ after }) => after === made)) {
    const marbles = same(steps.at(-1).marbles, correction.position, counted);
    steps.push({ turn: null, correction, marbles, lights: NOTHING_LIT, notes: [] });
  }
}

// The marbles of a position, each with the number it had where it lay there before.
function same(known, position, counted) {
  return lying(position).map(({ cell, owner }) => {
    const before = known.find((item) => item.cell === cell && item.owner === owner);
    return { id: before ? before.id : (counted.last += 1), cell, owner, ...cellPoint(cell) };
  });
}

// The marbles of the board before, where the turn's pushes sent them.
function moved(marbles, { pushes }) {
  return marbles.map((item) => ({ ...item, cell: pushes.find((push) => push.from === item.cell)?.to ?? item.cell }));
}

// `c4,g7/-` is the first player's cells, then the second's.
function lying(after) {
  return after.split("/").flatMap((cells, side) =>
    cells === "-" ? [] : cells.split(",").map((cell) => ({ cell, owner: PLAYERS[side] })),
  );
}

function lightsOf({ move, pushes }) {
  const dropped = /^[a-g][1-7]$/.test(move) ? [{ cell: move, means: "dropped" }] : [];
  const pushed = pushes.map(({ from, to }) => ({ cell: from, means: to ? "lift" : "off", to }));
  return { cells: [...dropped, ...pushed], ring: [] };
}

function notesAfter(document, made) {
  return document.comments.filter(({ after }) => after === made).map(({ text }) => text);
}
