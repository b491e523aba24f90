/** The buttons beside a mat: undo, redo, swap, take off. */

/** @param {import("./arranger.js").Arranger} arranger */
export function tools(arranger) {
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  byId("undo").addEventListener("click", () => arranger.undo());
  byId("redo").addEventListener("click", () => arranger.redo());
  byId("off").addEventListener("click", () => arranger.takeOff());
  byId("swap").addEventListener("click", () => {
    arranger.swapping = !arranger.swapping;
    byId("swap").setAttribute("aria-pressed", String(arranger.swapping));
  });
}
