/**
 * Cards on a mat to be arranged by hand: dragged, tapped, or by keyboard. One player's six corners, or two players' twelve
 * with the far side turned. What a move comes to is Arrangement's to say.
 */

import { fill, h, write } from "../dom.js";
import { nearest } from "../matches/field.js";
import { setSound, torifuda } from "../matches/torifuda.js";

const DRAG_FROM = 9;
const HOLD_MS = 260;
const EDGE = 56;
const ROWS = ["upper", "middle", "lower"];

export class Arranger {
  /**
   * @param {object} parts
   * @param {HTMLElement} parts.mat
   * @param {HTMLElement} parts.pool      where cards lie that have no place yet
   * @param {HTMLElement} parts.said      a live region
   * @param {HTMLElement|null} [parts.pad]  a button for each corner, near the thumb
   * @param {import("./arrangement.js").Arrangement} arrangement
   * @param {Map<number, import("../matches/torifuda.js").Face>} faces
   * @param {any} words
   * @param {() => void} onChange
   */
  constructor(parts, arrangement, faces, words, onChange) {
    Object.assign(this, parts);
    this.parts = parts;
    this.arrangement = arrangement;
    this.words = words;
    this.onChange = onChange;
    this.swapping = false;
    this.open = true;
    /** @type {number|null} */
    this.chosen = null;
    this.current = 0;
    /** @type {any} */
    this.held = null;
    this.cards = new Map(arrangement.cards.map((number) => [number, drawn(faces.get(number))]));
    this.lists = this.#corners();
    this.pads = this.#pad();
    this.#listen();
    this.draw();
  }

  get two() {
    return this.arrangement.corners.length > 6;
  }

  // What can be done, by whatever hand.

  /** @param {number|null} card */
  choose(card) {
    this.chosen = card;
    if (card !== null) this.current = card;
    this.draw();
  }

  /** @param {number} card */
  tap(card) {
    if (!this.open) return;
    const { chosen, arrangement } = this;
    if (chosen === null || arrangement.cornerOf(card) < 0) return this.choose(chosen === card ? null : card);
    if (chosen === card) return this.choose(null);
    if (this.swapping && arrangement.cornerOf(chosen) >= 0) return this.#done(chosen, arrangement.swap(chosen, card));
    this.lay(chosen, arrangement.cornerOf(card), card);
  }

  /** @param {number} corner */
  tapCorner(corner) {
    if (!this.open) return;
    if (this.chosen === null) return write(this.parts.said, this.words.choose_first);
    this.lay(this.chosen, corner);
  }

  /** @param {number} card @param {number} corner @param {number|null} [inPlaceOf] */
  lay(card, corner, inPlaceOf = null) {
    const wasLoose = this.arrangement.cornerOf(card) < 0;
    const moved = this.arrangement.put(card, corner, inPlaceOf);
    const next = wasLoose ? this.arrangement.loose[0] : undefined;
    this.#done(card, moved, next ?? null);
  }

  takeOff() {
    if (this.chosen !== null && this.open) this.#done(this.chosen, this.arrangement.off(this.chosen));
  }

  undo() {
    if (this.open && this.arrangement.undo()) this.#changed(this.words.undone);
  }

  redo() {
    if (this.open && this.arrangement.redo()) this.#changed(this.words.redone);
  }

  /** Nothing can be moved any more. */
  close() {
    this.open = false;
    this.choose(null);
  }

  /** @param {number} card @param {boolean} moved @param {number|null} [next] */
  #done(card, moved, next = null) {
    this.chosen = next;
    this.current = next ?? card;
    if (!moved) return this.draw();
    this.#changed(this.where(card));
    this.cards.get(this.current)?.focus({ preventScroll: true });
  }

  /** @param {string} said */
  #changed(said) {
    this.draw();
    write(this.parts.said, said);
    this.onChange();
  }

  /** Where a card lies, in words. @param {number} card */
  where(card) {
    const corner = this.arrangement.cornerOf(card);
    const kimariji = /** @type {HTMLElement} */ (this.cards.get(card).querySelector(".sound")).dataset.kana ?? "";
    if (corner < 0) return fill(this.words.loose, { card: kimariji });
    const number = this.arrangement.corners[corner].indexOf(card) + 1;
    return fill(this.words.lies, { card: kimariji, place: this.words.corners[corner], number });
  }

  // How it looks.

  draw() {
    const focused = document.activeElement;
    const { corners, loose } = this.arrangement;
    for (const [index, list] of this.lists.entries()) {
      fillList(list, corners[index].map((card) => this.cards.get(card)));
      const count = String(corners[index].length);
      for (const button of [list.querySelector(".here"), this.pads[index]]) {
        if (!button) continue;
        write(/** @type {Element} */ (button.querySelector(".count")), count);
        button.setAttribute("aria-label", fill(this.words.lay_here, { place: this.words.corners[index], count }));
      }
    }
    fillList(this.parts.pool, loose.map((card) => this.cards.get(card)));
    for (const [number, card] of this.cards) {
      card.toggleAttribute("data-chosen", number === this.chosen);
      card.setAttribute("aria-pressed", String(number === this.chosen));
      card.tabIndex = -1;
    }
    if (!this.cards.has(this.current)) this.current = loose[0] ?? corners.flat()[0] ?? 0;
    const stop = this.cards.get(this.current);
    if (stop) stop.tabIndex = 0;
    this.parts.mat.classList.toggle("placing", this.chosen !== null);
    if (focused instanceof HTMLElement && focused.dataset.card) focused.focus({ preventScroll: true });
  }

  #corners() {
    const lists = this.arrangement.corners.map((_, index) => this.#corner(index));
    const side = (start, far) => {
      const rows = ROWS.map((row, number) => {
        const ends = [lists[start + 2 * number], lists[start + 2 * number + 1]];
        return h("div", { class: "mat-row", data: { row } }, ...(far ? ends.reverse() : ends));
      });
      return h("section", { class: far ? "mat-side far" : "mat-side near" }, ...(far ? rows.reverse() : rows));
    };
    this.parts.mat.replaceChildren(...(this.two ? [side(6, true), side(0, false)] : [side(0, false)]));
    return lists;
  }

  /** @param {number} index */
  #corner(index) {
    const left = (index % 2 === 0) === index < 6;
    const button = h(
      "button",
      { class: "here", type: "button", data: { corner: index } },
      h("span", { class: "count", "aria-hidden": "true" }),
    );
    const list = h("ul", { class: `corner ${left ? "left" : "right"}`, data: { corner: index } }, h("li", { class: "end-of-corner" }, button));
    list.setAttribute("aria-label", this.words.corners[index]);
    return list;
  }

  #pad() {
    const { pad } = this.parts;
    if (!pad) return [];
    // what players write says all where it is read
    const named = document.documentElement.lang !== "ja";
    const made = this.arrangement.corners.map((_, index) =>
      h(
        "button",
        { class: "button", type: "button", data: { corner: index } },
        h("kbd", { "aria-hidden": "true" }, String(index + 1)),
        h("span", { class: "corner-name", "aria-hidden": "true" }, h("span", { lang: "ja" }, this.words.short[index]), named && h("small", {}, this.words.corners[index])),
        h("span", { class: "count number", "aria-hidden": "true" }),
      ),
    );
    pad.replaceChildren(...made);
    return made;
  }

  // Hands.

  #listen() {
    const { mat, pool, pad } = this.parts;
    for (const root of [mat, pool]) {
      root.addEventListener("pointerdown", (event) => this.#down(event));
      root.addEventListener("click", (event) => {
        const card = cardAt(event.target);
        // a drag's own click is none; the keyboard's and a screen reader's have no pointer before them
        if (card !== null && !this.dragged) this.tap(card);
      });
      root.addEventListener("contextmenu", (event) => cardAt(event.target) !== null && event.preventDefault());
    }
    for (const root of [mat, pad]) {
      root?.addEventListener("click", (event) => {
        const button = /** @type {HTMLElement} */ (event.target).closest("button[data-corner]");
        if (button) this.tapCorner(Number(/** @type {HTMLElement} */ (button).dataset.corner));
      });
    }
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#up(event));
    addEventListener("pointercancel", () => this.#end());
    // while a card hangs on the finger the page does not scroll
    addEventListener("touchmove", (event) => this.held?.ghost && event.cancelable && event.preventDefault(), { passive: false });
    addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.dragged = false;
    const card = cardAt(event.target);
    if (card === null || event.button !== 0 || this.held || !this.open) return;
    const held = { card, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null, timer: 0 };
    if (event.pointerType === "touch") held.timer = setTimeout(() => this.#lift(), HOLD_MS);
    this.held = held;
  }

  #lift() {
    const { held } = this;
    if (!held || held.ghost) return;
    const shown = this.cards.get(held.card);
    held.ghost = h("div", { class: "ghost sounds", "aria-hidden": "true" }, shown.cloneNode(true));
    held.ghost.style.setProperty("--w", getComputedStyle(shown).width);
    held.ghost.style.setProperty("translate", `${held.x}px ${held.y}px`);
    document.body.append(held.ghost);
    shown.toggleAttribute("data-lifted", true);
    this.parts.mat.classList.add("placing");
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost) {
      if (Math.hypot(x, y) < DRAG_FROM) return;
      // a finger that goes up or down at once scrolls the page
      if (event.pointerType === "touch" && Math.abs(y) > Math.abs(x)) return this.#end();
      this.#lift();
    }
    held.ghost.style.setProperty("translate", `${event.clientX}px ${event.clientY}px`);
    if (event.clientY < EDGE) scrollBy(0, -14);
    else if (event.clientY > innerHeight - EDGE) scrollBy(0, 14);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    const lifted = held.ghost !== null;
    this.#end();
    if (!lifted) return;
    this.dragged = true;
    setTimeout(() => (this.dragged = false));
    this.#drop(held.card, event.clientX, event.clientY);
  }

  #end() {
    const { held } = this;
    if (!held) return;
    clearTimeout(held.timer);
    held.ghost?.remove();
    this.cards.get(held.card)?.removeAttribute("data-lifted");
    this.held = null;
    this.parts.mat.classList.toggle("placing", this.chosen !== null);
  }

  /** @param {number} card @param {number} x @param {number} y */
  #drop(card, x, y) {
    const under = document.elementFromPoint(x, y);
    const other = cardAt(under);
    const spot = /** @type {HTMLElement|null} */ (under?.closest("[data-corner]"));
    this.chosen = null;
    if (spot) this.lay(card, Number(spot.dataset.corner), other);
    else if (under && this.parts.pool.contains(under)) this.#done(card, this.arrangement.off(card));
    else this.draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("input, textarea, select") || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      return key === "y" || event.shiftKey ? this.redo() : this.undo();
    }
    const card = cardAt(target);
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step && card !== null) {
      event.preventDefault();
      const there = nearest(target, step, [...this.cards.values()]);
      if (there) this.#stopAt(there);
    } else if (event.key === "Escape" && this.chosen !== null) this.choose(null);
    else if ((event.key === "Delete" || event.key === "Backspace") && card !== null) {
      this.chosen = card;
      this.takeOff();
    } else if (/^[1-6]$/.test(event.key) && !this.two) {
      const which = this.chosen ?? card;
      if (which !== null && this.open) this.lay(which, Number(event.key) - 1);
    }
  }

  /** @param {HTMLElement} there */
  #stopAt(there) {
    const before = this.cards.get(this.current);
    if (before) before.tabIndex = -1;
    this.current = Number(there.dataset.card);
    there.tabIndex = 0;
    there.focus();
  }
}

function drawn(face) {
  const card = torifuda(face);
  setSound(card, face.kimariji);
  return card;
}

/** @param {HTMLElement} list @param {HTMLElement[]} cards */
function fillList(list, cards) {
  const last = list.querySelector(".end-of-corner");
  const items = [...list.children].filter((item) => item !== last);
  if (items.length === cards.length && cards.every((card, index) => card.parentNode === items[index])) return;
  list.replaceChildren(...cards.map((card) => h("li", {}, card)), ...(last ? [last] : []));
}

/** @param {EventTarget|null} target @returns {number|null} */
function cardAt(target) {
  const card = target instanceof Element ? target.closest("[data-card]") : null;
  return card instanceof HTMLElement ? Number(card.dataset.card) : null;
}
