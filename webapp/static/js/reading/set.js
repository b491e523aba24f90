/** The form of a saved set: its cards as text and as a grid. */

import { Hundred } from "./hundred.js";
import { Preview } from "./preview.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector(".set-form"));
const text = /** @type {HTMLInputElement} */ (document.getElementById("own_cards"));
const count = /** @type {HTMLElement} */ (document.getElementById("count"));

const preview = new Preview(form.dataset.preview ?? "", () => ({ cards: "own", own_cards: text.value, advance: "manual" }), draw);
const hundred = new Hundred(document.getElementById("hundred"), (card) => preview.tap("own_cards", card));

text.addEventListener("input", () => preview.soon());
preview.soon();

function draw(found) {
  if (found.tapped?.field) text.value = found.tapped.text;
  const wrong = found.faults.own_cards;
  text.toggleAttribute("aria-invalid", Boolean(wrong && text.value.trim()));
  count.textContent = wrong ? (text.value.trim() ? wrong : "") : found.count;
  hundred.draw({ cards: found.cards, lying: [], absent: [] });
}

/** What is to be copied is chosen whole at the first touch. */
for (const lines of document.querySelectorAll("textarea.copy")) {
  lines.addEventListener("focus", () => /** @type {HTMLTextAreaElement} */ (lines).select());
}
