// What a table's devices complain of, in a banner.

import { html } from "./svg.js";
import { say, sentence } from "./words.js";

export function showDevice({ device, fault, journal }) {
  const lines = [];
  if (journal) lines.push(sentence(journal), english(journal.why));
  if (!device.ok) lines.push(say("device.lost"), english(device.why));
  if (device.lights) lines.push(say("device.unlit"), english(device.lights));
  if (device.voice) lines.push(say("device.unheard"), english(device.voice));
  if (device.weak_supply) lines.push(say("device.weak_supply"));
  if (fault.length) lines.push(say("device.fault", { cells: fault.join(", ") }));
  const box = document.getElementById("device");
  const text = lines.map((line) => line.textContent ?? line).join(" ");
  if (box.textContent !== text) box.replaceChildren(...lines.flatMap((line) => [line, " "]).slice(0, -1));
  box.hidden = text === "";
}

// What exactly a device says is for its owner, and always English.
function english(why) {
  return html("span", { lang: "en" }, why ?? "");
}
