// A recorded game as it is stepped through: after each turn the marbles, each the same from turn to turn, and the lights.

import { cellPoint } from "./cells.js";

const PLAYERS = ["first", "second"];

// The steps of a document by docs/record.schema.json: step 0 is the empty board, step n the board after turn n.
export function stepsOf(document) {
  const steps = [{ turn: null, marbles: [], lights: noLights(), notes: notesAt(document, 0) }];
  let next = 0;
  for (const turn of document.turns) {
    const known = moved(steps.at(-1).marbles, turn);
    const marbles = lying(turn.after).map(({ cell, owner }) => {
      const same = known.find((item) => item.cell === cell && item.owner === owner);
      return { id: same ? same.id : (next += 1), cell, owner, ...cellPoint(cell) };
    });
    steps.push({ turn, marbles, lights: lightsOf(turn), notes: notesAt(document, turn.ply) });
  }
  return steps;
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

function noLights() {
  return { cells: [], ring: [] };
}

function notesAt(document, ply) {
  return document.comments.filter(({ after }) => after === ply).map(({ text }) => text);
}
