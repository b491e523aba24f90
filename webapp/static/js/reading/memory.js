/** What this device was told once, where the browser keeps such things. */

/** @param {string} name @param {boolean} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`reading|${name}`, value ? "1" : "");
  } catch {
    // a forbidden storage: it is told again next time
  }
}

/** @param {string} name @returns {boolean} */
export function remembered(name) {
  try {
    return localStorage.getItem(`reading|${name}`) === "1";
  } catch {
    return false;
  }
}

/** Keep a word under a name. @param {string} name @param {string} word */
export function keep(name, word) {
  try {
    localStorage.setItem(`reading|${name}`, word);
  } catch {
    // as above
  }
}

/** The word kept under a name, or null. @param {string} name @returns {string | null} */
export function kept(name) {
  try {
    return localStorage.getItem(`reading|${name}`);
  } catch {
    return null;
  }
}

/** What this device was told, or `fallback` where it never was. @param {string} name @param {boolean} fallback */
export function recalled(name, fallback) {
  try {
    const found = localStorage.getItem(`reading|${name}`);
    return found === null ? fallback : found === "1";
  } catch {
    return fallback;
  }
}
