/** Every input is answered in words, for ears too, and by a short tremble of the phone. */

const KEPT = 4000;

export class Say {
  /** @param {HTMLElement} status an element with role=status @param {HTMLElement} toast seen by all */
  constructor(status, toast) {
    Object.assign(this, { status, toast });
    this.timer = 0;
  }

  /** @param {string} text @param {{refused?: boolean, shown?: boolean}} [how] */
  say(text, { refused = false, shown = refused } = {}) {
    if (!text) return;
    this.status.textContent = text;
    tremble(refused ? [40, 60, 40] : 12);
    clearTimeout(this.timer);
    this.toast.hidden = !shown;
    this.toast.textContent = shown ? text : "";
    this.toast.classList.toggle("bad", refused);
    if (shown) this.timer = setTimeout(() => (this.toast.hidden = true), KEPT + 40 * text.length);
  }
}

/** @param {number|number[]} pattern */
export function tremble(pattern) {
  // a browser refuses before the first touch, and says so loudly; that is no fault of the page
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
