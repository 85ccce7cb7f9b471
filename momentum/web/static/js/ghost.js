// The marble in hand, drawn over the page: under the pointer, or over the cell that has the focus.

import { marblePicture } from "./marbles.js";

export class Ghost {
  #element;
  #measure;
  #owner = null;

  // `measure` is a cell: the marble in hand is as large as those on the board.
  constructor(element, measure) {
    this.#element = element;
    this.#measure = measure;
  }

  show(held) {
    const owner = held?.owner ?? null;
    if (owner === this.#owner) return;
    this.#owner = owner;
    this.#element.hidden = owner === null;
    this.#element.style.setProperty("--held-size", `${this.#measure.getBoundingClientRect().width * 0.94}px`);
    document.body.classList.toggle("holding", owner !== null);
    this.#element.replaceChildren(...(owner ? [marblePicture(owner)] : []));
  }

  follow(x, y) {
    this.#element.style.transform = `translate(${x}px, ${y}px)`;
  }

  hover(element) {
    const box = element.getBoundingClientRect();
    this.follow(box.left + box.width * 0.56, box.top + box.height * 0.42);
  }
}
