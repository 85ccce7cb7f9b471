// What is to be done now, in words: the table works the steps out, this page puts them into its language.

import { sentence } from "./words.js";

// The first step is the one to do next.
export function stepsNow(state) {
  return state.steps.map(sentence);
}
