// A run that was made ready in a frame of the menu, or of the page before an exercise: it waits there, whole, until it
// is begun, with a connection or without. `ready.js` is the other side.

import { followed, guard } from "./elsewhere.js";

const frame = /** @type {HTMLIFrameElement|null} */ (window.frameElement);

// What is seen only later: a font is fetched when something is drawn in it.
const FONT = '1em "Naniwazu Kana"';

let resting = false;

/** Whether the frame is put away, so that nothing goes on in it. */
export const isResting = () => resting;

/** @param {() => void} act when the frame is put away */
export function onRest(act) {
  frame?.addEventListener("rest", () => {
    resting = true;
    act();
  });
  frame?.addEventListener("begin", () => (resting = false));
}

/** In a frame: fetch what is still missing, say that all is there, and wait for the beginning. @param {any} page */
export async function begun(page) {
  if (!frame) return;
  await Promise.all([document.fonts.load(FONT, "あ"), document.fonts.load(FONT, "山")]);
  frame.dispatchEvent(new CustomEvent("whole"));
  if (page.whole.sound) {
    const { sounds } = await import("./sound.js");
    await sounds.fetched(page);
  }
  const begin = new Promise((resolve) => frame.addEventListener("begin", resolve, { once: true }));
  frame.dispatchEvent(new CustomEvent("ready"));
  await begin;
}

/** In a frame: all of the run was sent, so the frame need not be kept for it. */
export function sent() {
  frame?.dispatchEvent(new CustomEvent("sent"));
}

/**
 * Whoever goes elsewhere leaves the frame: another page would have no room in it. Where the run has the window for
 * itself, it stays as long as nothing else would come.
 * @param {() => void} refused says so
 */
export function guarded(refused) {
  if (!frame) return guard(refused);
  addEventListener("click", (event) => {
    const link = followed(event);
    if (!link) return;
    event.preventDefault();
    frame.dispatchEvent(new CustomEvent("leave", { detail: link.href }));
  });
}
