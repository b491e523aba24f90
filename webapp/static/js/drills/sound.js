// What drills with sound share: the gate before the first one, at which all sounds are fetched, and the sound that is on.
//
//   if (!sounds.open) return sounds.gate(desk);      at the beginning of `ask`; it asks the question again afterwards
//   const heard = await sounds.hear(step, desk);     null where the question is gone by then
//   export const measured = sounds.measured;         so that presses carry their clocks
//   sounds.hush();                                   in `leave`

import { fill, h, write } from "../dom.js";
import { Ear, STEADY, measured as delayOf } from "./ear.js";

/** Seconds of silence before a sound, so that it comes as a read does. */
const BEFORE = 0.7;

/** All that may be heard of a step: also where it is asked in a harder way, and what is read before it is asked. */
const heardIn = (step) => [step.heard, ...(step.ticks ?? []).map((one) => one.heard), ...(step.harder ?? []).flatMap(heardIn)].filter(Boolean);

class Sounds {
  constructor() {
    this.open = false;
    this.ear = null;
    this.on = null;
    this.count = 0;
  }

  /** Fetch every sound of the run, say what is worth knowing of them, and wait for the tap that lets the page sound. */
  async gate(desk) {
    const { texts, page } = desk;
    const { url, speed, voices, delay } = page.whole.sound;
    const items = page.steps.flatMap(heardIn);
    const bar = h("progress", { max: String(items.length), value: "0", "aria-label": texts.sound_loading });
    const told = h("p", { role: "status" });
    const box = h("section", { class: "sound-gate" }, bar, told);
    desk.task("");
    desk.put(box);
    desk.choices.className = "choices";
    desk.choices.replaceChildren();
    this.ear ??= new Ear({ url, speed, voices });
    const say = (ready, total, offline) => {
      Object.assign(bar, { max: total, value: ready });
      write(told, offline ? texts.sound_offline : fill(texts.sound_loading, { ready, total }));
    };
    const trouble = this.trouble ?? (await this.ear.load(items, say));
    if (!box.isConnected) return;
    bar.remove();
    if (!items.some((item) => this.ear.has(item))) return write(told, [texts.sound_none, ...trouble.map((one) => one.message)].join(" "));
    write(told, texts.sound_ready);
    const notes = [...trouble.map((one) => this.#trouble(one, desk)), this.#delay(texts)];
    const credit = this.ear.credits.join("; ");
    if (credit) notes.push(fill(texts.sound_credit, { credit }));
    box.append(h("div", { class: "notes small soft" }, ...notes.map((note) => h("p", {}, note))));
    if (!this.measures) box.append(h("a", { class: "button", href: `${delay}?back=${encodeURIComponent(location.pathname)}` }, texts.sound_measure));
    desk.go(texts.sound_start, async () => {
      await this.ear.unlock();
      this.open = true;
      desk.next();
    });
  }

  /** Fetch every sound of a run that is not begun yet, so that its gate finds them. @param {any} page */
  async fetched(page) {
    const { url, speed, voices } = page.whole.sound;
    this.ear ??= new Ear({ url, speed, voices });
    this.trouble = await this.ear.load(page.steps.flatMap(heardIn));
  }

  /** Whether speed can be told: the delay was measured, and evenly enough. */
  get measures() {
    const { device, spread } = this.#known();
    return device !== null && spread <= STEADY;
  }

  /**
   * Play what a question is heard with.
   * @param {any} step
   * @param {any} desk
   * @param {{item?: any, after?: number}} [how]
   */
  async hear(step, desk, { item = step.heard, after = BEFORE } = {}) {
    const mine = ++this.count;
    if (!this.ear.sounds) {
      // the system took the sound away, as for a call: only a tap brings it back
      this.open = false;
      await this.gate(desk);
      return null;
    }
    if (!this.ear.has(item)) {
      desk.say(desk.texts.sound_broken, "wrong");
      desk.broken();
      return null;
    }
    const heard = await this.ear.play(item, { after });
    if (mine !== this.count) {
      heard.stop();
      return null;
    }
    this.on = heard;
    heard.over.then(() => {
      if (!heard.broken || this.on !== heard) return;
      desk.broken();
      desk.say(desk.texts.sound_broken, "wrong");
    });
    return heard;
  }

  /** Let a card be heard once more, for comparing; nothing is measured by it. */
  async again(item) {
    this.hush();
    if (!this.ear.has(item)) return;
    await this.ear.play({ ...item, stop: "kimariji_end", cut: null }, { after: 0.1 });
  }

  /** What a press says of the sound that is on; without a press, what was heard. */
  measured = (_step, event) => {
    if (!this.on) return {};
    const { rt_ms, sound } = this.on.at(event);
    return event.timeStamp === undefined ? { rt: null, heard: { ...sound, press_clock_ms: null } } : { rt: rt_ms, heard: sound };
  };

  hush() {
    this.count += 1;
    this.on = null;
    this.ear?.playing?.stop();
  }

  #known() {
    return delayOf(this.ear?.clock?.latency ?? 0);
  }

  #delay(texts) {
    const { own, spread, device } = this.#known();
    if (device === null) return texts.sound_unmeasured;
    if (spread > STEADY) return fill(texts.sound_unsteady, { spread });
    return fill(texts.sound_measured, { device, ms: own < 0 ? `−${-own}` : `+${own}`, spread });
  }

  #trouble({ voice, message, cards }, desk) {
    if (message) return fill(desk.texts.sound_refused, { voice, message });
    const names = cards.map((card) => desk.page.names[card]?.kimariji ?? card).join(" · ");
    return fill(desk.texts.sound_lacking, { voice, cards: names });
  }
}

export const sounds = new Sounds();
