/** The controls: one big button for what comes next, one for standing still, and the rest within reach. */

import { fill, write } from "../dom.js";
import { Guard } from "./guard.js";

/**
 * What the page can do now, from the reading and from whose the sound is.
 * @param {any} view
 * @param {{owns: boolean, plays: boolean}} conductor
 * @returns {{main: string, able: boolean, hold: "hold" | "resume" | null}}
 */
export function possible(view, { owns, plays }) {
  const over = ["done", "stopped"].includes(view.phase);
  if (over) return { main: "new", able: true, hold: null };
  if (view.phase === "ready" && !view.here) return { main: "start", able: true, hold: null };
  if (!view.here || (owns && !plays)) return { main: "take", able: true, hold: null };
  if (view.phase === "held") return { main: "resume", able: !view.waiting, hold: null };
  if (view.phase === "speaking") return { main: "next", able: false, hold: "hold" };
  return { main: "next", able: !view.waiting, hold: view.phase === "play" ? "hold" : null };
}

export class Controls {
  /**
   * @param {HTMLElement} root
   * @param {Record<string, string>} words
   * @param {Record<string, () => void>} act  by name: start, take, next, hold, resume, shimo, replay, back, skip,
   *   learn, stop
   */
  constructor(root, words, act) {
    Object.assign(this, { root, words, act });
    this.main = root.querySelector("#main-action");
    this.hold = root.querySelector("#hold");
    this.shimo = root.querySelector("#from-shimo");
    this.reason = root.querySelector("#reason");
    this.extra = ["replay", "back", "skip", "learn", "stop"].map((name) => root.querySelector(`#${name}`));
    this.again = root.querySelector("#new-reading");
    const guard = new Guard();
    guard.on(this.main, () => this.#mainAction());
    guard.on(this.hold, () => act.hold());
    guard.on(this.shimo, () => act.shimo());
    for (const button of this.extra) if (button.id !== "stop") guard.on(button, () => act[button.id]());
    // an evening is not ended by a slip
    guard.twice(root.querySelector("#stop"), words.stop_sure, () => act.stop());
    // a press by finger or mouse leaves no focus behind, so that the space bar goes on to hold the reading
    root.addEventListener("pointerup", () => queueMicrotask(() => document.activeElement?.blur?.()));
  }

  /** @param {any} view @param {any} conductor */
  draw(view, conductor) {
    const { main, able, hold } = possible(view, conductor);
    this.now = { main, able };
    this.main.hidden = main === "new";
    this.again.hidden = main !== "new";
    this.main.disabled = !able;
    this.main.dataset.action = main;
    this.#label(main, conductor.countdown);
    this.hold.hidden = hold === null;
    this.shimo.hidden = main !== "resume" || !view.exact || !view.can_replay;
    this.shimo.disabled = view.waiting;
    const names = view.tables.filter((table) => table.hand_up).map((table) => table.names);
    this.reason.textContent = view.waiting ? fill(this.words.hands, { tables: names.join(", ") }) : "";
    this.reason.hidden = !view.waiting;
    const resting = ["play", "ready"].includes(view.phase) && view.here;
    const [replay, back, skip, learn, stop] = this.extra;
    replay.disabled = !resting || view.waiting || !view.can_replay;
    back.disabled = view.phase === "ready" || main === "new";
    skip.disabled = main === "new" || main === "start";
    // the poem that was read last, for whoever practises and knows it now
    learn.disabled = main === "new" || !view.read.some(({ poem }) => poem === view.poem);
    stop.disabled = main === "new";
  }

  /**
   * Press a button by its key: what the button would not do, the key does not do either.
   * @param {string} name
   */
  press(name) {
    this.extra.find((button) => button.id === name)?.click();
  }

  /** Count down on the big button. */
  tick(conductor) {
    if (this.now?.main === "next" && this.now.able) this.#label("next", conductor.countdown);
  }

  #label(main, countdown) {
    const words = { start: "start", take: "take_sound", next: "next", resume: "resume" };
    const text =
      main === "next" && countdown !== null
        ? fill(this.words.next_in, { n: Math.ceil(countdown) })
        : (this.words[words[main]] ?? "");
    write(this.main, text);
  }

  #mainAction() {
    if (!this.main.disabled) this.act[this.main.dataset.action]();
  }
}
