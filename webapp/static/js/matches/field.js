/** The field of 50 cards: two territories of three rows, each packed to its outer ends, seen from the near player's seat. */

import { h } from "../dom.js";
import { setSound, torifuda } from "./torifuda.js";

/** @typedef {import("./torifuda.js").Face} Face */
/** @typedef {{card: number, end: "left"|"right", row: "upper"|"middle"|"lower"|"float"}} Laid a card in its place; a side's cards come outermost first */

const FAR_ROWS = ["lower", "middle", "upper"];
const NEAR_ROWS = ["upper", "middle", "lower"];
const FEWEST_COLUMNS = 11;
const OPEN_COLUMNS = 2;

/** @param {string} player */
export const opponent = (player) => (player === "A" ? "B" : "A");

export class Field {
  /**
   * @param {HTMLElement} root
   * @param {Map<number, Face>} faces
   */
  constructor(root, faces) {
    this.root = root;
    this.faces = faces;
    this.near = "A";
    /** @type {Map<number, HTMLButtonElement>} */
    this.cards = new Map();
    this.current = 0;
    this.territories = { far: territory("far", FAR_ROWS), near: territory("near", NEAR_ROWS) };
    root.replaceChildren(this.territories.far.section, this.territories.near.section);
    root.addEventListener("keydown", (event) => this.#walk(event));
    root.addEventListener("focusin", (event) => {
      const card = /** @type {HTMLElement} */ (event.target).closest("[data-card]");
      if (card instanceof HTMLElement) this.#stopAt(Number(card.dataset.card));
    });
  }

  /** @param {string} player */
  territoryOf(player) {
    return player === this.near ? this.territories.near : this.territories.far;
  }

  /**
   * Choose the seat the field is seen from, and how cards are drawn.
   * @param {{near: string, upright: boolean, sounds: boolean, one: boolean}} seat  `one`: only the near side is shown
   */
  sit({ near, upright, sounds, one }) {
    this.near = near;
    for (const [name, on] of Object.entries({ upright, sounds, one })) this.root.classList.toggle(name, on);
    for (const player of ["A", "B"]) {
      const { section } = this.territoryOf(player);
      section.classList.toggle("of-a", player === "A");
      section.classList.toggle("of-b", player === "B");
      section.dataset.player = player;
    }
  }

  /**
   * Where a place lies on the screen: the far player's right is on the left.
   * @param {string} player
   * @param {{end: string, row: string}} place
   * @returns {string} `upper/left`, `upper/middle` …
   */
  spot(player, { end, row }) {
    if (row === "float") return "upper/middle";
    return `${row}/${(end === "left") === (player === this.near) ? "left" : "right"}`;
  }

  /**
   * Lay the cards out. An element stays the same card for as long as it is on the field, so focus and drags survive.
   * @param {Record<string, Laid[]>} sides
   * @param {Record<string, string>} kimariji  of every card, as of now
   * @param {Record<string, string>} names     of the lists, by player and place: `A/upper/left`
   */
  draw(sides, kimariji, names) {
    const focused = document.activeElement;
    const held = new Set([...sides.A, ...sides.B].map((laid) => laid.card));
    for (const number of [...this.cards.keys()]) if (!held.has(number)) this.cards.delete(number);
    for (const player of ["A", "B"]) this.#lay(player, sides[player], names);
    for (const [number, card] of this.cards) setSound(card, kimariji[number] ?? "");
    this.#fit(sides);
    if (focused instanceof HTMLElement && this.root.contains(focused)) focused.focus();
    if (!this.cards.has(this.current)) this.#stopAt(this.cards.keys().next().value ?? 0);
  }

  /** @param {number} number */
  focus(number) {
    this.cards.get(number)?.focus();
  }

  /** @param {string} player @param {Laid[]} side @param {Record<string, string>} names */
  #lay(player, side, names) {
    for (const [spot, list] of this.territoryOf(player).lists) {
      const here = side.filter((laid) => this.spot(player, laid) === spot);
      if (spot.endsWith("right")) here.reverse();
      const cards = here.map((laid) => this.#card(laid.card));
      const items = [...list.children].filter((item) => item.matches(".held"));
      if (items.length !== cards.length || cards.some((card, index) => card.parentNode !== items[index])) {
        list.replaceChildren(...cards.map((card) => h("li", { class: "held" }, card)));
      }
      list.setAttribute("aria-label", names[`${player}/${spot}`] ?? "");
    }
  }

  /** @param {number} number */
  #card(number) {
    let card = this.cards.get(number);
    if (!card) this.cards.set(number, (card = torifuda(/** @type {Face} */ (this.faces.get(number)))));
    return card;
  }

  /** Make room for the longest row and a gap to aim at; the fewer columns, the larger the cards. @param {Record<string, Laid[]>} sides */
  #fit(sides) {
    const inRow = (player, row) => sides[player].filter((laid) => (laid.row === "float" ? "upper" : laid.row) === row).length;
    const longest = Math.max(...["A", "B"].flatMap((player) => NEAR_ROWS.map((row) => inRow(player, row))));
    this.root.style.setProperty("--columns", String(Math.max(FEWEST_COLUMNS, longest + OPEN_COLUMNS)));
  }

  /** One card at a time is in the tab order. @param {number} number */
  #stopAt(number) {
    const [before, now] = [this.cards.get(this.current), this.cards.get(number)];
    if (before) before.tabIndex = -1;
    if (now) now.tabIndex = 0;
    this.current = number;
  }

  /** Arrow keys go to the nearest card in their direction. @param {KeyboardEvent} event */
  #walk(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = /** @type {HTMLElement} */ (event.target).closest("[data-card]");
    if (!step || !from || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    nearest(from, step, [...this.cards.values()])?.focus();
  }
}

/** @param {"far"|"near"} seat @param {string[]} rows */
function territory(seat, rows) {
  const lists = new Map();
  const line = (row) => {
    const ends = row === "upper" ? ["left", "middle", "right"] : ["left", "right"];
    for (const end of ends) lists.set(`${row}/${end}`, h("ul", { class: `end ${end}` }));
    return h("div", { class: "line", data: { row } }, ...ends.map((end) => lists.get(`${row}/${end}`)));
  };
  const strip = h("div", { class: "strip" });
  return { section: h("section", { class: `territory ${seat}` }, h("div", { class: "rows" }, ...rows.map(line)), strip), strip, lists };
}

/**
 * @param {Element} from
 * @param {number[]} step
 * @param {HTMLElement[]} cards
 * @returns {HTMLElement|null}
 */
export function nearest(from, [x, y], cards) {
  const middle = (card) => {
    const box = card.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, height: box.height };
  };
  const here = middle(from);
  let best = null;
  for (const card of cards) {
    const there = middle(card);
    const ahead = (there.x - here.x) * x + (there.y - here.y) * y;
    const aside = Math.abs((there.x - here.x) * y) + Math.abs((there.y - here.y) * x);
    if (ahead < 4 || (x && aside > here.height / 2)) continue;
    const cost = x ? ahead : Math.round(ahead / here.height) * 10000 + aside;
    if (!best || cost < best.cost) best = { card, cost };
  }
  return best && best.card;
}
