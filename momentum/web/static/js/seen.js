// What a page can see of a table: a real one does not say where every marble lies, only what has been accepted.

import { cellPoint } from "./cells.js";

const PLAYERS = ["first", "second"];

export function seen(state) {
  if (state.table === "simulated") return state;
  const { game } = state;
  const marbles = PLAYERS.flatMap((owner) => game[owner].map((cell) => ({ id: cell, owner, ...cellPoint(cell) })));
  return { ...state, marbles, tray: { first: game.hand_first, second: game.hand_second } };
}
