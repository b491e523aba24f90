/** The poem on the stage: its yomifuda, the card that is taken, its sounds and what it says. */

import { h } from "../dom.js";

/**
 * @typedef {object} Poem
 * @property {number} number
 * @property {string} author
 * @property {[string, string][][]} lines  each line in pieces of text and the reading over it
 * @property {string[]} kana       by sound, in modern spelling
 * @property {string[]} romaji     by sound, line by line
 * @property {string[]} columns    of the torifuda, from right to left; none for the opener
 * @property {string} kimariji
 * @property {string} gloss
 */

export class Stage {
  /** @param {HTMLElement} root @param {Poem[]} poems @param {Record<string, string>} words */
  constructor(root, poems, words) {
    Object.assign(this, { root, poems, words });
    this.hidden = false;
    this.key = "";
    this.cards = root.querySelector(".cards");
    this.sounds = root.querySelector(".sounds-now");
    this.gloss = root.querySelector(".gloss");
    this.romaji = root.querySelector(".romaji");
  }

  /**
   * Show what is read, or what was read last.
   * @param {any} view
   */
  draw(view) {
    const poem = view.poem === null ? null : this.poems[view.poem];
    // while the text is hidden, a poem appears when its own sound is over
    const covered = this.hidden && view.phase === "speaking" && view.part === "kami" && view.poem !== 0;
    const key = JSON.stringify([view.poem, view.part, view.kimariji, covered]);
    if (key === this.key) return;
    this.key = key;
    this.root.toggleAttribute("data-covered", covered);
    this.root.toggleAttribute("data-empty", !poem);
    if (!poem) return this.#nothing();
    this.cards.replaceChildren(...[yomifuda(poem, view.part), torifuda(poem)].filter(Boolean));
    this.sounds.replaceChildren(...kana(poem, view.kimariji));
    this.romaji?.replaceChildren(...(covered ? [] : poem.romaji.flatMap((line) => [h("span", {}, line), " "])));
    this.gloss.textContent = covered ? "" : poem.gloss;
    this.gloss.hidden = covered;
  }

  #nothing() {
    this.cards.replaceChildren(back());
    this.sounds.replaceChildren();
    this.romaji?.replaceChildren();
    this.gloss.textContent = "";
  }
}

/** A yomifuda as it is printed: five columns from right to left, the author at the left. */
function yomifuda(poem, part) {
  const line = (pieces, index) =>
    h(
      "span",
      { class: index < 3 ? "kami" : "shimo", data: { now: String(part === (index < 3 ? "kami" : "shimo")) } },
      ...pieces.map(([text, reading]) => (reading ? h("ruby", {}, text, h("rt", {}, reading)) : text)),
    );
  return h(
    "div",
    { class: "yomifuda", lang: "ja" },
    h("p", { class: "verse" }, ...poem.lines.map(line)),
    h("p", { class: "author" }, poem.author.split(" · ")[0]),
  );
}

function torifuda(poem) {
  if (poem.columns.length === 0) return null;
  const columns = poem.columns.map((column) => h("span", {}, column));
  const face = h("span", { class: "face", "aria-hidden": "true" }, ...columns);
  return h("span", { class: "torifuda", lang: "ja", role: "img", "aria-label": poem.columns.join("") }, face);
}

/** The back of a yomifuda, before anything has been read. */
function back() {
  return h("div", { class: "yomifuda back", "aria-hidden": "true" });
}

/** The poem by sound, its kimari-ji marked. */
function kana(poem, kimariji) {
  const kami = poem.kana.slice(0, 3);
  const rest = kimariji ? kami[0].slice(kimariji.length) : kami[0];
  const decided = kimariji.length > kami[0].length ? [kami[0], kimariji.slice(kami[0].length)] : [kimariji];
  const second = decided[1] ? kami[1].slice(decided[1].length) : kami[1];
  const mark = (text) => (text ? h("b", { class: "kimariji" }, text) : null);
  const lines = [
    h("span", { class: "line" }, mark(decided[0]), rest),
    h("span", { class: "line" }, mark(decided[1]), second),
    h("span", { class: "line" }, kami[2]),
    h("span", { class: "line" }, poem.kana[3]),
    h("span", { class: "line" }, poem.kana[4]),
  ];
  return lines.flatMap((line) => [line, " "]);
}
