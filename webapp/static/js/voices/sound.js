/** The one sound of a page of voices: whoever begins to play ends what was playing, also in this browser's other tabs. */

import { fileType } from "../reading/clips.js";

const RATE = 48_000;
const others = new BroadcastChannel("naniwazu-preview");

/** @type {{stop: () => void} | null} */
let playing = null;
/** @type {AudioContext | null} */
let context = null;

others.addEventListener("message", () => stop());

/** Stop what sounds. */
export function stop() {
  playing?.stop();
  playing = null;
}

/** Whether something sounds. */
export function sounds() {
  return playing !== null;
}

/**
 * Fetch and decode a recording at 48 kHz, so that its samples are the server's.
 * @param {string} address  without the ending
 * @returns {Promise<AudioBuffer>}
 */
export async function load(address) {
  const response = await fetch(`${address}.${fileType()}`);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new OfflineAudioContext(1, 1, RATE).decodeAudioData(await response.arrayBuffer());
}

/**
 * Play a recording from one second to another; `over` is called when it ends, however it ends.
 * @param {AudioBuffer} buffer
 * @param {number} from
 * @param {number} to
 * @param {() => void} over
 * @returns {Promise<() => number>} tells the second that sounds now
 */
export async function play(buffer, from, to, over) {
  stop();
  others.postMessage("mine");
  context ??= new AudioContext({ sampleRate: RATE });
  if (context.state !== "running") await context.resume();
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(context.destination);
  const own = { stop: () => source.stop() };
  source.addEventListener("ended", () => {
    if (playing === own) playing = null;
    over();
  });
  const began = context.currentTime + 0.02;
  source.start(began, Math.max(0, from), Math.max(0.01, to - from));
  playing = own;
  return () => from + Math.max(0, context.currentTime - began);
}
