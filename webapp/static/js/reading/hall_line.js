/** One line about the hall, on pages with little room: the memorisation time that is left, and the order's fingerprint. */

import { write } from "../dom.js";
import { clockText } from "./hall_clock.js";

const TICK = 250;

export class HallLine {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.face = root.querySelector("time");
    this.clock = null;
    this.said = "";
    setInterval(() => this.#tick(), TICK);
  }

  /** @param {any} view */
  draw(view) {
    const said = JSON.stringify(view.clock ?? null);
    // the same word again is no new one: its seconds have been counted since
    if (said !== this.said) this.clock = view.clock ? { from: view.clock, at: performance.now() } : null;
    this.said = said;
    this.face.parentElement.hidden = !this.clock;
    this.#tick();
  }

  #tick() {
    if (!this.clock) return;
    const { left, running } = this.clock.from;
    const gone = running ? (performance.now() - this.clock.at) / 1000 : 0;
    write(this.face, clockText(Math.max(0, left - gone)));
  }
}
