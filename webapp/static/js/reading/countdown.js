/** Until the next call of a reading that sounds from the room's speakers: counts on from what the server said. */

export class Countdown {
  constructor() {
    this.view = null;
    /** @type {number | null} when the next call is to sound, in milliseconds of the page's clock */
    this.due = null;
  }

  /** @param {any} view  told again, the same one is no news */
  take(view) {
    if (view === this.view) return;
    this.view = view;
    this.due = view.next_in === null ? null : performance.now() + view.next_in * 1000;
  }

  /** Seconds to go; null where nobody can say, and from the moment on at which the call is due. */
  get left() {
    if (this.due === null) return null;
    const left = (this.due - performance.now()) / 1000;
    return left > 0 ? left : null;
  }
}
