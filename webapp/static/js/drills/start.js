// The menu, and the page before an exercise: a run that was left on this device can be gone on with, what of it waits
// is sent, and the next run lies ready, so that it can be begun without a connection as long as this page stays open.

import { fill, island } from "../dom.js";
import { guard, reachable, send } from "./elsewhere.js";
import { lastExercise, left, sendLeft } from "./left.js";
import { Ready } from "./ready.js";

const RENEW = 6 * 3600 * 1000;
const PATIENCE = 60 * 1000;
const SETTLED = 400;
const SOUND_AFTER = 4000;

const texts = island("ready-texts");
const day = /** @type {HTMLElement|null} */ (document.querySelector("[data-day]"))?.dataset.day ?? "";
const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-ready]"));
const told = /** @type {HTMLElement} */ (document.querySelector("[data-ready-told]"));
const again = /** @type {HTMLElement|null} */ (document.querySelector("[data-again]"));

// What was left.

const places = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-left]"));
const finished = /** @type {HTMLElement|null} */ (document.querySelector("[data-done]"));

function showLeft() {
  // A run of an earlier day would count for that day, so it is not gone on with.
  for (const place of places) {
    const found = left(place.dataset.left, day);
    place.hidden = !found;
    if (found) place.querySelector("a")?.setAttribute("href", found.address);
  }
  if (finished) finished.hidden = Boolean(left("daily", day));
}

sendLeft(showLeft);
showLeft();

// What lies ready.

/** @type {{plan: Ready|null, silent: Ready|null, again: Ready|null}} */
const ready = { plan: null, silent: null, again: null };
/** @type {Ready|null} */
let open = null;
let going = "";

/** What was chosen, as an address has it. */
const chosen = () => new URLSearchParams([...new FormData(form)].filter(([name]) => name !== "csrf_token").map(([name, value]) => [name, String(value)]));

const address = (path, query) => (String(query) ? `${path}?${query}` : path);
const isReady = (one) => one?.is === "ready";
const isUnused = (one) => one?.is === "ready" || one?.is === "loading";

function say(text = "", is = "") {
  told.textContent = text;
  told.dataset.is = is;
  if (is === "bad") told.scrollIntoView({ block: "center" });
}

const made = (url, more = {}) => new Ready(url, document.title, { onLeave: (href) => leave(href), onReady: tell, onSent: renew, ...more });

function tell() {
  if (isReady(ready.plan) && isUnused(ready.silent)) {
    ready.silent?.drop();
    ready.silent = null;
  }
  if (isReady(ready.plan) || isReady(ready.silent)) say(texts.ready);
  if (again) again.hidden = !isReady(ready.again);
}

function makePlan() {
  ready.plan?.drop();
  ready.silent?.drop();
  ready.silent = null;
  say();
  const path = form.dataset.ready ?? "";
  // while its sounds come, and where they never do, the plan of a day lies ready in silence
  const onWhole = () => {
    if (form.dataset.silent) setTimeout(() => isReady(ready.plan) || (ready.silent ??= made(form.dataset.silent ?? "")), SOUND_AFTER);
  };
  ready.plan = made(address(path, chosen()), { onWhole });
}

function makeAgain() {
  const last = lastExercise();
  const title = last && document.querySelector(`[data-key="${CSS.escape(last.key)}"] strong`);
  if (!again || !last || !title) return;
  const button = /** @type {HTMLButtonElement} */ (again.querySelector("button"));
  button.textContent = fill(texts.again, { exercise: /** @type {HTMLElement} */ (title).dataset.title ?? "" });
  ready.again?.drop();
  ready.again = made(`/drills/ready/${encodeURIComponent(last.key)}${last.query}`);
}

function fresh() {
  makePlan();
  makeAgain();
}

const isOld = (one) => !one || one.is === "over" || (isUnused(one) && Date.now() - one.made > (isReady(one) ? RENEW : PATIENCE));

/** What is used up, or of another day, is made anew as soon as there is a connection. */
async function renew() {
  if (open || document.hidden || !isOld(ready.plan) || !(await reachable())) return;
  if (!open && isOld(ready.plan)) makePlan();
}

function begin(one) {
  open = one;
  history.pushState({ drill: true }, "");
  one.open();
}

function leave(href) {
  going = href;
  history.back();
}

// Back from a run: with a connection everything here is of now, without one it is what it was.
addEventListener("popstate", async () => {
  const was = open;
  open = null;
  if (!was) return;
  was.close();
  for (const name of /** @type {("plan"|"silent"|"again")[]} */ (Object.keys(ready))) if (ready[name] === was && was.is === "over") ready[name] = null;
  tell();
  showLeft();
  const home = !going || new URL(going).pathname === location.pathname;
  const to = going;
  going = "";
  say(isReady(ready.plan) || isReady(ready.silent) ? texts.ready : "");
  if (await reachable()) return home ? location.reload() : location.assign(to);
  say(texts.offline, "bad");
  /** @type {HTMLElement|null} */ (form.querySelector("button.main"))?.focus({ preventScroll: true });
});

// What needs the server, and what does not.

let asking = false;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (asking) return;
  asking = true;
  const there = await reachable();
  asking = false;
  if (there) return send(form, event.submitter);
  const one = [ready.plan, ready.silent].find(isReady);
  if (!one) return say(texts.nothing, "bad");
  if (one === ready.plan && one.url !== address(form.dataset.ready ?? "", chosen())) return restore(one);
  begin(one);
});

// What was chosen since the connection went cannot be made ready: the choices of before come back, and say so.
function restore(one) {
  for (const [name, value] of new URL(one.url, location.href).searchParams) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList || field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
  }
  show();
  say(texts.other, "bad");
}

again?.querySelector("button")?.addEventListener("click", () => isReady(ready.again) && begin(ready.again));

// A run that was left here is still in its frame.
function goOn(link) {
  const kept = Object.values(ready).find((one) => one?.is === "left" && one.frame.contentWindow?.location.pathname === link.pathname);
  if (kept) begin(kept);
  return kept !== undefined;
}

guard(() => say(texts.offline, "bad"), { link: goOn, form });

// A field that has a meaning only with some values of another one is there with those alone.
const fields = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-only]")]);
function show() {
  const now = new FormData(form);
  for (const field of fields)
    field.hidden = !(field.dataset.values ?? "").split(" ").includes(String(now.get(field.dataset.only ?? "")));
}
let settled = 0;
form.addEventListener("change", () => {
  show();
  clearTimeout(settled);
  settled = setTimeout(async () => (await reachable()) && makePlan(), SETTLED);
});
show();

// Whoever saves data, or begins at once, fetches nothing for later.
const saves = /** @type {any} */ (navigator).connection?.saveData === true;
if (!saves) {
  const soon = () => setTimeout(fresh, SETTLED);
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon);
  addEventListener("online", renew);
  document.addEventListener("visibilitychange", renew);
  addEventListener("pageshow", async (event) => event.persisted && (await reachable()) && location.reload());
}
