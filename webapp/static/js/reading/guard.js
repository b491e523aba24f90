/** A guard against second taps: a finger that trembles, and a button that changes its meaning under the finger. */

/** Milliseconds within which a second press of the same button is taken for a slip. */
export const GUARD = 500;
/** Milliseconds for which a button waits to be pressed again. */
const SURE = 5000;

export class Guard {
  constructor(now = () => performance.now()) {
    this.now = now;
    /** @type {WeakMap<object, number>} */
    this.pressed = new WeakMap();
  }

  /**
   * Whether this press counts. What a button means may change between two presses: *Hold* becomes *Go on*.
   * @param {object} button
   */
  passes(button) {
    const at = this.now();
    const since = at - (this.pressed.get(button) ?? -Infinity);
    this.pressed.set(button, at);
    return since >= GUARD;
  }

  /**
   * Call `act` at each press of a button that counts.
   * @param {HTMLElement} button
   * @param {() => void} act
   */
  on(button, act) {
    button.addEventListener("click", () => this.passes(button) && act());
  }

  /**
   * Call `act` at the second of two presses: for what cannot be taken back. The button asks in between.
   * @param {HTMLElement} button
   * @param {string} sure  what the button says after the first press
   * @param {() => void} act
   */
  twice(button, sure, act) {
    const label = button.textContent;
    let timer = 0;
    const rest = () => {
      clearTimeout(timer);
      timer = 0;
      button.textContent = label;
    };
    this.on(button, () => {
      if (timer) {
        rest();
        act();
        return;
      }
      button.textContent = sure;
      timer = setTimeout(rest, SURE);
    });
  }
}
