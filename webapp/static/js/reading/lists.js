/** Beside the stage: what changed, what was read, which tables follow. */

import { fill, h } from "../dom.js";

export class Lists {
  /** @param {HTMLElement} root @param {import("./stage.js").Poem[]} poems @param {Record<string, string>} words */
  constructor(root, poems, words) {
    Object.assign(this, { root, poems, words });
    this.changes = root.querySelector("#changes");
    this.read = root.querySelector("#read");
    this.tables = root.querySelector("#tables");
    this.noTables = root.querySelector("#no-tables");
    this.hand = root.querySelector("#hand-icon");
    this.keys = {};
  }

  /** @param {any} view */
  draw(view) {
    this.#when("changes", view.read.at(-1), () => this.changes.replaceChildren(...this.#changed(view.read.at(-1))));
    this.#when("read", view.read.length && view.read, () => {
      this.read.replaceChildren(...view.read.map((heard, index) => this.#heard(heard, index)).reverse());
    });
    const over = ["done", "stopped"].includes(view.phase);
    // the big screen has no list of tables
    if (this.tables) this.#when("tables", [view.tables, over], () => {
      this.noTables.textContent = over ? this.words.tables_gone : this.words.tables_none;
      this.tables.replaceChildren(...view.tables.map((table) => this.#table(table)));
      this.noTables.hidden = view.tables.length > 0;
    });
  }

  #when(name, value, draw) {
    const key = JSON.stringify(value ?? null);
    if (this.keys[name] === key) return;
    this.keys[name] = key;
    draw();
  }

  #changed(heard) {
    if (!heard) return [];
    if (heard.changes.length === 0) return [h("li", { class: "soft" }, this.words.no_change)];
    return heard.changes.map((change) => h("li", {}, ...this.#change(change)));
  }

  /** The sentence with each kimari-ji set as such. */
  #change({ before, after, because }) {
    const parts = { before: kimariji(before), after: kimariji(after), because: kimariji(this.poems[because].kimariji) };
    return this.words.change.split(/(\{\w+\})/).map((piece) => parts[piece.slice(1, -1)] ?? piece);
  }

  #heard({ poem, kimariji: sound, changes }, index) {
    const { lines, author } = this.poems[poem];
    const text = lines.slice(0, 1).flat().map(([piece]) => piece).join("");
    return h(
      "li",
      {},
      h("span", { class: "number soft" }, String(index + 1)),
      h("span", {}, kimariji(sound), h("span", { class: "verse", lang: "ja" }, text)),
      h("span", { class: "small soft" }, fill(this.words.poem_n, { n: poem }), " · ", author),
      changes.length ? h("span", { class: "small changed" }, ...changes.flatMap(short)) : null,
    );
  }

  #table({ names, url, hand_up: handUp, owes, never }) {
    const hand = handUp ? h("span", { class: "tag hand" }, this.hand.content.cloneNode(true), this.words.hand_up) : null;
    const more = owes ? h("span", { class: "tag" }, this.words[`owes_${owes}`]) : null;
    const sounds = never.map((card) => this.poems[card].kimariji).join(" ");
    const warning = sounds ? h("span", { class: "never small" }, this.words.never, " ", h("span", { class: "verse", lang: "ja" }, sounds)) : null;
    return h("li", {}, h("a", { href: url }, names), hand, more, warning);
  }
}

function kimariji(text) {
  return h("b", { class: "kimariji verse", lang: "ja" }, text);
}

function short({ before, after }) {
  return [h("span", { lang: "ja" }, `${before} → ${after}`), " "];
}
