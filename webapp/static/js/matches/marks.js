/** Signs on cards: what is being read, chosen, touched, sent just now, and what can no longer be read. */

import { h, fill, onPress } from "../dom.js";
import { placeOf } from "./gestures.js";
import { setLook } from "./torifuda.js";

/**
 * @param {import("./field.js").Field} field
 * @param {import("./desk.js").Desk} desk
 * @param {any} words
 */
export function draw(field, desk, words) {
  for (const [number, card] of field.cards) setLook(card, look(number, desk, words));
  zones(field, desk, words);
}

/** @param {number} card @param {import("./desk.js").Desk} desk @param {any} words */
function look(card, desk, words) {
  const { shown, draft } = desk;
  if (desk.chosen === card) return { mark: "✓", state: words.is_chosen, flags: ["chosen"] };
  const sent = desk.correcting?.sent.indexOf(card) ?? -1;
  if (sent >= 0) return { mark: String(sent + 1), state: words.is_sent, flags: ["chosen"] };
  if (shown.read?.card === card) return { mark: words.read_sign, state: words.is_read, flags: ["read"] };
  const hands = ["A", "B"].filter((player) => draft.cards[player].has(card));
  if (hands.length) return { mark: `☟${hands.join("")}`, state: fill(words.is_touched, { players: hands.join(", ") }), flags: ["chosen"] };
  if (shown.spent.includes(card)) return { mark: "", state: words.is_spent, flags: ["spent"] };
  if (shown.fresh.includes(card)) return { mark: words.fresh_sign, state: words.is_fresh, flags: ["fresh"] };
  return {};
}

/** While a card is to be laid down, the open ends of its side are places to tap. */
function zones(field, desk, words) {
  for (const zone of field.root.querySelectorAll(".zone")) zone.remove();
  const side = desk.destination;
  field.root.classList.toggle("placing", Boolean(side));
  if (!side) return;
  const turned = side !== field.near;
  for (const [spot, list] of field.territoryOf(side).lists) {
    // cards are set apart by dragging, or by the places beside the field: there is too little room for a third zone
    if (spot.endsWith("middle")) continue;
    const place = placeOf(spot, turned);
    const name = words[`place_${place.row}_${place.end}`];
    const button = h("button", { type: "button", class: "zone-button", "aria-label": name, title: name, tabindex: -1 }, "+");
    onPress(button, () => desk.place(place));
    const item = h("li", { class: "zone" }, button);
    if (spot.endsWith("right")) list.prepend(item);
    else list.append(item);
  }
}
