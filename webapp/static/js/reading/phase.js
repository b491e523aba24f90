/** What a reading is doing, in words. */

import { fill } from "../dom.js";

/**
 * @param {any} view
 * @param {Record<string, string>} words
 * @returns {string}
 */
export function phaseWords(view, words) {
  if (view.abandoned) return words.no_sound;
  const half = words[view.poem === 0 ? `opener_${view.part}` : view.part] ?? words.speaking;
  const held = { device: words.held_device, voice: words.held_voice }[view.held_for] ?? words.held;
  const texts = {
    ready: view.opener ? words.ready : words.ready_plain,
    speaking: half,
    play: view.waiting ? words.waits : view.time_up ? words.time_up : words.play,
    held,
    done: words.done,
    stopped: words.stopped,
  };
  return texts[view.phase];
}

/**
 * How far a reading has come.
 * @param {any} view
 * @param {Record<string, string>} words
 * @returns {string}
 */
export function progressWords(view, words) {
  const read = fill(words.read_of, { n: view.read.length, total: view.total });
  return view.rounds > 1 ? `${read} · ${fill(words.round_of, { n: view.round, total: view.rounds })}` : read;
}
