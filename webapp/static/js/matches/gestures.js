/** Fingers on cards: a tap chooses, a long press shows the verse, a drag lays the card elsewhere. */

import { h } from "../dom.js";

const DRAG_FROM = 9;
const LONG_PRESS = 450;

export class Gestures {
  /**
   * @param {import("./field.js").Field} field
   * @param {object} act
   * @param {(card: number) => void} act.tap
   * @param {(card: number) => void} act.peek
   * @param {(card: number) => string|null} act.lift  the player on whose side the card may be laid, null for none
   * @param {(card: number, place: import("./desk.js").Place) => void} act.drop
   */
  constructor(field, act) {
    this.field = field;
    this.act = act;
    /** @type {any} */
    this.held = null;
    field.root.addEventListener("pointerdown", (event) => this.#down(event));
    field.root.addEventListener("pointermove", (event) => this.#move(event));
    field.root.addEventListener("pointerup", (event) => this.#up(event));
    field.root.addEventListener("pointercancel", () => this.#end());
    field.root.addEventListener("contextmenu", (event) => event.preventDefault());
    field.root.addEventListener("click", (event) => {
      const card = cardAt(event.target);
      if (card !== null && event.detail === 0) act.tap(card);
    });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const card = cardAt(event.target);
    if (card === null || event.button !== 0 || this.held) return;
    const timer = setTimeout(() => this.#peek(card), LONG_PRESS);
    this.held = { card, x: event.clientX, y: event.clientY, pointer: event.pointerId, timer, ghost: null, done: false };
    this.field.cards.get(card)?.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { held } = this;
    if (!held || held.done || event.pointerId !== held.pointer) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_FROM) return;
      clearTimeout(held.timer);
      held.side = this.act.lift(held.card);
      if (!held.side) {
        held.done = true;
        return;
      }
      held.ghost = this.#ghost(held.card);
    }
    held.ghost.style.setProperty("translate", `${event.clientX}px ${event.clientY}px`);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    this.#end();
    if (held.done) return;
    if (!held.ghost) {
      this.act.tap(held.card);
      return;
    }
    const place = this.#placeAt(event.clientX, event.clientY, held);
    if (place) this.act.drop(held.card, place);
  }

  #end() {
    clearTimeout(this.held?.timer);
    this.held?.ghost?.remove();
    this.held = null;
  }

  /** @param {number} card */
  #peek(card) {
    if (this.held) this.held.done = true;
    this.act.peek(card);
  }

  /** @param {number} card */
  #ghost(card) {
    const shown = /** @type {HTMLElement} */ (this.field.cards.get(card));
    const ghost = h("div", { class: "ghost", "aria-hidden": "true" }, shown.cloneNode(true));
    ghost.style.setProperty("--w", getComputedStyle(shown).width);
    document.body.append(ghost);
    return ghost;
  }

  /** The place under the finger, from its owner's seat. @param {number} x @param {number} y @param {any} held */
  #placeAt(x, y, held) {
    const { section, lists } = this.field.territoryOf(held.side);
    const line = [...section.querySelectorAll(".line")].find((row) => inside(row.getBoundingClientRect(), x, y));
    if (!line) return null;
    const row = /** @type {HTMLElement} */ (line).dataset.row;
    const under = document.elementsFromPoint(x, y).map(cardAt).find((card) => card !== null && card !== held.card);
    const turned = held.side !== this.field.near;
    for (const [spot, list] of lists) {
      if (under && list.contains(this.field.cards.get(under) ?? null)) return { ...placeOf(spot, turned), outside: under };
    }
    const box = line.getBoundingClientRect();
    const across = (x - box.left) / box.width;
    const spot = row === "upper" && across > 0.4 && across < 0.6 ? "upper/middle" : `${row}/${across < 0.5 ? "left" : "right"}`;
    return placeOf(spot, turned);
  }
}

/** @param {string} spot on the screen @param {boolean} turned whether the owner sits at the top */
export function placeOf(spot, turned) {
  const [row, screen] = spot.split("/");
  if (screen === "middle") return { row: "float", end: "right" };
  return { row, end: (screen === "left") === !turned ? "left" : "right" };
}

/** @param {EventTarget|null} target @returns {number|null} */
function cardAt(target) {
  const card = target instanceof Element ? target.closest("[data-card]") : null;
  return card instanceof HTMLElement ? Number(card.dataset.card) : null;
}

/** @param {DOMRect} box @param {number} x @param {number} y */
const inside = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
