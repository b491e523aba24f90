/**
 * The time before a match: the mat is open, a clock runs down, and the last two minutes are for swings. As a step of a run
 * it keeps how long that took, and the laps that were marked: `41.2 38.0 / 92.5`.
 */

import { fill, h, write } from "../dom.js";
import { decimal } from "../number.js";
import { MatView } from "./mat_view.js";

const KEPT = (desk) => `${desk.page.stream}|memorised`;

const MINUTE = 60_000;

export const steady = true;
export const uncounted = true;
export const right = () => true;
export const said = () => ({ text: "", stay: true });

export function ask(step, desk) {
  const keep = (text) => {
    desk.answer(text, { timeStamp: performance.now() }, { rt: null, input: desk.input });
    desk.next();
  };
  desk.shown(performance.now());
  if (!memorised(desk)) return memorise(desk, keep, { laps: true });
  // memorised in a page whose answer was lost with it
  desk.broken();
  keep(null);
}

/** Minutes since the mat was memorised. */
export const since = (desk) => Math.floor((Date.now() - memorised(desk)) / MINUTE);

/**
 * Whether a later question's time has not come yet; then that is told, with what the questions before came to.
 * @param {any} step @param {any} desk @param {Map<number, boolean>} [results]
 */
export function early(step, desk, results = new Map()) {
  const due = memorised(desk) + (step.after ?? 0) * MINUTE;
  if (Date.now() >= due) return false;
  const last = desk.page.steps.filter((one) => one.group === step.group - 1);
  const right = last.filter((one) => results.get(one.number) ?? desk.page.done[one.number]).length;
  const time = new Date(due).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  const score = h("p", { class: "score" }, fill(desk.texts.score, { right, count: last.length }));
  desk.task("");
  desk.put(score, h("p", { class: "verse" }, fill(desk.texts.later_at, { time })));
  desk.choices.replaceChildren();
  desk.later(Math.min(due - Date.now() + 50, 5000), () => desk.next());
  return true;
}

/** When the mat of this run was memorised, in milliseconds since 1970; 0 where it was not yet. */
export function memorised(desk) {
  try {
    return Number(localStorage.getItem(KEPT(desk)) ?? 0);
  } catch {
    return desk.page.memorised ?? 0;
  }
}

function done(desk) {
  desk.page.memorised = Date.now();
  try {
    for (const key of Object.keys(localStorage)) if (key.endsWith("|memorised")) localStorage.removeItem(key);
    localStorage.setItem(KEPT(desk), String(desk.page.memorised));
  } catch {
    // no storage here: a reload begins again
  }
}

/**
 * Show the mat until the time is over, or the player is ready; then go on, with what is kept of it.
 * @param {any} desk @param {(text: string) => void} then
 * @param {{laps?: boolean}} how   `laps`: each lap round the mat can be marked
 */
export function memorise(desk, then, { laps = false } = {}) {
  const { whole } = desk.page;
  const view = new MatView(desk, whole.sides, { tap() {} });
  const clock = h("strong", { class: "clock number" });
  const told = h("span", { class: "soft", role: "status" });
  desk.task(desk.texts.memorise);
  desk.put(h("p", { class: "clock-line" }, clock, told, view.looks), view.node);
  const began = performance.now();
  const ends = began + whole.time_s * 1000;
  const marks = [began];
  let over = false;
  const finish = () => {
    if (over) return;
    over = true;
    done(desk);
    const took = marks.slice(1).map((mark, lap) => seconds(mark - marks[lap]));
    then([...took, "/", seconds(performance.now() - began)].join(" "));
  };
  const tick = () => {
    if (over) return;
    const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
    write(clock, minutes(left));
    if (left && left <= whole.swings_s && whole.time_s > whole.swings_s) write(told, desk.texts.swings);
    if (!left) finish();
    else desk.later(200, tick);
  };
  tick();
  if (laps) offer(desk, finish, marks, told);
  else desk.go(desk.texts.ready, finish);
}

// The question stays open meanwhile, so both buttons are made here. A tap too many on the lap must not end the time.
function offer(desk, finish, marks, told) {
  const { texts, page } = desk;
  const label = () => fill(texts.lap, { count: marks.length - 1 });
  const lap = h("button", { class: "button wide", type: "button" }, label());
  lap.addEventListener("click", () => {
    marks.push(performance.now());
    write(lap, label());
    const time = minutes(Math.floor((marks.at(-1) - marks.at(-2)) / 1000));
    write(told, fill(texts.lap_took, { count: marks.length - 1, time }));
    lap.toggleAttribute("disabled", marks.length > page.whole.most_laps);
  });
  const ready = h("button", { class: "button main big wide", type: "button", onclick: finish }, texts.ready);
  desk.choices.className = "choices";
  desk.choices.replaceChildren(lap, ready);
  ready.focus({ preventScroll: true });
}

const seconds = (ms) => decimal(ms / 1000, 1);
const minutes = (whole) => `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
