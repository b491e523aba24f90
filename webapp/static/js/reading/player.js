/**
 * The player: performs one call of a reading after the other on the audio clock, and tells what was heard when.
 *
 * A call is everything between two pauses for playing: in a competition the previous card's lower half, the gap and the
 * next card's upper half. Its sounds are laid on the clock as soon as they are decoded, ahead of their time; no timer
 * starts or stops a sound.
 */

import { heardAt } from "./clock.js";
import { gainOf, level } from "./level.js";
import { FADE, LEAD, RATE, Run, alarm } from "./run.js";

/** Seconds of silence before a reading's first sound: loudspeakers that sleep lose what comes at once. */
const WAKE = 0.6;
/** Hertz and full-scale level of the tone that keeps a wireless loudspeaker awake; digital silence does not. */
const HUM = 30;
const HUM_LEVEL = 0.001;

/**
 * @typedef {object} Segment  One half of a call, as the server plans it; samples from the call's first one.
 * @property {number} place
 * @property {string} clip         the clip's address, without the ending
 * @property {number} voice_start
 * @property {number} voice_end
 * @property {number | null} deciding  after how many morae the card counts as read; 0: at the end, null: not here
 *
 * @typedef {{number: number, segments: Segment[]}} Call
 *
 * @typedef {object} Listener  All are called on the audio clock, a few milliseconds after the fact.
 * @property {(call: Call, segment: Segment, heard: import("./clock.js").Heard) => void} began
 * @property {(call: Call, segment: Segment, heard: import("./clock.js").Heard) => void} ended
 * @property {(call: Call, heard: import("./clock.js").Heard) => void} deciding
 * @property {(call: Call, heard: import("./clock.js").Heard) => void} over
 * @property {(call: Call, seconds: number) => void} slipped  a clip came too late
 * @property {() => void} interrupted  the system took the sound away
 */

export class Player {
  /**
   * @param {{load: (address: string) => Promise<import("./clips.js").Clip>}} clips
   * @param {Listener} listener
   */
  constructor(clips, listener) {
    this.clips = clips;
    this.listener = listener;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {Run | null} */
    this.run = null;
    /** @type {Call | null} */
    this.call = null;
  }

  /**
   * Let the page sound; a browser allows it only in answer to a tap or a key.
   * @param {() => AudioContext} [make]
   */
  async unlock(make = () => new AudioContext({ sampleRate: RATE, latencyHint: "playback" })) {
    if (!this.context) {
      this.context = make();
      this.awake = this.context.currentTime + WAKE;
      this.output = new GainNode(this.context, { gain: gainOf(level()) });
      this.output.connect(this.context.destination);
      this.context.addEventListener("statechange", () => this.#stateChanged());
      this.context.addEventListener("error", () => this.#stateChanged());
    }
    if (this.context.state !== "running") {
      await this.context.resume();
      this.awake = this.context.currentTime + WAKE;
    }
    this.unlocked = true;
  }

  /** Whether the page may sound now. */
  get sounds() {
    return this.context?.state === "running";
  }

  /** Whether a call is being performed or laid ready. */
  get busy() {
    return this.run !== null;
  }

  /** The context's time, in seconds. */
  get now() {
    return this.context.currentTime;
  }

  /**
   * Perform a call from a position: its first voice at a time, or as soon as its first sound is there.
   * @param {Call} call
   * @param {number} [from]       position in samples
   * @param {number} [voiceAt]    the context's time for the first voice
   */
  async perform(call, from = 0, voiceAt = 0) {
    this.hold();
    const rest = call.segments.filter((segment) => segment.voice_end > from);
    if (rest.length === 0) return;
    let run = this.#begin(call, from, voiceAt && voiceAt - (rest[0].voice_start - from) / RATE);
    for (const segment of rest) {
      const { buffer, marks } = await this.clips.load(segment.clip);
      if (this.run !== run) return;
      const at = segment.voice_start - marks.voiceStart;
      run = this.#inTime(run, call, Math.max(at, run.from));
      run.add(at, buffer);
      this.#announce(run, call, segment, at, marks);
    }
  }

  /** Stop with a short fade; return the position that was reached, or null where nothing was being performed. */
  hold() {
    const run = this.run;
    this.run = null;
    return run ? Math.max(run.from, run.cut()) : null;
  }

  /** How loud the page is from now on, in dB. */
  setLevel(decibels) {
    this.output?.gain.setTargetAtTime(gainOf(decibels), this.now, FADE / RATE);
  }

  /**
   * Let a clip be heard by itself, for trying the sound.
   * @param {string} address
   */
  async tryOut(address) {
    const { buffer } = await this.clips.load(address);
    const source = new AudioBufferSourceNode(this.context, { buffer });
    source.connect(this.output);
    source.start(Math.max(this.now + LEAD, this.awake));
  }

  /**
   * Call back at a time of the context, unless `cancel` of what is returned was called before.
   * @param {number} time
   * @param {() => void} callback
   */
  at(time, callback) {
    let wanted = true;
    const source = alarm(this.context, this.output, time, () => wanted && callback());
    return {
      time,
      cancel() {
        wanted = false;
        source.stop();
      },
    };
  }

  /**
   * Keep a wireless loudspeaker from falling asleep in the gaps, by a tone too low and too soft to be heard.
   * @param {boolean} on
   */
  keepLoudspeakerAwake(on) {
    if (!this.context || Boolean(this.hum) === on) return;
    this.hum?.stop();
    this.hum = on ? new OscillatorNode(this.context, { frequency: HUM }) : null;
    this.hum?.connect(new GainNode(this.context, { gain: HUM_LEVEL })).connect(this.output);
    this.hum?.start();
  }

  #begin(call, from, wanted) {
    const earliest = Math.max(this.now + LEAD, this.awake);
    const frame = Math.ceil(Math.max(wanted, earliest) * this.context.sampleRate - 1e-3);
    this.call = call;
    this.run = new Run(this.context, this.output, frame / this.context.sampleRate, from);
    return this.run;
  }

  /** Return the run that can still take a sound at a position: the same, or a later one where the clip came late. */
  #inTime(run, call, position) {
    const late = this.now + LEAD / 2 - run.timeOf(position);
    if (late <= 0) return run;
    run.cut();
    if (position > run.from) this.listener.slipped(call, late);
    return this.#begin(call, position, 0);
  }

  #announce(run, call, segment, at, marks) {
    const { began, ended, deciding, over } = this.listener;
    const heard = (position) => heardAt(this.context, run.timeOf(position));
    const decided = segment.deciding && at + marks.morae[segment.deciding - 1][1];
    const last = segment === call.segments.at(-1);
    if (run.from <= segment.voice_start) {
      run.mark(segment.voice_start, () => began(call, segment, heard(segment.voice_start)));
    }
    if (decided > run.from) run.mark(decided, () => deciding(call, heard(decided)));
    run.mark(segment.voice_end, () => {
      const end = heard(segment.voice_end);
      if (segment.deciding === 0) deciding(call, end);
      ended(call, segment, end);
      if (!last) return;
      if (this.run === run) this.run = null;
      over(call, end);
    });
  }

  #stateChanged() {
    if (!this.unlocked || this.sounds || this.context.state === "closed") return;
    this.run?.drop();
    this.run = null;
    this.listener.interrupted();
  }
}
