// Mouse and finger: a press that travels is a drag, one that does not is a tap.

const DRAG_PX = 7;

export class Pointer {
  #hands;
  #ghost;
  #press = null;
  #swallow = false;

  constructor(hands, ghost) {
    this.#hands = hands;
    this.#ghost = ghost;
  }

  listen(table) {
    table.addEventListener("pointerdown", (event) => this.#down(event));
    table.addEventListener("click", (event) => this.#click(event));
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#up(event));
    addEventListener("pointercancel", (event) => this.#cancel(event));
  }

  #down(event) {
    this.#swallow = false;
    const source = target(event.target);
    if (!event.isPrimary || event.button !== 0 || !source || this.#hands.held) return;
    this.#press = { id: event.pointerId, x: event.clientX, y: event.clientY, source, element: event.target, dragging: false };
  }

  #move(event) {
    if (event.pointerType === "mouse" || this.#press?.dragging) this.#ghost.follow(event.clientX, event.clientY);
    const press = this.#press;
    if (!press || press.dragging || event.pointerId !== press.id) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_PX) return;
    if (this.#start(press.source)) {
      press.dragging = true;
      press.element.setPointerCapture(press.id);
      this.#ghost.follow(event.clientX, event.clientY);
    } else {
      this.#press = null;
    }
  }

  // A drag that begins on an empty cell moves nothing.
  #start({ cell, tray }) {
    if (tray) return this.#hands.take(tray);
    return Boolean(this.#hands.on(cell)) && this.#hands.pickUp(cell);
  }

  #up(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    this.#press = null;
    if (!press.dragging) return;
    this.#swallow = true;
    const goal = target(document.elementFromPoint(event.clientX, event.clientY));
    if (!goal?.cell) this.#hands.putBack();
    else if (!this.#hands.putDown(goal.cell)) this.#hands.putReturn();
  }

  #cancel(event) {
    if (event.pointerId !== this.#press?.id) return;
    if (this.#press.dragging) this.#hands.putReturn();
    this.#press = null;
  }

  // A drag ends in a click of its own, which is no tap.
  #click(event) {
    if (this.#swallow) {
      this.#swallow = false;
      return;
    }
    const goal = target(event.target);
    if (event.detail > 0) this.#ghost.follow(event.clientX, event.clientY);
    if (goal?.cell) this.#hands.tapCell(goal.cell);
    else if (goal?.tray) this.#hands.tapTray(goal.tray);
  }
}

function target(element) {
  const found = element?.closest?.("[data-cell], [data-tray]");
  return found ? { cell: found.dataset.cell, tray: found.dataset.tray } : null;
}
