/** Before the first poem: how long cards are still memorised, and the fingerprint of the order, as the reading says. */

import { h, write } from "../dom.js";
import { HallLine } from "../reading/hall_line.js";

const ASK = 10000;
/** Hexadecimal digits of the fingerprint that are shown; the page that it leads to has all. */
const DIGITS = 8;

/**
 * Return the line, which keeps itself up to date until the reading has begun.
 * @param {{stateUrl: string, proofUrl: string}} reading
 * @param {Record<string, string>} words
 * @returns {HTMLElement}
 */
export function hallLine({ stateUrl, proofUrl }, words) {
  const code = h("code");
  const clock = h("span", { hidden: true }, `${words.memorisation} `, h("time", { class: "number", role: "timer" }));
  const root = h("p", { class: "hall-line small soft", hidden: true }, clock, h("a", { href: proofUrl }, `${words.fingerprint} `, code));
  const line = new HallLine(root);
  const timer = setInterval(() => document.hidden || ask(), ASK);

  async function ask() {
    const answer = await fetch(stateUrl, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer?.ok) return;
    const view = await answer.json();
    write(code, `${view.commitment.slice(0, DIGITS)}…`);
    line.draw(view);
    root.hidden = view.phase !== "ready";
    if (root.hidden) clearInterval(timer);
  }

  ask();
  return root;
}
