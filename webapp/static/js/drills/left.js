// Runs that were left on this device: where they are, so that they can be gone on with, and what of their answers is
// not sent yet, so that it is sent from any page of the drills. Several may wait, as runs can be begun without network.

import { Outbox } from "../outbox.js";

const PREFIX = "drills-left|";
const AGAIN = "drills-again";

/** @typedef {{address: string, url: string, stream: string, day: string, over: boolean, at?: number}} Left */

/** Where a run is noted: by its exercise, and by its stream. */
const name = (key, stream) => `${PREFIX}${key}|${stream}`;

/** @returns {string[]} */
function names() {
  try {
    return Object.keys(localStorage).filter((one) => one.startsWith(PREFIX));
  } catch {
    return []; // no storage here
  }
}

/** @param {string} where @returns {any} */
function read(where) {
  try {
    return JSON.parse(localStorage.getItem(where) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} where @param {unknown} value `null` takes it out */
function write(where, value) {
  try {
    if (value) localStorage.setItem(where, JSON.stringify(value));
    else localStorage.removeItem(where);
  } catch {
    // no storage here
  }
}

/** Note a run by its exercise; `null` once it is over and all of it is sent. @param {Left|null} left */
export function remember(key, stream, left) {
  write(name(key, stream), left && { ...left, at: Date.now() });
}

/** The run of an exercise that was left on a day, the latest of them. @returns {Left|null} */
export function left(key, day) {
  const own = names().filter((one) => one === PREFIX + key || one.startsWith(`${PREFIX}${key}|`));
  const found = own.map(read).filter((one) => one && !one.over && one.day === day);
  return found.sort((one, other) => (other.at ?? 0) - (one.at ?? 0))[0] ?? null;
}

/**
 * Send what is still waiting of runs that were left; a run that is over is then forgotten.
 * @param {(stream: string) => void} [gone] told of a run that the server does not know any more
 * @param {string} [own] the stream of a run that sends by itself
 */
export function sendLeft(gone = () => {}, own = "") {
  for (const where of names()) {
    const found = read(where);
    if (own && found?.stream === own) continue;
    if (!found?.url?.startsWith("/drills/runs/")) {
      write(where, null);
      continue;
    }
    const forget = () => found.over && !box.waiting && write(where, null);
    // what the server does not know any more is gone, and so is the way back to it
    const refused = () => {
      write(where, null);
      gone(found.stream);
    };
    const box = new Outbox({ url: found.url, stream: found.stream, onStored: forget, onConflict: forget, onRefused: refused });
    forget();
  }
}

/** The exercise that was begun last, with what was chosen: it can be begun again. @typedef {{key: string, query: string}} Again */

/** @param {Again} again */
export const rememberAgain = (again) => write(AGAIN, again);

/** @returns {Again|null} */
export const lastExercise = () => read(AGAIN);

/** Keep nothing of any run, sent or not: its learner is erased. */
export function forgetAll() {
  try {
    for (const one of Object.keys(localStorage)) if (one.startsWith("outbox|drill:")) localStorage.removeItem(one);
  } catch {
    // no storage here
  }
  for (const one of names()) write(one, null);
  write(AGAIN, null);
}
