/** What a reading will be while its form is filled in: asked of the server, one question after another. */

import { getJson } from "./line.js";

const AFTER = 200;

export class Preview {
  /**
   * @param {string} url
   * @param {() => Record<string, string>} fields
   * @param {(found: any) => void} draw
   */
  constructor(url, fields, draw) {
    Object.assign(this, { url, fields, draw });
    this.timer = 0;
    this.number = 0;
    this.chain = Promise.resolve();
  }

  /** Ask a moment after the last key. */
  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#ask({}), AFTER);
  }

  /** Ask what a tap on a card makes of a field; taps are answered one after another, so that none is lost. */
  tap(field, card) {
    clearTimeout(this.timer);
    this.chain = this.chain.then(() => this.#ask({ field, tap: String(card) }));
  }

  async #ask(more) {
    const number = ++this.number;
    const found = await getJson(`${this.url}?${new URLSearchParams({ ...this.fields(), ...more })}`);
    if (found && (number === this.number || found.tapped?.text !== undefined)) this.draw(found);
  }
}
