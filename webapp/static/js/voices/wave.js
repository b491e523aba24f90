/** A recording's waveform with its marks: drawn on a canvas, moved by finger, mouse or keys. */

import { fill, h } from "../dom.js";
import { decimal } from "../number.js";

const RATE = 48_000;
const STEP = 48;
const LARGE = 960;
/** Seconds that are shown when one looks closer. */
const CLOSE = 0.4;

/**
 * @typedef {object} Listener
 * @property {(name: string, sample: number) => void} chosen
 * @property {(name: string, sample: number) => void} moved   a mark was let go of at another place
 */

export class Wave {
  /**
   * @param {HTMLElement} root  holds a canvas and `.marks`
   * @param {Record<string, string>} words
   * @param {Listener} listener
   */
  constructor(root, words, listener) {
    Object.assign(this, { root, words, listener });
    this.canvas = root.querySelector("canvas");
    this.layer = root.querySelector(".marks");
    this.movable = true;
    this.chosen = "on";
    this.cursor = null;
    new ResizeObserver(() => this.draw()).observe(root);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /**
   * Show a recording.
   * @param {AudioBuffer} buffer
   * @param {Record<string, number | null>} marks  in samples
   */
  show(buffer, marks) {
    this.samples = buffer.getChannelData(0);
    this.from = 0;
    this.to = this.samples.length;
    this.setMarks(marks);
  }

  /** @param {Record<string, number | null>} marks */
  setMarks(marks) {
    this.marks = { ...marks };
    const there = Object.keys(marks).filter((name) => marks[name] !== null);
    if (!there.includes(this.chosen)) this.chosen = "on";
    const old = new Map([...this.layer.children].map((handle) => [handle.dataset.mark, handle]));
    this.layer.replaceChildren(...there.map((name) => old.get(name) ?? this.#handle(name)));
    this.draw();
  }

  /** Look at the surroundings of the chosen mark, or at the whole. @param {boolean} close */
  zoom(close) {
    const middle = this.marks[this.chosen] ?? 0;
    const width = close ? Math.min(this.samples.length, CLOSE * RATE) : this.samples.length;
    this.from = Math.max(0, Math.min(this.samples.length - width, middle - width / 2));
    this.to = this.from + width;
    this.draw();
  }

  /** Show where the sound is, in samples; null takes it away. @param {number | null} sample */
  at(sample) {
    this.cursor = sample;
    this.draw();
  }

  draw() {
    if (!this.samples) return;
    const { width, height } = this.root.getBoundingClientRect();
    if (!width) return;
    const scale = devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * scale) || this.canvas.height !== Math.round(height * scale)) {
      this.canvas.width = Math.round(width * scale);
      this.canvas.height = Math.round(height * scale);
    }
    const paint = this.canvas.getContext("2d");
    paint.setTransform(scale, 0, 0, scale, 0, 0);
    paint.clearRect(0, 0, width, height);
    this.#area(paint, "on", "hold", this.#color("--voice-area"), width, height);
    this.#area(paint, "hold", "off", this.#color("--hold-area"), width, height);
    paint.fillStyle = this.#color("--ink");
    this.#peaks(paint, width, height);
    if (this.cursor !== null) {
      paint.fillStyle = this.#color("--cursor");
      paint.fillRect(this.#x(this.cursor, width) - 1, 0, 2, height);
    }
    for (const handle of this.layer.children) this.#place(handle, width);
  }

  #peaks(paint, width, height) {
    const each = (this.to - this.from) / width;
    const step = Math.max(1, Math.floor(each / 64));
    for (let x = 0; x < width; x++) {
      let low = 0;
      let high = 0;
      const end = Math.min(this.samples.length, this.from + (x + 1) * each + 1);
      for (let i = Math.floor(this.from + x * each); i < end; i += step) {
        low = Math.min(low, this.samples[i]);
        high = Math.max(high, this.samples[i]);
      }
      // softer sounds must be seen too: the scale is the square root's
      const top = Math.sqrt(high) * height * 0.48;
      const bottom = Math.sqrt(-low) * height * 0.48;
      paint.fillRect(x, height / 2 - top, 1, Math.max(1, top + bottom));
    }
  }

  /** A colour of the style sheet as a canvas takes it: for the theme at work. */
  #color(name) {
    this.canvas.style.setProperty("color", `var(${name})`);
    return getComputedStyle(this.canvas).color;
  }

  #area(paint, first, last, color, width, height) {
    const [from, to] = [this.#x(this.marks[first], width), this.#x(this.marks[last], width)];
    paint.fillStyle = color;
    paint.fillRect(from, 0, to - from, height);
  }

  #x(sample, width) {
    return ((sample - this.from) / (this.to - this.from)) * width;
  }

  #place(handle, width) {
    const name = handle.dataset.mark;
    const x = this.#x(this.marks[name], width);
    handle.hidden = x < -1 || x > width + 1;
    handle.style.setProperty("--x", `${x}px`);
    handle.setAttribute("aria-valuemax", String(Math.round((this.samples.length / RATE) * 1000)));
    handle.setAttribute("aria-valuenow", String(Math.round((this.marks[name] / RATE) * 1000)));
    const seconds = decimal(this.marks[name] / RATE, 3);
    handle.setAttribute("aria-valuetext", fill(this.words.mark_value, { name: this.words[name], seconds }));
    handle.toggleAttribute("data-chosen", name === this.chosen);
  }

  #handle(name) {
    const handle = h(
      "div",
      { class: "wave-mark", role: "slider", tabindex: "0", "aria-label": this.words[name], "aria-valuemin": "0", data: { mark: name } },
      h("span", { "aria-hidden": "true" }, this.words[name]),
    );
    handle.addEventListener("focus", () => this.#choose(name));
    handle.addEventListener("pointerdown", (event) => this.#drag(event, handle, name));
    handle.addEventListener("keydown", (event) => this.#key(event, name));
    return handle;
  }

  #choose(name) {
    this.chosen = name;
    this.listener.chosen(name, this.marks[name]);
    this.draw();
  }

  #drag(event, handle, name) {
    this.#choose(name);
    if (!this.movable || event.button !== 0) return;
    handle.setPointerCapture(event.pointerId);
    const before = this.marks[name];
    const start = event.clientX;
    const move = (now) => {
      const { width } = this.root.getBoundingClientRect();
      this.#put(name, before + ((now.clientX - start) / width) * (this.to - this.from));
    };
    const end = () => {
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", end);
      handle.removeEventListener("pointercancel", end);
      if (this.marks[name] !== before) this.listener.moved(name, this.marks[name]);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
  }

  #key(event, name) {
    const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!way || !this.movable) return;
    event.preventDefault();
    this.#put(name, this.marks[name] + way * (event.shiftKey ? LARGE : STEP));
    clearTimeout(this.later);
    this.later = setTimeout(() => this.listener.moved(name, this.marks[name]), 400);
  }

  /** Put a mark where it may be: the marks keep their order. */
  #put(name, sample) {
    const { on, hold, off, kimariji, decision } = this.marks;
    const [low, high] = { on: [0, hold], hold: [on, off], off: [hold + 1, this.samples.length], kimariji: [(decision ?? on) + 1, off], decision: [on, (kimariji ?? off) - 1] }[name];
    this.marks[name] = Math.round(Math.max(low, Math.min(high, sample)));
    this.listener.chosen(name, this.marks[name]);
    this.draw();
  }
}
