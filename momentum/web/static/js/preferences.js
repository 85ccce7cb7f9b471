// What this browser remembers between visits; a browser that forbids remembering just forgets.

const PREFIX = "momentum.";

export function remembered(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // A private window may refuse; the choice then lasts as long as the page.
  }
}

export function noted(name) {
  try {
    return sessionStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function note(name, value) {
  try {
    sessionStorage.setItem(PREFIX + name, value);
    return true;
  } catch {
    return false;
  }
}
