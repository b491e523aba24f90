/**
 * Sound in a drill: upper halves played on the audio clock, and presses timed against what was heard of them.
 *
 *   const ear = new Ear({ url: "/drills/sound/clips", speed: 100 });
 *   const trouble = await ear.load(items, (ready, total, offline) => …);   // afterwards no network is needed
 *   await ear.unlock();                                                    // in answer to a tap or a key
 *   const heard = await ear.play(item, { after: 0.5 });                    // lays it on the clock
 *   const { rt_ms, sound } = heard.at(event);                              // what a press says, as the server keeps it
 *   heard.stop();  await heard.over;  heard.broken
 *
 * An item is what `webapp.hearing.views.heard_json` makes of a question: the card, the voice, where its sound stops, and
 * which kana decides it. A reaction time is the press's own time less the moment at which the decision point left the
 * loudspeaker, as far as that is known: the browser's latency and the delay that was measured are counted in. It may be
 * negative, and stays so.
 */

import { delays } from "../reading/delays.js";
import { gainOf, level } from "../reading/level.js";
import { LEAD, RATE, Run } from "../reading/run.js";
import { AudioClock } from "./audio_clock.js";

/** Milliseconds by which a decision point may be off at most; where it may be off by more there is none. */
export const SURE = 50;
/** Milliseconds of a delay's spread beyond which no speed is told. */
export const STEADY = 25;
/** Milliseconds by which the browser's own latency may differ from when the delay was measured. */
const OTHER_OUTPUT = 60;
/** Seconds of silence before the first sound: loudspeakers that sleep lose what comes at once. */
const WAKE = 0.6;
const AT_ONCE = 4;
const LINE_DOWN = 1500;
const CHANGED = "sound|changed";

/**
 * @typedef {object} Item
 * @property {number} card
 * @property {string} voice
 * @property {"runs_on" | "kimariji_end" | "cut"} stop
 * @property {number | null} cut   milliseconds after the decision point, for a cut sound
 * @property {number} length       of the kimari-ji, in kana: the last one decides
 * @property {boolean} vowel       whether only its vowel does
 *
 * @typedef {{key: string, hash: string, source: string, end: number, url: string, credit?: string,
 *   morae: [string, number, number, number, number][]}} Marks  milliseconds from the file's first sample
 *
 * @typedef {{message: string, voice: string, cards: number[]}} Trouble  what a voice cannot say, in words or by its cards
 */

export class Ear {
  /** @param {{url: string, speed?: number, voices?: string[]}} options  `voices`: those that may stand in for another */
  constructor({ url, speed = 100, voices = [] }) {
    Object.assign(this, { url, speed, voices });
    /** @type {Map<string, {marks: Marks, sound: ArrayBuffer, buffer?: Promise<AudioBuffer>}>} */
    this.shelf = new Map();
    /** @type {AudioContext | null} */
    this.context = null;
    this.playing = null;
    navigator.mediaDevices?.addEventListener?.("devicechange", otherOutput);
  }

  /** Whether the page may sound. */
  get sounds() {
    return this.context?.state === "running";
  }

  /**
   * Fetch all that these items need, however long that takes. What a voice cannot say is said by another of `voices`.
   * @param {Item[]} items
   * @param {(ready: number, total: number, offline: boolean) => void} [told]
   * @returns {Promise<Trouble[]>}
   */
  async load(items, told = () => {}) {
    /** @type {Trouble[]} */
    const trouble = [];
    const all = new Set(items.map((item) => `${item.voice} ${item.card}`));
    const before = this.shelf.size;
    const count = (offline = false) => told(Math.min(this.shelf.size - before, all.size), all.size, offline);
    for (const voice of new Set([...items.map((item) => item.voice), ...this.voices])) {
      const wanted = items.filter((item) => !this.#fit(item) && (item.voice === voice || trouble.some((one) => one.voice === item.voice)));
      const cards = [...new Set(wanted.map((item) => item.card))];
      if (cards.length === 0) continue;
      const message = await this.#fetch(voice, cards, count);
      const lacking = wanted.filter((item) => item.voice === voice && !this.#decision(voice, item)).map((item) => item.card);
      if (message || lacking.length) trouble.push({ voice, message, cards: [...new Set(lacking)] });
    }
    return trouble;
  }

  /** Whose voices have been fetched, in the words that must go with them. */
  get credits() {
    return [...new Set([...this.shelf.values()].map(({ marks }) => marks.credit).filter(Boolean))];
  }

  /** Whether an item can be heard, by its own voice or by another. @param {Item} item */
  has(item) {
    return this.#fit(item) !== null;
  }

  /** Let the page sound; a browser allows it only in answer to a tap or a key. */
  async unlock() {
    if (!this.context) {
      this.context = new AudioContext({ sampleRate: RATE, latencyHint: "interactive" });
      this.clock = new AudioClock(this.context);
      this.awake = this.context.currentTime + WAKE;
      this.output = new GainNode(this.context, { gain: gainOf(level()) });
      this.output.connect(this.context.destination);
      this.context.addEventListener("statechange", () => this.sounds || this.playing?.breakOff());
    }
    if (!this.sounds) {
      await this.context.resume();
      this.awake = this.context.currentTime + WAKE;
    }
  }

  /** Decode an item ahead of its time. @param {Item} item */
  async ready(item) {
    const voice = this.#fit(item);
    if (voice === null || !this.context) return;
    const clip = this.shelf.get(`${voice} ${item.card}`);
    clip.buffer ??= this.context.decodeAudioData(clip.sound.slice(0));
    await clip.buffer;
  }

  /**
   * Lay an item on the clock, as soon as can be or so many seconds from now.
   * @param {Item} item
   * @param {{after?: number}} [when]
   * @returns {Promise<Heard>}
   */
  async play(item, { after = 0 } = {}) {
    const from = this.context.currentTime;
    await this.ready(item);
    const voice = this.#fit(item);
    if (voice === null) throw new Error(`card ${item.card} cannot be heard`);
    const clip = this.shelf.get(`${voice} ${item.card}`);
    const buffer = await clip.buffer;
    // decoded again next time: a run of half a hundred clips would not fit into a phone otherwise
    clip.buffer = undefined;
    this.playing?.stop();
    const at = Math.max(from + after, this.context.currentTime + LEAD, this.awake);
    this.playing = new Heard(this, item, voice, clip.marks, buffer, Math.ceil(at * RATE) / RATE);
    return this.playing;
  }

  /** The voice that says an item: its own, or the first that can. @param {Item} item */
  #fit(item) {
    return [item.voice, ...this.voices].find((voice) => this.#decision(voice, item)) ?? null;
  }

  #decision(voice, item) {
    const mora = this.shelf.get(`${voice} ${item.card}`)?.marks.morae[item.length - 1];
    return mora !== undefined && mora[4] <= SURE;
  }

  async #fetch(voice, cards, told) {
    let left = cards;
    const query = (some) => `${this.url}?voice=${encodeURIComponent(voice)}&speed=${this.speed}&cards=${some.join(",")}`;
    const fetched = [];
    const queue = [];
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [card, marks] = next;
        const response = await get(marks.url, () => told(true));
        this.shelf.set(`${voice} ${card}`, { marks, sound: await response.arrayBuffer() });
        told();
      }
    };
    while (left.length > 0) {
      const response = await get(query(left), () => told(true));
      const answer = await response.json();
      if (!response.ok) return answer.message ?? response.statusText;
      queue.push(...Object.entries(answer.there));
      fetched.push(...Array.from({ length: Math.min(AT_ONCE, queue.length) }, work));
      left = answer.missing;
      told();
      if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, answer.again));
    }
    await Promise.all(fetched);
    return "";
  }
}

/** One sound as it is heard. */
export class Heard {
  constructor(ear, item, voice, marks, buffer, at) {
    const { context, output } = ear;
    Object.assign(this, { ear, item, voice, marks });
    const mora = marks.morae[item.length - 1];
    /** Milliseconds from the file's first sample. */
    this.decision = mora[item.vowel ? 2 : 1];
    this.kimarijiEnd = mora[3];
    /** The context's time of the file's first sample. */
    this.began = at;
    this.broken = false;
    this.run = new Run(context, output, at);
    this.ends = this.#end(buffer.duration * 1000);
    if (this.ends > 0) this.run.add(0, buffer);
    if (this.ends < buffer.duration * 1000) this.run.cut(at + Math.max(0, this.ends) / 1000);
    this.clock = ear.clock.follow();
    this.over = new Promise((done) => {
      this.done = done;
      // a mark on the run would be silent after a cut, and a cut is how most sounds here end
      const after = new Run(context, output, at);
      after.mark(Math.round((Math.max(0, this.ends) / 1000) * RATE), () => this.#ended());
    });
  }

  /** The page's time at which the decision point leaves the loudspeaker. */
  get decided() {
    return this.#pageTime(this.began + this.decision / 1000) + this.delay().own;
  }

  /** What of the delay the browser knows, what was measured on top of it, and how. */
  delay() {
    return { browser: this.ear.clock.latency, ...measured(this.ear.clock.latency) };
  }

  /**
   * Return what a press says, in the words of the server.
   * @param {{timeStamp: number}} event
   */
  at(event) {
    const { browser, own, source, spread } = this.delay();
    const delay = browser + own;
    const scheduled = this.#pageTime(this.began) - browser;
    const mora = this.marks.morae[this.item.length - 1];
    const byHand = this.marks.source !== "synthesiser" && mora[4] === 0;
    return {
      rt_ms: event.timeStamp - (scheduled + this.decision + delay),
      sound: {
        voice: this.voice,
        speed: this.ear.speed / 100,
        file_hash: this.marks.hash,
        decision_point_ms: this.decision,
        kimariji_end_ms: this.kimarijiEnd,
        label_source: byHand ? "hand" : this.marks.source,
        label_spread_ms: mora[4],
        audio_clock_ms: scheduled,
        press_clock_ms: event.timeStamp,
        output_delay_ms: delay,
        delay_source: source,
        delay_spread_ms: spread,
      },
    };
  }

  /** Be silent, with a short fade. */
  stop() {
    if (this.finished) return;
    this.run.cut();
    this.#ended();
  }

  /** The system took the sound away: what comes of it was not measured. */
  breakOff() {
    if (this.finished) return;
    this.broken = true;
    this.run.drop();
    this.#ended();
  }

  #ended() {
    if (this.finished) return;
    this.finished = true;
    this.clock.stop();
    if (this.ear.playing === this) this.ear.playing = null;
    this.done();
  }

  #end(whole) {
    const { stop, cut } = this.item;
    if (stop === "cut") return Math.min(whole, this.decision + cut);
    return stop === "kimariji_end" ? Math.min(whole, this.kimarijiEnd) : whole;
  }

  #pageTime(time) {
    return this.ear.clock.pageTime(time);
  }
}

/**
 * What was measured of the device beyond what the browser says: with its sign, since people tap a little early and their
 * presses come as much too soon. Of another output nothing is known.
 * @param {number} browser  the latency that the browser tells now, in milliseconds
 */
export function measured(browser) {
  const { used, known } = delays();
  const one = used === null ? null : known[used];
  if (!one || isStale(one, browser)) return { own: 0, source: browser > 0 ? "browser" : "none", spread: null, device: null };
  return { own: one.ms, source: one.how, spread: one.spread, device: used };
}

/** Whether the output has changed since a delay was measured. */
function isStale(one, browser) {
  if (one.latency !== undefined && browser > 0 && Math.abs(one.latency - browser) > OTHER_OUTPUT) return true;
  return changedAt() > one.at;
}

function changedAt() {
  try {
    return Number(localStorage.getItem(CHANGED) ?? 0);
  } catch {
    return 0;
  }
}

function otherOutput() {
  try {
    localStorage.setItem(CHANGED, String(Date.now()));
  } catch {
    // without storage no delay is kept either
  }
}

/** Fetch what is surely there; a line that is down is waited for. */
async function get(url, offline) {
  for (;;) {
    const response = await fetch(url, { headers: { Accept: "application/json, audio/*" } }).catch(() => null);
    if (response && response.status < 500) return response;
    offline();
    await new Promise((resolve) => setTimeout(resolve, LINE_DOWN));
  }
}
