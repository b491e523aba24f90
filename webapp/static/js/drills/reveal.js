/** What is read, in silence: the kana of the opening appear one by one, at about the pace of speech. */

const PACE_MS = 220;

/**
 * Show the kana of a read one after another; a screen reader gets the part that decides at once.
 * @param {{kana: string[], decides: number}} read
 * @param {HTMLElement} shown
 * @param {HTMLElement} spoken
 * @returns {() => void}  stops it
 */
export function reveal(read, shown, spoken) {
  let count = 0;
  const timers = [];
  spoken.textContent = read.kana.slice(0, Math.max(read.decides, 3)).join("");
  const next = () => {
    shown.textContent = read.kana.slice(0, ++count).join("");
    if (count < read.kana.length) timers.push(setTimeout(next, PACE_MS));
  };
  next();
  return () => timers.forEach(clearTimeout);
}
reveal.pace = PACE_MS;
