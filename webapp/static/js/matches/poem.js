/** The poem being read, as the referee sees it: its sound, its words, and where its card lies. */

import { h } from "../dom.js";
import { poemText, torifuda } from "./torifuda.js";

export class PoemStrip {
  /** @param {HTMLElement} root @param {Map<number, any>} faces @param {Record<string, string>} words */
  constructor(root, faces, words) {
    Object.assign(this, { root, faces, words });
    this.key = "";
  }

  /** @param {any} view */
  draw(view) {
    const { read } = view;
    const key = JSON.stringify([read, view.stage, view.reader, read && view.kimariji[read.card]]);
    if (key === this.key) return;
    this.key = key;
    this.root.classList.toggle("empty", !read);
    if (!read) {
      this.root.replaceChildren(h("span", { class: "soft" }, view.reader || this.words.no_poem_yet));
      return;
    }
    const face = this.faces.get(read.card);
    const where = h("span", { class: "where", data: { where: read.where } }, read.place);
    this.root.replaceChildren(h("span", { class: "sound-now", lang: "ja" }, read.kimariji), this.text(face), where);
  }

  /** @param {any} face */
  text(face) {
    return poemText(face);
  }

  /** @param {any} face */
  card(face) {
    const card = torifuda(face);
    card.classList.add("large");
    card.disabled = true;
    return card;
  }
}
