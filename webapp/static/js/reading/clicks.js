/** Clicks on the audio clock, for measuring a delay: by taps, or by a microphone. */

import { CLICKS, INTERVAL } from "./calibrate.js";

/** Seconds before the first click, and after the last one in which an answer may still come. */
const FIRST = 1;
const LAST_ANSWER = 1;

/**
 * Lay the clicks on the clock.
 * @param {AudioContext} context
 * @param {AudioNode} output
 * @returns {number[]} their times on the context's clock
 */
export function layClicks(context, output) {
  const { sampleRate } = context;
  const buffer = new AudioBuffer({ length: Math.round(sampleRate * 0.03), sampleRate });
  const sound = buffer.getChannelData(0);
  for (let i = 0; i < sound.length; i++) sound[i] = 0.5 * Math.sin((2 * Math.PI * 1500 * i) / sampleRate) * (1 - i / sound.length);
  const start = context.currentTime + FIRST;
  return Array.from({ length: CLICKS }, (_, n) => {
    const at = start + (n * INTERVAL) / 1000;
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(output);
    source.start(at);
    return at;
  });
}

/**
 * Call back along the way; resolves when the last answer may have come.
 * @param {AudioContext} context
 * @param {number[]} times
 * @param {(n: number, total: number) => void} told
 */
export function clicksOver(context, times, told) {
  return /** @type {Promise<void>} */ (
    new Promise((done) => {
      const look = setInterval(() => {
        told(times.filter((time) => time <= context.currentTime).length, times.length);
        if (context.currentTime < times.at(-1) + LAST_ANSWER) return;
        clearInterval(look);
        done();
      }, 100);
    })
  );
}
