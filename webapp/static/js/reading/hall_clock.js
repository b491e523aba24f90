/** The clock of the memorisation time: counts on from what the server said, and calls the last two minutes and the end. */

import { write } from "../dom.js";
import { numberIn } from "../number.js";
import { recalled, remember } from "./memory.js";
import { announce, whenTouched } from "./announce.js";

const CALL = 120;
const TICK = 250;
/** Seconds within which a passed mark is still called: a page that was opened later says nothing. */
const FRESH = 5;

export class HallClock {
  /**
   * @param {HTMLElement} root
   * @param {Record<string, string>} words
   * @param {{helper: boolean, send: (wish: any) => Promise<any>, take: () => any, ended: () => void}} act
   */
  constructor(root, words, act) {
    Object.assign(this, { root, words, act });
    const find = (id) => root.querySelector(`#${id}`);
    this.face = find("clock-left");
    this.call = find("clock-call");
    this.aloud = find("clock-aloud");
    this.minutes = find("clock-minutes");
    this.thenStart = find("clock-then-start");
    this.buttons = [...root.querySelectorAll("[data-clock]")];
    this.clock = null;
    this.last = null;
    this.aloud.checked = recalled("clock-aloud", this.aloud.defaultChecked);
    this.aloud.addEventListener("change", () => remember("clock-aloud", this.aloud.checked));
    for (const button of this.buttons) button.addEventListener("click", () => this.#press(button.dataset.clock));
    this.thenStart?.addEventListener("change", () => this.clock?.from.running && this.#press("start"));
    whenTouched();
    setInterval(() => this.#tick(), TICK);
  }

  /** @param {any} view */
  draw(view) {
    const ready = view.phase === "ready";
    this.root.hidden = !ready || (!view.clock && this.buttons.length === 0);
    if (!view.clock || view.clock.running !== this.clock?.from.running) {
      // set anew: what was about to be called is forgotten
      this.last = null;
      this.call.textContent = "";
    }
    // the same word again is no new one: its seconds have been counted since
    const said = JSON.stringify(view.clock ?? null);
    if (said !== this.said) this.clock = view.clock ? { from: view.clock, at: performance.now() } : null;
    this.said = said;
    this.here = view.here;
    this.root.toggleAttribute("data-set", Boolean(view.clock));
    for (const button of this.buttons) button.hidden = !this.#useful(button.dataset.clock);
    if (this.minutes) this.minutes.closest("label").hidden = Boolean(view.clock);
    if (this.thenStart && view.clock) this.thenStart.checked = view.clock.then_start;
    this.#tick();
  }

  /** Seconds to go. */
  get left() {
    if (!this.clock) return null;
    const { left, running } = this.clock.from;
    return running ? Math.max(0, left - (performance.now() - this.clock.at) / 1000) : left;
  }

  #useful(name) {
    const clock = this.clock?.from;
    return { start: !clock?.running, pause: Boolean(clock?.running), reset: Boolean(clock) }[name];
  }

  async #press(name) {
    const thenStart = Boolean(this.thenStart?.checked);
    // who begins at the end must have the sound by then, and a browser gives it only in answer to a tap
    if (name === "start" && thenStart && !this.here) await this.act.take();
    const minutes = numberIn(this.minutes);
    if (!minutes) return;
    this.act.send({ do: "clock", act: name, minutes, then_start: thenStart });
  }

  #tick() {
    const { left } = this;
    if (this.root.hidden) return;
    const shown = left === null ? "" : clockText(left);
    write(this.face, shown);
    this.root.toggleAttribute("data-last", left !== null && left <= CALL);
    if (left !== null && this.clock.from.running && this.last !== null) {
      if (this.last > CALL && left <= CALL && left > CALL - FRESH) this.#say("two", this.words.two_minutes);
      if (this.last > 0 && left <= 0) this.#over();
    }
    this.last = left;
  }

  #over() {
    const { then_start: thenStart } = this.clock.from;
    this.#say("end", thenStart ? this.words.time_begin : this.words.time_over);
    if (thenStart && this.act.helper) this.act.ended();
  }

  #say(kind, text) {
    this.call.textContent = text;
    if (this.aloud.checked) announce(kind, text);
  }
}

/** @param {number} seconds @returns {string} minutes and seconds, the last one shown until it is over */
export function clockText(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
