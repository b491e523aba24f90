/** Saying which poem a human reader read: by its first kana, its number, romaji, or by tapping its card. */

import { fill, h, onPress } from "../dom.js";
import { getJson } from "./link.js";

const PAUSE = 120;
/** Milliseconds without an answer after which the page looks by itself. */
const PATIENCE = 2000;

export class Search {
  /**
   * @param {string} url
   * @param {Record<string, string>} words
   * @param {(card: number) => void} choose
   * @param {(text: string) => any[]} nearby  what the page finds without the server
   */
  constructor(url, words, choose, nearby) {
    Object.assign(this, { url, words, choose, nearby });
    this.ticket = 0;
    /** @type {any[]} */
    this.hits = [];
    this.input = /** @type {HTMLInputElement} */ (h("input", { type: "text", id: "poem-search", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "search", "aria-describedby": "search-said" }));
    this.list = h("ul", { class: "hits" });
    this.said = h("p", { class: "small soft", id: "search-said", "aria-live": "polite" });
    this.root = h("div", { class: "search" }, h("label", { for: "poem-search" }, words.which_poem), this.input, this.said, this.list);
    this.input.addEventListener("input", (event) => {
      // a word that is still being composed is not a question yet, but its kana are
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.#ask(), /** @type {any} */ (event).isComposing ? PAUSE * 2 : PAUSE);
    });
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) this.#enter();
      if (event.key === "ArrowDown") /** @type {HTMLElement|null} */ (this.list.querySelector("button"))?.focus();
      if (event.key === "Escape") this.clear();
    });
  }

  /** Take the first poem that is found: of the text as it stands, however fast it was typed. */
  async #enter() {
    if ((await this.#ask()) && this.hits.length) this.#take(this.hits[0]);
  }

  clear() {
    clearTimeout(this.timer);
    this.ticket += 1;
    this.input.value = "";
    this.hits = [];
    this.list.replaceChildren();
    this.said.textContent = "";
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
    const answer = await getJson(`${this.url}?${new URLSearchParams({ q: text })}`, PATIENCE);
    if (ticket !== this.ticket) return false;
    this.hits = answer?.hits ?? this.nearby(text);
    const none = answer ? this.words.no_poem : this.words.no_poem_offline;
    this.said.textContent = this.hits.length ? "" : none;
    this.list.replaceChildren(...this.hits.slice(0, 6).map((hit) => this.#hit(hit)));
    return true;
  }

  /** @param {any} hit */
  #hit(hit) {
    const note = hit.read ? this.words.already_read : hit.where;
    const small = [fill(this.words.poem_number, { number: hit.card }), note].filter(Boolean).join(" · ");
    const button = h("button", { type: "button", class: "button hit", disabled: hit.read }, h("b", { class: "verse kimariji", lang: "ja" }, hit.kimariji), h("span", { class: "verse", lang: "ja" }, hit.kami), h("span", { class: "small soft" }, small));
    onPress(button, () => this.#take(hit));
    return h("li", {}, button);
  }

  /** @param {any} hit */
  #take(hit) {
    if (hit.read) return;
    this.clear();
    this.choose(hit.card);
  }
}
