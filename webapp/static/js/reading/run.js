/**
 * A run: one unbroken stretch of a call, laid on an audio context's own clock.
 *
 * Positions and lengths are whole samples at 48 kHz, counted from the call's first sample; a run begins at some position
 * of its call and ends when the call does or when it is cut. Works on an AudioContext and, for measuring, on an
 * OfflineAudioContext.
 */

/** Samples a second of every plan and clip. */
export const RATE = 48000;
/** Samples of the fade at a cut and after a resume: 5 ms, too short to hear and long enough not to click. */
export const FADE = 240;
/** Seconds between a decision and the first sample that can still obey it: the output is that far ahead of the page. */
export const LEAD = 0.03;

export class Run {
  /**
   * @param {BaseAudioContext} context
   * @param {AudioNode} output
   * @param {number} origin  the context's time in seconds at which `from` sounds
   * @param {number} from    the position it begins at; from the middle of a clip it fades in
   */
  constructor(context, output, origin, from = 0) {
    this.context = context;
    this.origin = origin;
    this.from = from;
    this.cutAt = null;
    this.sources = [];
    this.gain = new GainNode(context, { gain: 1 });
    this.gain.connect(output);
  }

  /** Return the context's time at which a position of the call sounds. */
  timeOf(position) {
    return this.origin + (position - this.from) / RATE;
  }

  /** Return the position that sounds at a time of the context, to the sample. */
  positionAt(time) {
    return this.from + Math.round((time - this.origin) * RATE);
  }

  /**
   * Lay a sound on the clock.
   * @param {number} at  position of its first sample; what lies before the run is left out
   * @param {AudioBuffer} buffer
   */
  add(at, buffer) {
    const source = new AudioBufferSourceNode(this.context, { buffer });
    source.connect(this.gain);
    const skipped = Math.max(0, this.from - at);
    if (skipped > 0) this.#fadeIn();
    source.start(this.timeOf(at + skipped), skipped / RATE);
    this.sources.push(source);
  }

  /**
   * Call back when a position has been reached and the run was not cut before it.
   * @param {number} position
   * @param {() => void} callback
   */
  mark(position, callback) {
    const time = this.timeOf(position);
    const marker = alarm(this.context, this.gain, time, () => {
      if (this.cutAt === null || time <= this.cutAt) callback();
    });
    this.sources.push(marker);
  }

  /**
   * Fade out and stop, as soon as can be or at a time; return the position at which it was cut.
   * @param {number} [time]
   */
  cut(time = this.context.currentTime + LEAD) {
    const end = time + FADE / RATE;
    this.cutAt = time;
    this.gain.gain.setValueAtTime(1, time);
    this.gain.gain.linearRampToValueAtTime(0, end);
    for (const source of this.sources) source.stop(end);
    return this.positionAt(time);
  }

  /** Be silent this moment, also on a context whose clock has stopped; return the position. */
  drop() {
    const position = this.cut(this.context.currentTime);
    this.gain.disconnect();
    return position;
  }

  #fadeIn() {
    this.gain.gain.setValueAtTime(0, this.origin);
    this.gain.gain.linearRampToValueAtTime(1, this.origin + FADE / RATE);
  }
}

/**
 * Call back when a time of the context has been reached. A page in the background has slow timers, but its sound goes
 * on, and so does this.
 * @param {BaseAudioContext} context
 * @param {AudioNode} output   any node that sounds; nothing is added to it
 * @param {number} time
 * @param {() => void} callback
 * @returns {ConstantSourceNode} stop it earlier, and it calls back then
 */
export function alarm(context, output, time, callback) {
  const source = new ConstantSourceNode(context, { offset: 0 });
  source.connect(output);
  source.onended = () => {
    source.disconnect();
    callback();
  };
  source.start(context.currentTime);
  source.stop(time);
  return source;
}
