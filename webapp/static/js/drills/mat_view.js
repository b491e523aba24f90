/**
 * A mat in a drill: both sides from one's own seat, the cards open or face down. On upright phones a long row makes the cards
 * narrower; arrow keys walk from card to card.
 */

import { h } from "../dom.js";
import { nearest } from "../matches/field.js";
import { setSound, torifuda } from "../matches/torifuda.js";

const ROWS = ["upper", "middle", "lower"];
const ENDS = ["left", "right"];
const LOOK = "drills-mat-sounds";

/** @typedef {{card: number, end: string, row: string, place: string, name: string}} Laid */

export class MatView {
  /**
   * @param {any} desk
   * @param {Record<string, Laid[]>} sides   A's and B's cards, the outermost of each end first
   * @param {{backs?: boolean, tap: (laid: Laid, event: Event) => void, quick?: boolean}} how
   *   `backs`: only the places are seen; `quick`: a touch counts as it comes down
   */
  constructor(desk, sides, { backs = false, tap, quick = false }) {
    this.desk = desk;
    this.sides = structuredClone(sides);
    this.backs = backs;
    /** @type {Map<string, HTMLElement>} by place where they are backs, else by card */
    this.cards = new Map();
    this.faces = new Map(desk.page.whole.faces.map((face) => [face.number, face]));
    this.lists = new Map();
    this.mat = h("div", { class: "drill-mat", role: "group", "aria-label": desk.texts.mat_name ?? "" }, this.#side("B"), this.#side("A"));
    this.node = h("div", { class: "drill-mat-frame" }, this.mat);
    this.mat.addEventListener("keydown", (event) => this.#walk(event));
    const press = (event) => {
      const found = this.#laidAt(event.target);
      if (found) tap(found, event);
    };
    let down = false;
    if (quick) {
      this.mat.addEventListener("pointerdown", (event) => {
        down = event.button === 0;
        if (down) press(event);
      });
    }
    this.mat.addEventListener("click", (event) => {
      if (!down) press(event);
      down = false;
    });
    look(this.mat);
    this.draw();
  }

  /** A button that shows kimari-ji instead of verses, or verses again. */
  get looks() {
    const { texts } = this.desk;
    const button = h("button", { class: "button plain small", type: "button" }, sounds() ? texts.as_faces : texts.as_sounds);
    button.addEventListener("click", () => {
      keep(!sounds());
      look(this.mat);
      button.textContent = sounds() ? texts.as_faces : texts.as_sounds;
      button.blur();
    });
    return button;
  }

  draw() {
    const held = this.mat.contains(document.activeElement);
    for (const [key, list] of this.lists) {
      const [owner, row, end] = key.split("/");
      const here = this.sides[owner].filter((laid) => laid.row === row && laid.end === end);
      list.replaceChildren(...here.map((laid) => h("li", {}, this.#card(laid))));
    }
    const inRow = (owner, row) => this.sides[owner].filter((laid) => laid.row === row).length;
    const longest = Math.max(...["A", "B"].flatMap((owner) => ROWS.map((row) => inRow(owner, row))));
    this.mat.style.setProperty("--columns", String(Math.max(11, longest + 1)));
    this.mat.style.setProperty("--longest", String(longest));
    const every = [...this.mat.querySelectorAll("button")];
    if (!every.some((one) => one.tabIndex === 0) && every[0]) every[0].tabIndex = 0;
    if (held) this.enter();
  }

  /** Let the keyboard go on in the mat: at the card where it was, if that still lies there. */
  enter() {
    const stop = /** @type {HTMLElement|null} */ (this.mat.querySelector("[tabindex='0']"));
    stop?.focus({ preventScroll: true });
  }

  /** The card at which the keyboard is, or would begin. */
  get stop() {
    return /** @type {HTMLElement|null} */ (this.mat.querySelector("[tabindex='0']"))?.dataset.card ?? null;
  }

  /** Begin at a card. @param {string|null} key */
  stopAt(key) {
    const there = this.cards.get(String(key));
    if (!there || !this.mat.contains(there)) return;
    for (const one of this.mat.querySelectorAll("button")) one.tabIndex = one === there ? 0 : -1;
  }

  /** @param {number} card */
  remove(card) {
    for (const owner of ["A", "B"]) this.sides[owner] = this.sides[owner].filter((laid) => laid.card !== card);
    this.draw();
  }

  /** Lay a card innermost at an end of a row. @param {number} card @param {{side: string, row: string, end: string, place: string, name: string}} to */
  move(card, to) {
    const old = [...this.sides.A, ...this.sides.B].find((laid) => laid.card === card);
    this.remove(card);
    this.sides[to.side].push({ ...old, ...to, card });
    this.draw();
  }

  /** Mark a card or a place. @param {string|number} key @param {string} mark  what `data-is` says; empty for none */
  mark(key, mark) {
    const card = this.cards.get(String(key));
    if (!card) return;
    if (mark) card.dataset.is = mark;
    else delete card.dataset.is;
  }

  /** Write a number on a place of a mat of backs. @param {string} place @param {string|number} number @param {boolean} right */
  number(place, number, right) {
    const card = this.cards.get(place);
    if (!card) return;
    card.dataset.is = right ? "numbered" : "numbered-wrong";
    card.textContent = String(number);
  }

  /** @param {string|number} key */
  focus(key) {
    this.cards.get(String(key))?.focus({ preventScroll: true });
  }

  #side(owner) {
    const far = owner === "B";
    const rows = ROWS.map((row) => {
      const ends = ENDS.map((end) => {
        const list = h("ul", { class: `end ${(end === "left") === !far ? "left" : "right"}` });
        this.lists.set(`${owner}/${row}/${end}`, list);
        return list;
      });
      return h("div", { class: "field-row" }, ...(far ? ends.reverse() : ends));
    });
    const label = far ? this.desk.texts.theirs : this.desk.texts.mine;
    return h("section", { class: far ? "side far" : "side near", "aria-label": label }, ...(far ? rows.reverse() : rows));
  }

  /** @param {Laid} laid */
  #card(laid) {
    const key = this.backs ? laid.place : String(laid.card);
    let card = this.cards.get(key);
    if (!card) {
      card = this.backs ? back(laid) : face(this.faces.get(laid.card));
      this.cards.set(key, card);
    }
    // where it lies is told with the verse: the eye sees it
    if (!this.backs) /** @type {HTMLElement} */ (card.querySelector(".state")).textContent = `, ${laid.name}`;
    return card;
  }

  #laidAt(target) {
    const card = target instanceof Element ? target.closest("button") : null;
    if (!card || !this.mat.contains(card)) return null;
    const every = [...this.sides.A, ...this.sides.B];
    return every.find((laid) => this.cards.get(this.backs ? laid.place : String(laid.card)) === card) ?? null;
  }

  #walk(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = event.target instanceof Element ? event.target.closest("button") : null;
    if (!step || !from) return;
    event.preventDefault();
    event.stopPropagation();
    const there = nearest(from, step, /** @type {HTMLElement[]} */ ([...this.mat.querySelectorAll("button")]));
    if (!there) return;
    for (const one of this.mat.querySelectorAll("button")) one.tabIndex = one === there ? 0 : -1;
    there.focus();
  }
}

// until a finger or a mouse comes down, a computer may be worked by keys
let keys = matchMedia("(hover: hover)").matches;
addEventListener("keydown", () => (keys = true), true);
addEventListener("pointerdown", () => (keys = false), true);

/** Whether the keyboard is in use, so that it has to find its way from question to question. */
export const byKeys = () => keys;

/** Bring the keyboard from the mat to the button that goes on, once there is one. @param {any} desk */
export function keysGoOn(desk) {
  if (keys) setTimeout(() => /** @type {HTMLElement|null} */ (desk.choices.querySelector(".main"))?.focus({ preventScroll: true }));
}

function face(found) {
  const card = torifuda(found);
  setSound(card, found.kimariji);
  return card;
}

function back(laid) {
  return h("button", { class: "torifuda back", type: "button", tabindex: -1, "aria-label": laid.name });
}

function sounds() {
  try {
    return localStorage.getItem(LOOK) === "yes";
  } catch {
    return false;
  }
}

function keep(on) {
  try {
    localStorage.setItem(LOOK, on ? "yes" : "no");
  } catch {
    // no storage here
  }
}

const look = (mat) => mat.classList.toggle("sounds", sounds());
