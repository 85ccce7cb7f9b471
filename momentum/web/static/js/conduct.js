// What an event asks of the players: both confirm, a last marble is announced; and the irregular acts so far.

import { act, mayAct } from "./act.js";
import { settingsText } from "./status.js";
import { html } from "./svg.js";
import { say } from "./words.js";

const PLAYERS = ["first", "second"];
const part = (id) => document.getElementById(id);

export class Conduct {
  #buttons = new Map(PLAYERS.map((player) => [player, document.querySelector(`[data-conduct="${player}"]`)]));

  constructor(tell) {
    for (const [player, button] of this.#buttons) button.addEventListener("click", () => press(player, button, tell));
  }

  show({ game }) {
    const { confirm, announcing, settings } = game;
    part("conduct").hidden = !confirm && !announcing;
    part("conduct-event").hidden = !settings.event;
    write(part("conduct-event"), settings.event);
    write(part("conduct-title"), titleText(confirm));
    write(part("conduct-settings"), confirm?.what === "settings" ? settingsText(settings) : "");
    for (const [player, button] of this.#buttons) showButton(button, player, confirm, announcing);
    showIrregular(game);
  }
}

function titleText(confirm) {
  if (!confirm) return say("announce.waits");
  const done = confirm.first && confirm.second;
  return say(done && confirm.what === "result" ? "confirm.done" : `confirm.${confirm.what}`);
}

function showButton(button, player, confirm, announcing) {
  const done = confirm?.[player] ?? false;
  button.hidden = !confirm && announcing !== player;
  button.setAttribute("aria-disabled", String(done));
  const key = !confirm ? "announce.press" : done ? "confirm.pressed" : "confirm.press";
  write(button, say(key, { player: say(`player.${player}`) }));
}

async function press(player, button, tell) {
  if (!mayAct) return tell(say("why.watching"));
  if (button.getAttribute("aria-disabled") === "true") return;
  const refusal = await act({ do: "button", name: player });
  if (refusal) tell(refusal);
}

function showIrregular({ irregular, settings }) {
  part("irregular").hidden = settings.irregular === "off";
  const counts = PLAYERS.map((player) => {
    const count = irregular.filter((each) => each.player === player).length;
    return say("irregular.count", { player: say(`player.${player}`), count });
  });
  write(part("irregular-counts"), counts.join(" · "));
  const acts = irregular.map(actText);
  const list = part("irregular-acts");
  const shown = Array.from(list.children, (item) => item.textContent);
  if (shown.join("\n") !== acts.join("\n")) list.replaceChildren(...acts.map((text) => html("li", {}, text)));
}

function actText({ player, kind, number, cells }) {
  const what = [say(`irregular.${kind}`), cells.join(", ")].filter(Boolean).join(" – ");
  return say("irregular.act", { player: say(`player.${player}`), number, what });
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
