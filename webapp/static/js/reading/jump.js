/** Choosing the poem that comes next: by number, kana in either spelling, kanji or romaji. */

import { fill, h } from "../dom.js";
import { getJson } from "./line.js";
import { toast } from "./notice.js";

const PAUSE = 120;

export class Jump {
  /**
   * @param {HTMLElement} root
   * @param {string} url
   * @param {Record<string, string>} words
   * @param {(poem: number) => Promise<any>} choose  resolves to the reading after it, or to null where it was refused
   */
  constructor(root, url, words, choose) {
    Object.assign(this, { url, words, choose });
    this.input = root.querySelector("input");
    this.said = root.querySelector("[aria-live]");
    this.list = root.querySelector(".hits");
    this.sheet = root.closest("details");
    this.ticket = 0;
    /** @type {any[]} */
    this.hits = [];
    this.input.addEventListener("input", (event) => {
      clearTimeout(this.timer);
      // a word that is still being composed is not a question yet, but its kana are
      this.timer = setTimeout(() => this.#ask(), event.isComposing ? PAUSE * 2 : PAUSE);
    });
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.sheet?.addEventListener("keydown", (event) => event.key === "Escape" && !event.isComposing && this.#leave());
  }

  #key(event) {
    if (event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.#enter();
    }
    if (event.key === "ArrowDown") this.list.querySelector("button:enabled")?.focus();
  }

  /** Take the poem that is named or the only one that is found, or go to those there are; of the text as it stands, however fast it was typed. */
  async #enter() {
    if (!(await this.#ask())) return;
    const [first] = this.hits;
    if ((this.hits.length === 1 || first?.named) && first.can_come) this.#take(first);
    else this.list.querySelector("button:enabled")?.focus();
  }

  /** Fold the sheet up and give the keys back to the reading. */
  #leave() {
    this.clear();
    if (this.sheet) this.sheet.open = false;
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
  }

  clear() {
    clearTimeout(this.timer);
    this.ticket += 1;
    this.input.value = "";
    this.#show([]);
    this.said.textContent = "";
  }

  #show(hits) {
    this.hits = hits;
    this.list.replaceChildren(...hits.map((hit) => this.#hit(hit)));
  }

  /** Show what the text finds; whether it is still the text when the answer comes. */
  async #ask() {
    clearTimeout(this.timer);
    const text = this.input.value.trim();
    const ticket = ++this.ticket;
    if (!text) {
      this.clear();
      return false;
    }
    const answer = await getJson(`${this.url}?${new URLSearchParams({ q: text })}`);
    if (!answer || ticket !== this.ticket) return false;
    this.#show(answer.hits);
    this.said.textContent = answer.hits.length ? "" : this.words.no_poem;
    return true;
  }

  #hit(hit) {
    const note = `${fill(this.words.poem_number, { n: hit.poem })} · ${this.words[hit.state]}`;
    const kimariji = h("b", { class: "verse kimariji", lang: "ja" }, hit.kimariji);
    const kami = h("span", { class: "verse", lang: "ja" }, hit.kami);
    const small = h("span", { class: "small soft" }, note);
    const take = () => this.#take(hit);
    return h("li", {}, h("button", { type: "button", class: "button hit", disabled: !hit.can_come, onclick: take }, kimariji, kami, small));
  }

  async #take(hit) {
    this.#leave();
    const view = await this.choose(hit.poem);
    if (view) toast(fill(this.words.comes_next, { poem: `${hit.kimariji} (${hit.poem})` }));
  }
}
