/** What a device shows of a poem: chosen once, kept in the browser. */

import { recalled, remember } from "./memory.js";

/**
 * Let the checkboxes of `root` (`data-look="furigana"`) show and hide parts of the stage.
 * @param {HTMLElement} root
 * @param {HTMLElement} stage
 */
export function followLooks(root, stage) {
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("[data-look]"))) {
    const look = box.dataset.look ?? "";
    box.checked = recalled(`look|${look}`, box.defaultChecked);
    const show = () => stage.toggleAttribute(`data-no-${look}`, !box.checked);
    box.addEventListener("change", () => {
      remember(`look|${look}`, box.checked);
      show();
    });
    show();
  }
}
