/** The verse that is to be read: large, with the readings of its characters. */

import { fill, h } from "../dom.js";
import { get } from "./send.js";

const AGAIN = 1500;

/** The anthology, however long the line needs for it. @param {string} url */
export async function anthology(url) {
  for (;;) {
    const found = await get(url);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

/** Draw a half of a poem. @param {HTMLElement} root @param {any} poem @param {"kami"|"shimo"} part */
export function drawVerse(root, poem, part) {
  const lines = part === "kami" ? poem.lines.slice(0, 3) : poem.lines.slice(3);
  const kana = part === "kami" ? poem.kana.slice(0, 3) : poem.kana.slice(3);
  root.replaceChildren(
    ...lines.map((pieces, place) =>
      h(
        "span",
        { class: "line" },
        h("span", { class: "kanji" }, ...pieces.map(([text, over]) => (over ? h("ruby", {}, text, h("rt", {}, over)) : text))),
        h("span", { class: "kana" }, kana[place]),
      ),
    ),
  );
}

/** A half's name. @param {string} key @param {Record<string, string>} words */
export function halfName(key, words) {
  const [number, part] = key.split("-");
  return Number(number) === 0 ? words[`opener_${part}`] : fill(words[part], { number: Number(number) });
}
