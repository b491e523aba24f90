/** The reads so far, the last one first, each with what followed from it; a press on one corrects it. */

import { fill, h } from "../dom.js";
import { getJson } from "./link.js";

const SOON = 150;

export class Log {
  /**
   * @param {HTMLElement[]} roots   where the list is drawn; only those that are seen are filled
   * @param {string} url
   * @param {Record<string, string>} words
   * @param {((index: number) => void)|null} correct  null where nothing can be corrected
   */
  constructor(roots, url, words, correct) {
    Object.assign(this, { roots, url, words, correct });
    this.seq = -1;
    this.wanted = -1;
    this.timer = 0;
    // a turned tablet shows another of the places
    addEventListener("resize", () => this.wanted >= 0 && this.draw(this.wanted));
  }

  /**
   * Draw the list when the field is drawn, here and at those who look on: they are waiting for it, and nobody reads the
   * list in the same moment.
   * @param {number} seq
   */
  soon(seq) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(seq), SOON);
  }

  /** Fetch and draw the list if it is seen and older than the match. @param {number} seq */
  async draw(seq) {
    this.wanted = seq;
    const seen = this.roots.filter((root) => root.getClientRects().length > 0);
    if (!seen.length || (seq === this.seq && seen.every((root) => root.dataset.seq === String(seq)))) return;
    this.seq = seq;
    const reads = await getJson(this.url);
    if (!reads || seq !== this.seq) return;
    for (const root of seen) {
      const focused = root.contains(document.activeElement);
      root.dataset.seq = String(seq);
      root.replaceChildren(this.#list(reads));
      if (focused) focusFirst(root);
    }
  }

  /** Draw the list now and go to its last read. @param {number} seq @param {HTMLElement} root */
  async enter(seq, root) {
    focusFirst(root);
    await this.draw(seq);
    focusFirst(root);
  }

  /** @param {any} reads */
  #list(reads) {
    if (!reads.reads.length) return h("p", { class: "soft" }, this.words.no_reads);
    return h("ol", { class: "reads", reversed: true, start: reads.reads.length }, ...[...reads.reads].reverse().map((read) => this.#item(read)));
  }

  /** @param {any} read */
  #item(read) {
    const title = [h("span", { class: "number" }, `${read.number}. `), h("b", { class: "verse", lang: "ja" }, read.kimariji), ` ${read.took} `, h("span", { class: "number soft" }, read.counts)];
    const body = [h("span", { class: "title" }, ...title), h("span", { class: "small" }, read.text)];
    for (const note of read.notes) body.push(h("span", { class: "small note" }, note));
    if (!this.correct) return h("li", {}, ...body);
    const button = h("button", { type: "button", class: "entry", "aria-label": fill(this.words.correct_read, { number: read.number, what: `${read.kimariji} ${read.took}` }) }, ...body);
    button.addEventListener("click", () => this.correct(read.index));
    return h("li", {}, button);
  }
}

/** @param {HTMLElement} root */
function focusFirst(root) {
  /** @type {HTMLElement|null} */ (root.querySelector("button"))?.focus();
}
