// A run that lies ready in a frame of this page, so that it can be begun without a connection. The frame is a run's own
// page, made while there was one; `framed.js` is its side of this.

import { h } from "../dom.js";

export class Ready {
  /**
   * @param {string} url       of a run that is made ready
   * @param {string} title     what it is, for whoever cannot see
   * @param {{onReady?: () => void, onWhole?: () => void, onSent?: () => void, onLeave: (href: string) => void}} on
   *   `onReady` when it can be begun, `onWhole` when all but its sounds is there, `onSent` when it is over and all of it
   *   was sent, `onLeave` when somebody goes elsewhere
   */
  constructor(url, title, { onReady = () => {}, onWhole = () => {}, onSent = () => {}, onLeave }) {
    this.url = url;
    /** @type {"loading" | "ready" | "open" | "left" | "over"} */
    this.is = "loading";
    this.made = Date.now();
    this.frame = /** @type {HTMLIFrameElement} */ (h("iframe", { class: "drill-frame", title, src: url, inert: true, "aria-hidden": "true" }));
    this.frame.addEventListener("whole", onWhole);
    this.frame.addEventListener("ready", () => {
      this.is = "ready";
      onReady();
    });
    this.frame.addEventListener("leave", (event) => onLeave(/** @type {CustomEvent} */ (event).detail));
    // what was left stays till its answers are sent
    this.frame.addEventListener("sent", () => {
      const seen = this.is === "open";
      this.is = "over";
      if (seen) return;
      this.drop();
      onSent();
    });
    document.body.append(this.frame);
  }

  /** Show it, and begin it or go on with it. */
  open() {
    this.is = "open";
    this.#hide(true);
    this.frame.focus();
    this.frame.contentWindow?.focus();
    this.frame.dispatchEvent(new CustomEvent("begin"));
  }

  /** Hide it; its answers are sent from where it is. */
  close() {
    this.frame.dispatchEvent(new CustomEvent("rest"));
    this.#hide(false);
    if (this.is === "over") this.drop();
    else this.is = "left";
  }

  drop() {
    this.frame.remove();
  }

  /** @param {boolean} rest whether all but the frame is hidden */
  #hide(rest) {
    for (const one of /** @type {HTMLElement[]} */ ([...document.body.children])) if (one !== this.frame && !one.matches(".drill-frame")) one.inert = rest;
    this.frame.inert = !rest;
    if (rest) this.frame.removeAttribute("aria-hidden");
    else this.frame.setAttribute("aria-hidden", "true");
    document.documentElement.classList.toggle("in-drill", rest);
  }
}
