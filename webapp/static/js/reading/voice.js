/** Another voice where the reading's own fails: shown then, and only then. */

import { write } from "../dom.js";

export class OtherVoice {
  /**
   * @param {HTMLFormElement} root
   * @param {Record<string, string>} words
   * @param {string} instead  the voice to offer first
   * @param {(voice: string) => void} goOn
   */
  constructor(root, words, instead, goOn) {
    this.root = root;
    this.words = words;
    this.fault = root.querySelector("[role=alert]");
    this.select = root.querySelector("select");
    this.select.value = instead;
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      goOn(this.select.value);
    });
  }

  /** @param {any} view */
  draw(view) {
    const over = ["done", "stopped"].includes(view.phase);
    this.root.hidden = over || !(view.fault || view.held_for === "voice");
    const said = view.fault || this.words.held_voice;
    if (!this.root.hidden) write(this.fault, said);
    for (const option of this.select.options) option.disabled = option.value === view.voice;
    if (this.select.value !== view.voice) return;
    this.select.value = [...this.select.options].find((option) => !option.disabled)?.value ?? "";
  }
}
