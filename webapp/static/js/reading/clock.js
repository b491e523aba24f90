/** When a sample is heard: the audio clock in terms of the page's clock and the day's. */

import { ownDelay } from "./delays.js";

/**
 * @typedef {object} Heard
 * @property {number} context      time of the audio context, in seconds
 * @property {number} performance  the page's clock (`performance.now()`), in milliseconds
 * @property {number} epoch        milliseconds since 1970 by this machine's clock
 * @property {number} latency      what the output adds, in milliseconds: what the browser says of it, and what was
 *   measured on top; already counted in
 */

/**
 * Return when a time of the audio context leaves the loudspeaker, as far as that is known.
 * @param {AudioContext} context
 * @param {number} time
 * @param {number} [delay]  milliseconds that the browser knows nothing of
 * @returns {Heard}
 */
export function heardAt(context, time, delay = ownDelay()) {
  const latency = (context.outputLatency ?? context.baseLatency ?? 0) * 1000;
  const stamp = context.getOutputTimestamp?.();
  // before the first samples have gone out the stamp is zero and says nothing
  const reported = stamp?.performanceTime
    ? stamp.performanceTime + (time - stamp.contextTime) * 1000
    : performance.now() + (time - context.currentTime) * 1000 + latency;
  const performanceTime = reported + delay;
  return {
    context: time,
    performance: performanceTime,
    epoch: performance.timeOrigin + performanceTime,
    latency: latency + delay,
  };
}
