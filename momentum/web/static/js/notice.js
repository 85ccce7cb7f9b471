// One sentence that says why something did not happen; it goes away by itself.

const SHOWN_MS = 6_000;

let timer = null;

export function tell(sentence) {
  const box = document.getElementById("notice");
  if (!sentence) return;
  clearTimeout(timer);
  box.textContent = sentence;
  box.classList.add("shown");
  timer = setTimeout(hush, SHOWN_MS);
}

export function hush() {
  const box = document.getElementById("notice");
  box.classList.remove("shown");
  box.textContent = "";
}
