// The rules page: its words, its pictures, its language.

import { keepKey } from "./links.js";
import { marbleInks } from "./marbles.js";
import { drawPicture } from "./pictures.js";
import { onLanguage, say, startWords, switchLanguage } from "./words.js";

document.body.prepend(marbleInks());
for (const place of document.querySelectorAll("[data-picture]")) place.append(drawPicture(place.dataset.picture));
keepKey(document.getElementById("back"));
document.getElementById("language").addEventListener("click", switchLanguage);
onLanguage(() => {
  document.title = say("rules.title");
});
await startWords();
