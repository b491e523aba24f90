/** Copies the code, where the browser lets a page do so: not on plain http, where the code is there to be marked. */

const button = /** @type {HTMLButtonElement} */ (document.getElementById("copy"));
const code = /** @type {HTMLElement} */ (document.getElementById("code"));

if (navigator.clipboard) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent ?? "");
    button.textContent = button.dataset.done ?? "";
  });
}
