/**
 * How cards lie: corners (an end of a row each), every one from the outside in, and those cards that lie nowhere yet.
 * Dragged, tapped or typed, every move comes through here, so all of them come to the same.
 */

export class Arrangement {
  /**
   * @param {number[][]} corners
   * @param {number[]} cards  all that there are, in the order in which the loose ones are shown
   */
  constructor(corners, cards) {
    this.corners = corners.map((one) => [...one]);
    this.cards = cards;
    /** @type {number[][][]} */
    this.before = [];
    /** @type {number[][][]} */
    this.undone = [];
  }

  get loose() {
    const lying = new Set(this.corners.flat());
    return this.cards.filter((card) => !lying.has(card));
  }

  /** The corner that a card lies in, -1 for none. @param {number} card */
  cornerOf(card) {
    return this.corners.findIndex((one) => one.includes(card));
  }

  /**
   * Lay a card innermost at a corner, or into the place of another there, which moves inwards.
   * @param {number} card @param {number} corner @param {number|null} [inPlaceOf]
   */
  put(card, corner, inPlaceOf = null) {
    if (card === inPlaceOf) return false;
    const next = this.corners.map((one) => one.filter((other) => other !== card));
    const there = inPlaceOf === null ? -1 : this.corners[corner].indexOf(inPlaceOf);
    // by the place as it was, so that a card can go to any place of its own corner, also inwards
    next[corner].splice(there < 0 ? next[corner].length : there, 0, card);
    return this.#become(next);
  }

  /** @param {number} one @param {number} other */
  swap(one, other) {
    const change = new Map([[one, other], [other, one]]);
    return this.#become(this.corners.map((corner) => corner.map((card) => change.get(card) ?? card)));
  }

  /** Take a card off the mat. @param {number} card */
  off(card) {
    return this.#become(this.corners.map((corner) => corner.filter((other) => other !== card)));
  }

  undo() {
    return this.#back(this.before, this.undone);
  }

  redo() {
    return this.#back(this.undone, this.before);
  }

  /** @param {number[][]} next */
  #become(next) {
    if (JSON.stringify(next) === JSON.stringify(this.corners)) return false;
    this.before.push(this.corners);
    this.undone = [];
    this.corners = next;
    return true;
  }

  #back(from, to) {
    const found = from.pop();
    if (!found) return false;
    to.push(this.corners);
    this.corners = found;
    return true;
  }
}
