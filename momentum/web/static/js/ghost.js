// The marble in hand, drawn over the page: under the pointer, or over the cell that has the focus.

import { marblePicture } from "./marbles.js";

export class Ghost {
  #element;
  #owner = null;

  constructor(element) {
    this.#element = element;
  }

  show(held) {
    const owner = held?.owner ?? null;
    if (owner === this.#owner) return;
    this.#owner = owner;
    this.#element.hidden = owner === null;
    document.body.classList.toggle("holding", owner !== null);
    this.#element.replaceChildren(...(owner ? [marblePicture(owner)] : []));
  }

  follow(x, y) {
    this.#element.style.transform = `translate(${x}px, ${y}px)`;
  }

  hover(element) {
    const box = element.getBoundingClientRect();
    this.follow(box.left + box.width * 0.58, box.top + box.height * 0.36);
  }
}
