/** What is noted beside touches, each with a way to take it back; and the reads that wait to be entered late. */

import { fill, h } from "../dom.js";

/**
 * @param {HTMLElement} root
 * @param {import("./desk.js").Desk} desk
 * @param {Record<string, string>} words
 */
export function drawChips(root, desk, words) {
  const chips = noted(desk.draft, words).map(([text, undo]) =>
    chip(text, fill(words.take_back, { what: text }), () => {
      undo();
      desk.noted();
    }),
  );
  for (const missed of desk.correcting ? [] : desk.view.missed) {
    const late = h("button", { type: "button", class: "chip late" }, missed.text);
    late.addEventListener("click", () => desk.correct(missed.index));
    chips.push(late);
  }
  root.replaceChildren(...chips);
  root.hidden = chips.length === 0;
}

/**
 * @param {import("./draft.js").Draft} draft
 * @param {Record<string, string>} words
 * @returns {[string, () => void][]} each with what takes it back
 */
function noted(draft, words) {
  /** @type {[string, () => void][]} */
  const found = [];
  for (const [breach, players] of Object.entries(draft.breaches)) for (const player of players) found.push([`${words[breach]}: ${player}`, () => players.delete(player)]);
  for (const by of draft.contact) found.push([fill(words.contact_by, { player: by }), () => draft.contact.delete(by)]);
  for (const player of ["A", "B"]) {
    const { size } = draft.cards[player];
    if (size) found.push([fill(words.cards_noted, { player, count: size }), () => draft.cards[player].clear()]);
  }
  if (draft.void !== null) found.push([`${words.void}: ${draft.void}`, () => (draft.void = null)]);
  if (draft.override) found.push([`${words.override}: ${draft.override.sender ?? ""} ${draft.override.net}`, () => (draft.override = null)]);
  return found;
}

/** @param {string} text @param {string} label @param {() => void} act */
function chip(text, label, act) {
  const made = h("button", { type: "button", class: "chip", "aria-label": label }, text, h("span", { "aria-hidden": "true" }, " ×"));
  made.addEventListener("click", act);
  return made;
}
