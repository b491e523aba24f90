/** How loud this page is, and the settings of a loudspeaker of the server. */

import { numberIn } from "../number.js";
import { keepLevel, level } from "./level.js";

const TYPED = { delay: "room-delay", lead_in: "room-lead" };
/** Milliseconds that a loudspeaker keeps in store: quick to answer, or safe on a busy machine. */
const STORES = { quick: 100, safe: 400 };

export class SpeakerSettings {
  /**
   * @param {HTMLElement} root
   * @param {import("./room.js").Room} room
   * @param {{say: (message: string) => void, changed: () => void}} hear
   */
  constructor(root, room, hear) {
    Object.assign(this, { room, hear });
    this.find = (id) => root.querySelector(`#${id}`);
    for (const [name, id] of Object.entries(TYPED)) {
      const field = this.find(id);
      field.addEventListener("change", () => {
        const number = numberIn(field);
        if (number !== null) this.#keep({ [name]: number });
      });
    }
    const trim = this.find("room-trim");
    trim.addEventListener("change", () => this.#keep({ trim: Number(trim.value) }));
    trim.addEventListener("input", () => (this.find("room-trim-now").textContent = inDecibels(Number(trim.value))));
    this.find("room-awake").addEventListener("change", (event) => this.#keep({ awake: event.target.checked }));
    this.find("room-quick").addEventListener("change", (event) =>
      this.#keep({ store: event.target.checked ? STORES.quick : STORES.safe }),
    );
  }

  /** Show the settings of the loudspeaker that is chosen. */
  show() {
    const { speaker } = this.room;
    if (!speaker) return;
    for (const [name, id] of Object.entries(TYPED)) this.find(id).value = String(speaker[name]);
    this.find("room-trim").value = String(speaker.trim);
    this.find("room-awake").checked = speaker.awake;
    this.find("room-quick").checked = speaker.store < STORES.safe;
    this.find("room-trim-now").textContent = inDecibels(speaker.trim);
  }

  async #keep(changes) {
    const message = await this.room.tune(changes);
    if (message) this.hear.say(message);
    this.show();
    this.hear.changed();
  }
}

/**
 * Let a slider set how loud this page is, now and the next time.
 * @param {HTMLInputElement} slider
 * @param {HTMLOutputElement} shown
 * @param {(decibels: number) => void} changed
 */
export function ownLevel(slider, shown, changed) {
  slider.value = String(level());
  shown.textContent = inDecibels(level());
  slider.addEventListener("input", () => {
    const decibels = Number(slider.value);
    keepLevel(decibels);
    shown.textContent = inDecibels(decibels);
    changed(decibels);
  });
}

/** @param {number} value */
function inDecibels(value) {
  return `${value > 0 ? "+" : ""}${value} dB`.replace("-", "−");
}
