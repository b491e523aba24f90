/**
 * A practice's page, and a phone's own: kept up to date, and two names changed for each other by tapping or by dragging.
 *
 * The names are checkboxes of a form that swaps two, so everything works without this script too.
 */

import { follow } from "../stream.js";

const TOGETHER = 250;
/** What a board says comes by no stream that the page follows. */
const LOOK = 15000;
/** So far a finger moves before it is a drag and no tap. */
const SLIP = 8;

const now = document.getElementById("now");
let timer = 0;
let drag = null;

/** Whether somebody is at work here: what they are doing would be lost if the part was drawn anew. */
function busy() {
  return drag !== null || now.querySelector("input[name=pick]:checked, details.enter[open]") !== null;
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(refresh, TOGETHER);
}

async function refresh() {
  if (busy()) return;
  const response = await fetch(now.dataset.url, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!response?.ok) return;
  const found = new DOMParser().parseFromString(await response.text(), "text/html").body;
  if (busy()) return;
  now.replaceChildren(...(found.querySelector("#now") ?? found).childNodes);
  show();
}

/** Show the buttons that do something with two names only where two are chosen. */
function show() {
  for (const form of now.querySelectorAll("form[data-picked]")) {
    const chosen = now.querySelectorAll(`input[form="${form.id}"]:checked`).length;
    form.classList.toggle("ready", chosen > 0);
    for (const button of form.querySelectorAll("button")) button.hidden = chosen !== 2;
  }
}

function chipAt(x, y) {
  return document.elementFromPoint(x, y)?.closest(".chip[data-person]") ?? null;
}

function formOf(chip) {
  return chip.querySelector("input").form;
}

now.addEventListener("change", (event) => {
  if (event.target.name !== "pick") return;
  const { form } = event.target;
  const chosen = [...now.querySelectorAll("input[name=pick]:checked")];
  for (const other of chosen) if (other.form !== form) other.checked = false;
  const mine = chosen.filter((one) => one.form === form);
  if (mine.length > 2) mine.find((one) => one !== event.target).checked = false;
  show();
});

now.addEventListener("pointerdown", (event) => {
  const chip = event.target.closest(".chip[data-person]");
  if (chip && event.button === 0) drag = { chip, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null, over: null };
});

addEventListener("pointermove", (event) => {
  if (drag?.id !== event.pointerId) return;
  if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLIP) return;
  if (!drag.ghost) {
    drag.ghost = drag.chip.cloneNode(true);
    drag.ghost.querySelector("input").remove();
    drag.ghost.className = "chip ghost";
    drag.ghost.removeAttribute("data-person");
    document.body.append(drag.ghost);
    drag.chip.classList.add("dragged");
  }
  drag.ghost.style.transform = `translate(${event.clientX - 30}px, ${event.clientY - 50}px)`;
  const over = chipAt(event.clientX, event.clientY);
  drag.over?.classList.remove("over");
  drag.over = over && over !== drag.chip && formOf(over) === formOf(drag.chip) ? over : null;
  drag.over?.classList.add("over");
});

function drop(event, done) {
  if (drag?.id !== event.pointerId) return;
  const { chip, ghost, over } = drag;
  drag = null;
  ghost?.remove();
  chip.classList.remove("dragged");
  over?.classList.remove("over");
  if (ghost) {
    // the click that ends a drag must not choose the name
    const stop = (click) => click.preventDefault();
    chip.addEventListener("click", stop, { once: true });
    setTimeout(() => chip.removeEventListener("click", stop));
  }
  if (!done || !over) return;
  const form = formOf(chip);
  for (const box of now.querySelectorAll("input[name=pick]")) box.checked = box.form === form && (chip.contains(box) || over.contains(box));
  form.requestSubmit();
}

addEventListener("pointerup", (event) => drop(event, true));
addEventListener("pointercancel", (event) => drop(event, false));

show();
const { mark } = document.getElementById("mark").dataset;
const topics = mark.split(",").slice(1).map((part) => part.slice(0, part.lastIndexOf("=")));
follow({ topics, mark, onEvent: soon, onStatus: (is) => is === "reconnected" && soon() });
setInterval(() => document.hidden || refresh(), LOOK);
