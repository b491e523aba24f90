/** The projector's page: one slide at a time, big, turned by itself or by the arrow keys. */

import { stayAwake } from "../matches/awake.js";
import { changed } from "./live.js";

const SECONDS = 12;
const turn = /** @type {HTMLButtonElement} */ (document.getElementById("turn"));
let shown = "";
let stopped = false;

const slides = () => [...document.querySelectorAll(".slide")];

/** @param {number} step */
function go(step) {
  const all = slides();
  if (!all.length) return;
  const at = all.findIndex((slide) => slide.id === shown);
  const next = all[(Math.max(at, 0) + (at < 0 ? 0 : step) + all.length) % all.length];
  shown = next.id;
  for (const slide of all) slide.hidden = slide !== next;
}

turn.addEventListener("click", () => {
  stopped = !stopped;
  turn.setAttribute("aria-pressed", String(stopped));
});
addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") go(1);
  if (event.key === "ArrowLeft") go(-1);
});
changed(() => go(0));
turn.hidden = false;
go(0);
setInterval(() => stopped || document.hidden || go(1), SECONDS * 1000);
stayAwake();
