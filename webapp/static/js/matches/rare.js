/** The sheet of what is rare: wrong hands, contact, touched cards, a read that does not count, a ruling, giving up. */

import { BREACHES } from "./draft.js";

const CONFIRM = 5000;

export class Rare {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {import("./desk.js").Desk} desk
   * @param {Record<string, string>} words
   */
  constructor(dialog, desk, words) {
    Object.assign(this, { dialog, desk, words });
    this.form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
    dialog.addEventListener("close", () => this.#take());
    // a ruling on cards needs somebody who sends them; the sheet does not close without
    this.#text("net").addEventListener("change", () => (this.#text("sender").required = Number(this.#text("net").value) > 0));
    for (const button of dialog.querySelectorAll("[data-mark-cards]")) {
      button.addEventListener("click", () => {
        dialog.close();
        desk.marking = /** @type {any} */ (button).dataset.markCards;
        desk.changed();
      });
    }
    const live = dialog.querySelector("details[data-live]");
    live?.addEventListener("toggle", () => /** @type {HTMLDetailsElement} */ (live).open && live.scrollIntoView({ block: "nearest" }));
    for (const button of dialog.querySelectorAll("[data-forfeit]")) button.addEventListener("click", () => this.#forfeit(/** @type {HTMLElement} */ (button)));
    dialog.querySelector("[data-withdraw]")?.addEventListener("click", () => {
      dialog.close();
      desk.command({ type: "withdraw" });
    });
  }

  open() {
    const { desk, form } = this;
    const reading = desk.shown?.stage === "reading";
    const here = /** @type {HTMLFieldSetElement} */ (form.querySelector("#this-read"));
    here.hidden = here.disabled = !reading;
    for (const part of this.dialog.querySelectorAll("[data-while]")) /** @type {HTMLElement} */ (part).hidden = (/** @type {HTMLElement} */ (part).dataset.while === "reading") !== reading;
    const { draft } = desk;
    for (const breach of BREACHES) for (const player of ["A", "B"]) this.#box(`${breach}.${player}`).checked = draft.breaches[breach].has(player);
    for (const player of ["A", "B"]) this.#box(`contact.${player}`).checked = draft.contact.has(player);
    this.#text("void").value = draft.void ?? "";
    this.#text("net").value = draft.override ? String(draft.override.net) : "";
    this.#text("sender").value = draft.override?.sender ?? "";
    this.#text("reason").value = draft.override?.reason ?? "";
    for (const part of this.dialog.querySelectorAll("[data-live]")) /** @type {HTMLElement} */ (part).hidden = Boolean(desk.correcting);
    const withdraw = /** @type {HTMLElement|null} */ (this.dialog.querySelector("[data-withdraw]"));
    if (withdraw) withdraw.hidden = !(reading && desk.view.manual && !desk.correcting);
    this.dialog.showModal();
  }

  #take() {
    const { desk } = this;
    if (desk.shown?.stage !== "reading") return;
    const { draft } = desk;
    for (const breach of BREACHES) for (const player of ["A", "B"]) put(draft.breaches[breach], player, this.#box(`${breach}.${player}`).checked);
    for (const player of ["A", "B"]) put(draft.contact, player, this.#box(`contact.${player}`).checked);
    draft.void = this.#text("void").value.trim() || null;
    draft.override = this.#override();
    desk.noted();
  }

  #override() {
    const net = this.#text("net").value;
    if (net === "") return null;
    const cards = Number(net);
    const sender = cards === 0 ? null : this.#text("sender").value || null;
    if (cards > 0 && !sender) return null;
    return { net: cards, sender, reason: this.#text("reason").value.trim() };
  }

  /** Giving up asks once more: it is rare, and it ends the match. @param {HTMLElement} button */
  #forfeit(button) {
    if (!button.dataset.asked) {
      button.dataset.asked = "1";
      button.dataset.label = button.textContent ?? "";
      button.textContent = this.words.press_again;
      setTimeout(() => {
        delete button.dataset.asked;
        button.textContent = button.dataset.label ?? "";
      }, CONFIRM);
      return;
    }
    this.dialog.close();
    this.desk.command({ type: "forfeit", player: button.dataset.forfeit, how: this.#text("how").value, reason: this.#text("forfeit_reason").value.trim() });
  }

  /** @param {string} name */
  #box = (name) => /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
  /** @param {string} name */
  #text = (name) => /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
}

/** @param {Set<any>} set @param {any} value @param {boolean} on */
function put(set, value, on) {
  if (on) set.add(value);
  else set.delete(value);
}
