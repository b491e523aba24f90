/** The check-in: what is typed narrows the list at once, and a tap needs no new page. */

const taps = /** @type {HTMLElement} */ (document.getElementById("taps"));
const search = /** @type {HTMLInputElement} */ (document.getElementById("q"));

/** As names are compared: widths and kinds of kana do not matter. @param {string} text */
function folded(text) {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s/g, "")
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

search.addEventListener("input", () => {
  const wanted = folded(search.value);
  for (const item of taps.querySelectorAll("li[data-find]")) item.hidden = !folded(item.dataset.find ?? "").includes(wanted);
});

taps.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const item = form.closest("li");
  if (!item) return;
  event.preventDefault();
  const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) }).catch(() => null);
  if (!response?.ok) {
    form.submit();
    return;
  }
  const found = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = found.getElementById(item.id);
  const counted = found.getElementById("counted");
  if (fresh) item.replaceChildren(...fresh.childNodes);
  if (counted) document.getElementById("counted")?.replaceChildren(...counted.childNodes);
  item.querySelector("button")?.focus();
});
