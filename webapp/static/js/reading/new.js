/** The form of a new reading: what is typed as one's own counts from the first letter on, and is shown as it will be. */

import { h } from "../dom.js";
import { Hundred } from "./hundred.js";
import { keep, kept } from "./memory.js";
import { Preview } from "./preview.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("programme"));
const find = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

for (const name of ["cards", "pace", "pattern"]) {
  find(`own_${name}`).addEventListener("input", () => find(`own_${name}`).value.trim() && chooseOwn(name));
}

/** The length of the pause counts only where the reader goes on by itself. */
for (const id of ["play_pause", "minutes"]) find(id).addEventListener("input", () => check("advance", "automatic"));

/** How the opener is read is remembered for each voice: a recorded one may have none, or a short one. */
const chosen = (name) => document.querySelector(`input[name=${name}]:checked`).value;
const HALVES = ["own_joka_upper", "own_joka"];
for (const radio of document.querySelectorAll("input[name=voice]")) {
  radio.addEventListener("change", () => readOpener(kept(`joka|${chosen("voice")}`) ?? chosen("joka")));
}
for (const half of HALVES) find(half).addEventListener("input", () => check("joka", "own"));
form.addEventListener("submit", () => {
  const halves = chosen("joka") === "own" ? HALVES.map((half) => find(half).value) : [];
  keep(`joka|${chosen("voice")}`, [chosen("joka"), ...halves].join(" "));
});

const sounds = new Map();
const preview = new Preview(form.dataset.preview ?? "", fields, draw);
const hundred = new Hundred(find("hundred"), (card) => preview.tap(tapped(), card));
for (const button of hundred.buttons) sounds.set(Number(button.dataset.card), button.querySelector(".kana")?.textContent);

form.addEventListener("input", (event) => {
  if (/** @type {HTMLInputElement} */ (event.target).name !== "tap-what") preview.soon();
});
for (const radio of document.querySelectorAll("input[name=tap-what]")) {
  radio.addEventListener("change", () => hundred.shows(tapped()));
}
find("from-table")?.addEventListener("change", () => {
  find("laid").value = find("from-table").value;
  preview.soon();
});
preview.soon();

function tapped() {
  return document.querySelector("input[name=tap-what]:checked").value;
}

/** The fields as they would be sent, but for the token. */
function fields() {
  const found = Object.fromEntries(new FormData(form));
  delete found.csrf_token;
  return found;
}

function draw(found) {
  const { field, text } = found.tapped ?? {};
  if (field) {
    find(field).value = text;
    if (field === "own_cards") chooseOwn("cards");
  }
  for (const error of form.querySelectorAll(".error")) error.remove();
  for (const [name, message] of Object.entries(found.faults)) fault(name, message);
  for (const input of form.querySelectorAll("[aria-invalid]")) {
    if (!(input.getAttribute("name") in found.faults)) input.removeAttribute("aria-invalid");
  }
  if (!found.cards) return;
  hundred.draw(found);
  find("count").textContent = found.count;
  find("sentence").textContent = found.sentence;
  find("laid-check").replaceChildren(h("ul", {}, ...found.laid.map(laid)));
  strip(found);
}

function fault(name, message) {
  const input = form.querySelector(`[name=${name}]`);
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", `${name}-error`);
  const place = input.closest(".field, fieldset");
  place.append(h("span", { class: "error", id: `${name}-error` }, message));
}

function laid({ weight, text, cards }) {
  const named = cards.map((card) => sounds.get(card)).join(" ");
  const list = named ? [" ", h("span", { class: "cards-named", lang: "ja" }, named)] : [];
  return h("li", { data: { weight } }, text, ...list);
}

function strip(found) {
  const root = find("strip");
  root.setAttribute("aria-label", found.spoken);
  root.replaceChildren(
    ...found.strip.map(({ part, poem, seconds }) => {
      const label = poem === 0 ? "序" : String(poem ?? "");
      const block = h("span", { class: part }, poem === null ? "" : h("b", {}, label));
      block.style.setProperty("--seconds", String(seconds));
      return block;
    }),
  );
}

/** @param {string} name */
function chooseOwn(name) {
  const select = document.querySelector(`select[name=${name}]`);
  if (select) select.value = "own";
  else check(name, "own");
}

/**
 * Choose how the opener is read.
 * @param {string} way  "2", or "own" and how often each half is read, as in "own 0 2"
 */
function readOpener(way) {
  const [choice, ...times] = way.split(" ");
  check("joka", choice);
  times.forEach((often, place) => (find(HALVES[place]).value = often));
}

/** @param {string} name @param {string} value */
function check(name, value) {
  const radio = document.querySelector(`input[name=${name}][value="${CSS.escape(value)}"]`);
  if (radio) radio.checked = true;
}
