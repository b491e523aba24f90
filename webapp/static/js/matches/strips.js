/** Beside each territory: whose it is, how many cards lie there, and which hands touched it. */

import { fill, h, icon, onPress } from "../dom.js";
import { opponent } from "./field.js";

export class Strips {
  /**
   * @param {import("./field.js").Field} field
   * @param {Record<string, string>} words
   * @param {Record<string, string>} names  players' names by letter
   * @param {((player: string, side: string) => void)|null} touch  null where hands are not to be noted
   */
  constructor(field, words, names, touch) {
    Object.assign(this, { field, words, names, touch });
    /** @type {Map<string, HTMLElement>} */
    this.hands = new Map();
    /** @type {Record<string, HTMLElement>} */
    this.counts = {};
  }

  /** Build the strips for the seat the field is seen from: the nearer player's hand is always the lower one. */
  sit() {
    for (const side of ["A", "B"]) {
      const { strip } = this.field.territoryOf(side);
      this.counts[side] = h("span", { class: "count" });
      const who = h("span", { class: "who" }, h("b", {}, side), " ", this.names[side]);
      strip.replaceChildren(h("div", { class: "tally" }, who, this.counts[side]));
      if (this.touch) for (const player of [opponent(this.field.near), this.field.near]) strip.append(this.#hand(player, side));
    }
  }

  /** The counts are of the cards that lie there: while a read is corrected, of those with its sends. @param {any} view @param {import("./draft.js").Draft|null} draft */
  draw(view, draft) {
    for (const side of ["A", "B"]) {
      const count = String(view.sides[side].length);
      if (this.counts[side].textContent !== count) this.counts[side].textContent = count;
    }
    for (const [key, hand] of this.hands) {
      const [player, side] = key.split("/");
      hand.toggleAttribute("disabled", !draft || view.stage !== "reading");
      const pressed = Boolean(draft?.touchedSide(player, side)) || this.#takes(view, draft, player, side);
      hand.setAttribute("aria-pressed", String(pressed));
    }
  }

  /** The taker's hand touched the side that held the card; nobody needs to say so. */
  #takes(view, draft, player, side) {
    return Boolean(draft && draft.took === player && view.read?.where === side && draft.touched[player].size === 0);
  }

  /** @param {string} player @param {string} side */
  #hand(player, side) {
    const label = fill(this.words.hand_touched, { player: this.names[player], owner: this.names[side] });
    const hand = h(
      "button",
      { type: "button", class: `hand of-${player.toLowerCase()}`, "aria-pressed": "false", "aria-label": label, title: label },
      icon("touch"),
      h("span", { "aria-hidden": "true" }, player),
    );
    onPress(hand, () => this.touch(player, side));
    this.hands.set(`${player}/${side}`, hand);
    return hand;
  }
}
