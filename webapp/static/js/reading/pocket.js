/**
 * The pocket: one sound file that an audio element plays, also behind a locked screen.
 *
 * Where the sound is in the file decides what has been read; the page only says how far it is. The server answers where
 * the sound should be: that it must wait at a call, go on to one, or that the rest of the reading has changed and a new
 * file takes its place. A page that slept says once how far the sound has come, and everything is caught up.
 */

/** Samples a second of every file. */
export const RATE = 48000;
const TICK = 200;
/** Milliseconds after which the page speaks up although nothing has happened, and when it waits at a call. */
const BEAT = 2000;
const ASK_AGAIN = 1000;
const TRY_AGAIN = 1500;
/** Seconds by which a player may be off before it is moved, and by which somebody's finger moves it. */
const SLACK = 0.3;
const JUMP = 1;
const QUIET = new URL("../../sound/quiet.flac", import.meta.url);

/** @param {HTMLMediaElement} audio */
export function coding(audio) {
  return audio.canPlayType("audio/mpeg") === "" ? "wav" : "mp3";
}

export class Pocket {
  /**
   * @param {HTMLAudioElement} audio
   * @param {string} url    where reels are wound
   * @param {string} owner  the page's secret name
   * @param {import("./line.js").Line} line
   * @param {object} show
   * @param {(answer: any) => void} show.heard   after each answer
   * @param {(message: string) => void} show.trouble
   */
  constructor(audio, url, owner, line, show) {
    Object.assign(this, { audio, url, owner, line, show });
    /** @type {any} */
    this.reel = null;
    /** @type {any} */
    this.answer = null;
    this.playing = false;
    this.moving = false;
    this.position = 0;
    this.spoke = 0;
    this.said = 0;
    this.busy = null;
    audio.addEventListener("timeupdate", () => this.#tick());
    audio.addEventListener("pause", () => this.#paused());
    audio.addEventListener("seeking", () => this.#sought());
    audio.addEventListener("seeked", () => (this.moving = false));
    audio.addEventListener("ended", () => this.report());
    audio.addEventListener("error", () => this.#broken());
    setInterval(() => this.#tick(), TICK);
    document.addEventListener("visibilitychange", () => document.hidden || this.report());
  }

  /** How far the sound is, in samples of the file. */
  get sample() {
    return this.reel ? Math.round(this.audio.currentTime * RATE) : 0;
  }

  /** Take the sound and read on, in answer to a tap. */
  async begin() {
    // a phone lets an element sound that began in a tap, and goes on to trust it
    this.audio.src = QUIET.href;
    this.audio.loop = true;
    await this.audio.play();
    const view = await this.line.send({ do: "take", owner: this.owner, pocket: true });
    if (!view) return this.audio.pause();
    if (view.phase === "held" && !view.waiting) await this.line.send({ do: "resume", from_shimo: true });
    await this.wind();
  }

  /** Stand still: the sound at once, the reading as soon as it hears of it. */
  async hold() {
    this.#still();
    await this.report();
    await this.line.send({ do: "hold" });
    await this.report();
  }

  /** Go on where it was held, in answer to a tap or a key. */
  async resume(fromShimo = false) {
    await this.line.send({ do: "resume", from_shimo: fromShimo });
    await this.report();
  }

  /** @param {string} name  of a wish that needs no more words */
  async wish(name) {
    await this.report();
    await this.line.send({ do: name });
    await this.report();
  }

  /** Get the file of what is left of the reading, and play it from where the sound is. */
  async wind() {
    const at = this.reel ? { reel: this.reel.reel, sample: this.sample } : {};
    const { status, body } = await post(this.url, { owner: this.owner, coding: coding(this.audio), ...at });
    if (status !== 200) return this.#notWound(status, body);
    this.reel = body;
    this.answer = null;
    this.audio.loop = false;
    this.audio.src = body.url;
    this.#move(body.sample);
    await this.report();
  }

  /** Say how far the sound is, and do what the answer says. One word at a time; a later one waits for it. */
  async report() {
    while (this.busy) await this.busy;
    if (!this.reel) return;
    this.busy = this.#say();
    await this.busy;
    this.busy = null;
  }

  async #say() {
    const { reel, sample } = this;
    this.spoke = performance.now();
    this.said = sample;
    const { status, body } = await post(reel.hearUrl, { owner: this.owner, sample });
    if (reel !== this.reel) return;
    if (status === 422) return this.#lost(body);
    if (status !== 200) return;
    this.line.learn(body.state);
    this.answer = body;
    if (body.void) {
      this.busy = null;
      if (!["done", "stopped"].includes(body.state.phase)) return this.wind();
    }
    this.#obey(body);
    this.show.heard(body);
  }

  #obey({ state, low, stop }) {
    if (stop !== null) {
      this.#still();
      return this.#move(stop);
    }
    if (low > this.sample + SLACK * RATE) this.#move(low);
    const paused = ["play", "ready"].includes(state.phase);
    if (state.phase === "speaking" || (paused && !state.waiting)) this.#play();
    else this.#still();
  }

  #play() {
    if (this.playing && !this.audio.paused) return;
    this.playing = true;
    this.audio.play().catch(() => {
      this.playing = false;
      this.show.trouble("blocked");
    });
  }

  #still() {
    this.playing = false;
    this.audio.pause();
  }

  #move(sample) {
    this.moving = true;
    this.position = sample / RATE;
    this.audio.currentTime = this.position;
  }

  #tick() {
    if (!this.reel || this.busy) return;
    if (!this.moving && !this.audio.seeking) this.position = this.audio.currentTime;
    const silent = performance.now() - this.spoke;
    const mark = (this.answer?.marks ?? []).some((mark) => this.said < mark && mark <= this.sample);
    if (mark || silent > (this.answer?.stop ? ASK_AGAIN : BEAT)) this.report();
  }

  /** The system took the sound away, as it does for a call: that is a hold. */
  #paused() {
    if (!this.playing || this.audio.ended || this.moving) return;
    this.hold();
  }

  /** Somebody moved the lock screen's slider: nobody listens ahead, and nothing is skipped by a finger. */
  #sought() {
    if (this.moving || !this.reel) return;
    if (Math.abs(this.audio.currentTime - this.position) > JUMP) this.#move(Math.round(this.position * RATE));
  }

  #broken() {
    if (!this.reel) return;
    this.show.trouble("no_file");
    setTimeout(() => this.reel && this.wind(), TRY_AGAIN);
  }

  #notWound(status, body) {
    if (status === 422) return this.#lost(body);
    setTimeout(() => this.wind(), TRY_AGAIN);
  }

  /** The sound is no longer this page's. */
  #lost(body) {
    this.#still();
    this.reel = null;
    this.line.ask();
    this.show.trouble(body?.message ?? "lost");
  }
}

/**
 * @param {string} url
 * @param {any} value
 * @returns {Promise<{status: number, body: any}>} status 0 where no answer came
 */
async function post(url, value) {
  const token = document.querySelector('meta[name="csrf-token"]').content;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token },
      body: JSON.stringify(value),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return { status: 0, body: null };
  }
}
