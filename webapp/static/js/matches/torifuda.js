/** A torifuda as a button: vertical kana for the eye, the whole verse as its name. */

import { h } from "../dom.js";

/**
 * @typedef {object} Face
 * @property {number} number
 * @property {string[]} columns  three columns, to be set from right to left
 * @property {string} verse      the lower half with dakuten, in historical kana
 * @property {string} kimariji   of the full deck
 * @property {[string, string][][]} lines  the five lines in pieces of text and the reading over it
 */

/**
 * @param {Face} face
 * @returns {HTMLButtonElement}
 */
export function torifuda(face) {
  const hidden = { "aria-hidden": "true", lang: "ja" };
  const tall = face.columns.some((column) => column.length > 5);
  return /** @type {HTMLButtonElement} */ (
    h(
      "button",
      { class: "torifuda", type: "button", tabindex: -1, data: { card: face.number } },
      h("span", { class: tall ? "face tall" : "face", ...hidden }, ...face.columns.map((column) => h("span", {}, column))),
      h("span", { class: "sound", ...hidden }),
      h("span", { class: "visually-hidden", lang: "ja" }, face.verse),
      h("span", { class: "visually-hidden state" }),
      h("span", { class: "mark", "aria-hidden": "true" }),
    )
  );
}

/**
 * Show the sound that decides the card now; four kana and more stand in two columns.
 * @param {HTMLElement} card
 * @param {string} kimariji
 */
export function setSound(card, kimariji) {
  const sound = /** @type {HTMLElement} */ (card.querySelector(".sound"));
  if (sound.dataset.kana === kimariji) return;
  sound.dataset.kana = kimariji;
  sound.dataset.length = String(kimariji.length);
  const half = kimariji.length > 3 ? Math.ceil(kimariji.length / 2) : kimariji.length;
  const parts = [kimariji.slice(0, half), kimariji.slice(half)].filter(Boolean);
  sound.replaceChildren(...parts.map((part) => h("span", {}, part)));
}

/**
 * Mark a card: `mark` is a short sign, `state` the words for it; both empty for none.
 * @param {HTMLElement} card
 * @param {{mark?: string, state?: string, flags?: string[]}} look
 */
export function setLook(card, { mark = "", state = "", flags = [] }) {
  for (const flag of ["read", "chosen", "spent", "fresh"]) card.toggleAttribute(`data-${flag}`, flags.includes(flag));
  card.toggleAttribute("data-mark", mark !== "");
  write(card, ".mark", mark);
  write(card, ".state", state && `, ${state}`);
}

/** @param {HTMLElement} card @param {string} part @param {string} text */
function write(card, part, text) {
  const place = /** @type {HTMLElement} */ (card.querySelector(part));
  if (place.textContent !== text) place.textContent = text;
}

/**
 * A poem's lines with the readings over the kanji.
 * @param {Face} face
 * @returns {HTMLElement}
 */
export function poemText(face) {
  const piece = ([text, reading]) => (reading ? h("ruby", {}, text, h("rt", {}, reading)) : text);
  const lines = face.lines.map((line, index) => h("span", { class: index < 3 ? "kami" : "shimo" }, ...line.map(piece)));
  return h("p", { class: "verse", lang: "ja" }, ...lines.flatMap((line) => [line, " "]));
}
