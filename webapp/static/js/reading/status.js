/** What the page says about itself: what is going on, how far it is, where the sound is, and whether it is connected. */

import { fill, write } from "../dom.js";
import { connection, toast } from "./notice.js";
import { progressWords } from "./phase.js";

export class Status {
  /** @param {Document} root @param {Record<string, string>} words */
  constructor(root, words) {
    this.words = words;
    const find = (id) => root.getElementById(id);
    this.phase = find("phase");
    this.progress = find("progress");
    this.progressText = find("progress-text");
    this.clips = find("clips");
    this.clipsText = find("clips-text");
    this.sound = find("sound");
    this.seal = find("seal-shown");
    /** Whether the page offers another voice where one fails, and says there why. */
    this.offers = find("voice-trouble") !== null;
    this.lineTimer = 0;
  }

  /** @param {any} view @param {{owns: boolean, plays: boolean}} conductor */
  draw(view, conductor) {
    write(this.phase, this.#phase(view, conductor.late));
    this.phase.dataset.phase = view.phase;
    this.progress.max = Math.max(1, view.total);
    this.progress.value = view.read.length;
    write(this.progressText, progressWords(view, this.words));
    this.#clips(view);
    write(this.sound, this.#sound(view, conductor));
    this.sound.dataset.here = String(conductor.plays);
    if (view.seed && this.seal.hidden) {
      this.seal.querySelector("code").textContent = view.seed;
      this.seal.hidden = false;
    }
  }

  #phase(view, late) {
    const { words } = this;
    if (view.abandoned) return words.no_sound;
    const half = words[view.poem === 0 ? `opener_${view.part}` : view.part] ?? words.speaking;
    const held = { device: words.held_device, voice: words.held_voice }[view.held_for] ?? words.held;
    const texts = {
      ready: view.opener ? words.ready : words.ready_plain,
      speaking: half,
      play: this.#play(view, late),
      held,
      done: words.done,
      stopped: words.stopped,
    };
    return texts[view.phase];
  }

  /** While cards are taken; `late` when the reader would have gone on, had every table been done. */
  #play(view, late) {
    const names = view.tables.filter((table) => table.owes).map((table) => table.names);
    if (view.waiting) return this.words.waits;
    if (view.time_up) return this.words.time_up;
    return late && names.length ? fill(this.words.waits_for, { tables: names.join(", ") }) : this.words.play;
  }

  #clips(view) {
    const { ready, clips, fault } = view;
    this.clips.parentElement.hidden = fault ? this.offers : clips === 0 || ready >= clips;
    this.clips.max = Math.max(1, clips);
    this.clips.value = ready;
    write(this.clipsText, fault || fill(this.words.clips, { ready, total: clips }));
  }

  #sound(view, { owns, plays }) {
    if (plays) return this.words.sound_here;
    if (["done", "stopped"].includes(view.phase) || (view.phase === "ready" && !view.here)) return "";
    if (owns || !view.here) return this.words.no_sound;
    return fill(view.room ? this.words.in_room : this.words.silent, { place: view.label });
  }

  /** Say something that does not stay. */
  toast(message) {
    toast(message);
  }

  /** A clip is still being made. */
  waits() {
    this.toast(this.words.late);
  }

  /** Whether the screen stays on by itself. */
  screen(kept) {
    if (!kept) this.toast(this.words.screen);
  }

  /** @param {string} state  "online", "offline", "reconnected" or "waiting" */
  connection(state) {
    clearTimeout(this.lineTimer);
    connection(state);
    if (state === "reconnected") this.lineTimer = setTimeout(() => this.connection("online"), 4000);
  }
}
