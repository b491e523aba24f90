/**
 * How late a device sounds, from clicks and what came of them: taps of a person, or the clicks in a microphone.
 *
 * Pure: times in milliseconds on one clock go in, a delay comes out. People tap a little ahead of a beat, so a tapped
 * delay is the device's and the person's together: right for comparing that person's times on that device.
 */

/** Clicks, milliseconds between two of them, and how many are for finding the beat. */
export const CLICKS = 20;
export const INTERVAL = 900;
export const WARM_UP = 2;
/** The fewest pairs that tell a delay, and the spread in milliseconds beyond which it tells none. */
export const FEWEST = 8;
export const STEADY = 25;

/**
 * @typedef {object} Delay
 * @property {number} ms      the median
 * @property {number} spread  a robust standard deviation: 1.4826 times the median distance from the median
 * @property {number} count   pairs it was taken from
 */

/**
 * Return by how much what was heard follows the clicks; null where too few belong to a click.
 * @param {number[]} clicks  when each click was to be heard, in order
 * @param {number[]} heard   when something came of it, in any order
 * @param {number} [interval]
 * @returns {Delay | null}
 */
export function delayOf(clicks, heard, interval = INTERVAL) {
  const found = [];
  for (const click of clicks.slice(WARM_UP)) {
    // a click is answered a little before it, or until well before the next
    const answers = heard.map((at) => at - click).filter((late) => late > -0.3 * interval && late <= 0.7 * interval);
    if (answers.length > 0) found.push(answers.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a)));
  }
  if (found.length < FEWEST) return null;
  const ms = median(found);
  const spread = 1.4826 * median(found.map((late) => Math.abs(late - ms)));
  return { ms: Math.round(ms), spread: Math.round(spread), count: found.length };
}

/**
 * Return where clicks begin in a recording, in seconds from its first sample: the first samples above a third of the
 * loudest, each after a quarter of a second of less.
 * @param {Float32Array} samples
 * @param {number} rate
 * @returns {number[]}
 */
export function onsets(samples, rate) {
  let loudest = 0;
  for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
  const out = [];
  let last = -Infinity;
  for (let at = 0; at < samples.length; at++) {
    if (Math.abs(samples[at]) < loudest / 3 || loudest === 0) continue;
    if (at - last > rate / 4) out.push(at / rate);
    last = at;
  }
  return out;
}

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
