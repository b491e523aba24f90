/** The microphone, without anything that a browser would do to make a voice on the telephone clearer. */

const RATE = 48_000;
/** Seconds from before the start that are kept: a reader who begins early is not cut. */
const BEFORE = 0.4;
const LONGEST = 60;

export class Microphone {
  /** @param {(peak: number, recording: boolean) => void} heard  called with each block's peak, 0 to 1 */
  constructor(heard) {
    this.heard = heard;
    this.recording = false;
    /** @type {Float32Array[]} */
    this.blocks = [];
  }

  /** Whether this browser lets a page of this address listen at all. */
  static get possible() {
    return isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia) && "AudioWorkletNode" in globalThis;
  }

  /** Ask for the microphone and begin to listen; raises what the browser says. */
  async open() {
    const wanted = { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    const stream = await navigator.mediaDevices.getUserMedia({ audio: wanted });
    this.context = new AudioContext({ sampleRate: RATE });
    await this.context.audioWorklet.addModule(new URL("microphone.worklet.js", import.meta.url));
    const node = new AudioWorkletNode(this.context, "microphone", { channelCount: 1, channelCountMode: "explicit" });
    node.port.addEventListener("message", (event) => this.#block(event.data));
    node.port.start();
    new MediaStreamAudioSourceNode(this.context, { mediaStream: stream }).connect(node);
    // without a way to the loudspeaker some browsers let a node sleep; nothing is heard of it
    node.connect(new GainNode(this.context, { gain: 0 })).connect(this.context.destination);
    if (this.context.state !== "running") await this.context.resume();
  }

  /** Begin to keep what is heard. */
  start() {
    this.recording = true;
    this.blocks = this.blocks.slice(-Math.ceil((BEFORE * RATE) / 1920));
  }

  /** Stop, and return what was heard as a WAV file. @returns {Blob} */
  stop() {
    this.recording = false;
    return wav(this.blocks, RATE);
  }

  /** Seconds that were kept so far. */
  get seconds() {
    return this.blocks.reduce((sum, block) => sum + block.length, 0) / RATE;
  }

  #block(block) {
    this.blocks.push(block);
    if (!this.recording) this.blocks = this.blocks.slice(-Math.ceil((BEFORE * RATE) / 1920));
    let peak = 0;
    for (const sample of block) peak = Math.max(peak, Math.abs(sample));
    this.heard(peak, this.recording);
  }

  /** Whether so much was kept that nobody reads any more. */
  get full() {
    return this.seconds > LONGEST;
  }
}

/** A WAV file of 16 bits, mono. @param {Float32Array[]} blocks @param {number} rate */
function wav(blocks, rate) {
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  const view = new DataView(new ArrayBuffer(44 + 2 * length));
  const text = (at, word) => [...word].forEach((sign, i) => view.setUint8(at + i, sign.charCodeAt(0)));
  text(0, "RIFF");
  view.setUint32(4, 36 + 2 * length, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, 2 * rate, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, 2 * length, true);
  let at = 44;
  for (const block of blocks) {
    for (const sample of block) {
      view.setInt16(at, Math.max(-32768, Math.min(32767, Math.round(sample * 32768))), true);
      at += 2;
    }
  }
  return new Blob([view], { type: "audio/wav" });
}
