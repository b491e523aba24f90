/** Keys of the keyboard, and the play, pause and track keys of headphones and remote controls. */

import { onLockScreen } from "./media.js";

const QUIET = new URL("../../sound/quiet.flac", import.meta.url);

/** Which key does what; the page's list of keys is drawn from the same names. */
export const KEYS = {
  " ": "toggle",
  n: "next",
  ArrowRight: "next",
  l: "replay",
  ArrowLeft: "replay",
  b: "back",
  s: "skip",
  m: "learn",
  j: "jump",
  t: "hide",
  "?": "help",
};

/**
 * @param {Record<string, () => void>} act  by the names of KEYS
 */
export function listenForKeys(act) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const inside = /** @type {Element} */ (event.target).closest("input, select, textarea, dialog");
    // a focused button or link keeps its own keys
    const own = /** @type {Element} */ (event.target).closest("button, a, summary") && event.key === " ";
    const run = act[KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key]];
    if (!run || inside || own) return;
    event.preventDefault();
    run();
  });
}

/**
 * Let media keys work the reading. A browser gives them only to a page with a playing media element, so a silent one is
 * played; call this in answer to a tap.
 * @param {Record<string, () => void>} act  by name: toggle, next, replay
 */
export async function listenForMediaKeys(act) {
  if (!("mediaSession" in navigator) || listenForMediaKeys.element) return;
  const element = new Audio(QUIET.href);
  element.loop = true;
  listenForMediaKeys.element = element;
  const kept = (run) => () => {
    run();
    element.play().catch(() => {});
  };
  onLockScreen({ play: kept(act.toggle), pause: kept(act.toggle), next: kept(act.next), replay: kept(act.replay) });
  await element.play().catch(() => {});
}
