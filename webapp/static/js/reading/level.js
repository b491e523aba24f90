/** How loud this page is, in dB, remembered by the browser; 0 is the level that the voices are made at. */

const KEY = "sound|level";
const LOWEST = -30;
const HIGHEST = 4;
/** dB below which a level is worth a warning: a voice at -23 LUFS is then lost among people. */
export const LOW = -20;

/** @returns {number} */
export function level() {
  try {
    const kept = Number(localStorage.getItem(KEY) ?? 0);
    return Number.isFinite(kept) ? Math.min(HIGHEST, Math.max(LOWEST, kept)) : 0;
  } catch {
    return 0;
  }
}

/** @param {number} decibels */
export function keepLevel(decibels) {
  try {
    localStorage.setItem(KEY, String(decibels));
  } catch {
    // without storage it holds as long as the page does
  }
}

/** @param {number} decibels */
export function gainOf(decibels) {
  return 10 ** (decibels / 20);
}
