/**
 * What this browser knows of the delay of its sound, by the name of what it plays through. Wireless headphones add 100
 * to 300 ms that no system tells, so times that are measured against the sound need it.
 *
 * @typedef {{ms: number, spread: number, how: "tapped" | "measured" | "typed", at: number, latency?: number}} Measured
 *   latency: what the browser itself said of the output at that time
 */

const KEY = "sound|delays";

/** @returns {{used: string | null, known: Record<string, Measured>}} */
export function delays() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    const known = Object.fromEntries(Object.entries(kept?.known ?? {}).filter(([, one]) => Number.isFinite(one?.ms)));
    return { used: kept?.used in known ? kept.used : null, known };
  } catch {
    return { used: null, known: {} };
  }
}

/** Keep a delay, and count with it from now on. @param {string} name @param {Measured} measured */
export function keepDelay(name, measured) {
  const { known } = delays();
  store({ used: name, known: { ...known, [name]: measured } });
}

/** Count with this delay, or, for null, with none. @param {string | null} name */
export function useDelay(name) {
  store({ ...delays(), used: name });
}

/** @param {string} name */
export function forgetDelay(name) {
  const { used, known } = delays();
  delete known[name];
  store({ used: used === name ? null : used, known });
}

/** Milliseconds by which what this page plays is heard later than the browser says. */
export function ownDelay() {
  const { used, known } = delays();
  return used === null ? 0 : Math.max(0, known[used].ms);
}

function store(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // a forbidden storage: it is measured again next time
  }
}
