/** What a page of a reading says in passing, and whether it is connected. */

import { write } from "../dom.js";

const STAYS = 6000;
let timer = 0;

/**
 * Say something that does not stay.
 * @param {string} message
 */
export function toast(message) {
  const notice = /** @type {HTMLElement} */ (document.getElementById("notice"));
  clearTimeout(timer);
  notice.textContent = message;
  notice.hidden = false;
  timer = setTimeout(() => (notice.hidden = true), STAYS);
}

/** @param {string} state  "online", "offline", "reconnected" or "waiting" */
export function connection(state) {
  const shown = /** @type {HTMLElement} */ (document.getElementById("connection"));
  shown.dataset.state = state === "offline" || state === "waiting" ? state : "online";
  write(shown, shown.dataset[state] ?? "");
}
