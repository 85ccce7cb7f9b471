// The words of the language on show: fetched once each, looked up by key, written into the page.

import { remember, remembered } from "./preferences.js";

export const LANGUAGES = ["en", "ko"];

const vocabularies = new Map();
const listeners = [];
let language = "en";

export function say(key, values = {}) {
  const text = vocabularies.get(language)?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

// A sentence as the table sends it: the key of its words and what fills their places; players are named.
export function sentence({ key, player, ...values }) {
  return say(key, player ? { ...values, player: say(`player.${player}`) } : values);
}

export function onLanguage(listener) {
  listeners.push(listener);
}

export async function startWords() {
  const wanted = [remembered("language"), document.documentElement.lang, "en"];
  await speak(wanted.find((name) => LANGUAGES.includes(name)));
}

export async function switchLanguage() {
  const other = LANGUAGES.find((name) => name !== language);
  await speak(other);
  remember("language", other);
}

async function speak(name) {
  if (!vocabularies.has(name)) vocabularies.set(name, await fetchWords(name));
  language = name;
  document.documentElement.lang = name;
  writeWords(document);
  for (const listener of listeners) listener();
}

async function fetchWords(name) {
  const response = await fetch(`/words/${name}.json`);
  if (!response.ok) throw new Error(`/words/${name}.json: ${response.status}`);
  return response.json();
}

// data-word is an element's text, data-word-label its accessible name.
function writeWords(root) {
  for (const element of root.querySelectorAll("[data-word]")) {
    element.textContent = say(element.dataset.word);
  }
  for (const element of root.querySelectorAll("[data-word-label]")) {
    element.setAttribute("aria-label", say(element.dataset.wordLabel));
  }
}
