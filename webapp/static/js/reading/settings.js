/** How the reader goes on: by itself after some seconds, or when told to. */

import { numberIn } from "../number.js";

export class Settings {
  /** @param {HTMLElement} root @param {(wish: any) => Promise<any>} send */
  constructor(root, send) {
    this.automatic = root.querySelector("#automatic");
    this.pause = root.querySelector("#play-pause");
    this.seconds = root.querySelector("#seconds");
    const change = () => {
      const seconds = numberIn(this.pause);
      if (seconds === null) return;
      send({ do: "pause", automatic: this.automatic.checked, play_pause: seconds });
    };
    this.automatic.addEventListener("change", change);
    this.pause.addEventListener("change", change);
  }

  /** @param {any} view */
  draw(view) {
    this.automatic.checked = view.automatic;
    if (document.activeElement !== this.pause) {
      this.pause.value = String(view.play_pause);
      this.pause.removeAttribute("aria-invalid");
    }
    this.seconds.toggleAttribute("hidden", !view.automatic);
  }
}
