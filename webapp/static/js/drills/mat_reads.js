/**
 * Reads on a mat: the opening is shown kana by kana, or a voice reads it; touch the card, or say that it is none of them.
 * Nine right of ten bring more dead cards with a partner on the mat, so each read is there by every way up to it.
 */

import { fill, h } from "../dom.js";
import { decimal } from "../number.js";
import { MatView, byKeys, keysGoOn } from "./mat_view.js";
import { memorise, memorised } from "./memorise.js";
import { reveal } from "./reveal.js";
import { sounds } from "./sound.js";

const GAP_MS = 900;
const [ENOUGH, BLOCK] = [9, 10];
/** @type {MatView|null} */
let view = null;
/** @type {(() => void)|null} */
let stop = null;

export const steady = true;
export const measured = (step, event) => (step.heard ? sounds.measured(step, event) : {});

export async function ask(step, desk) {
  const { whole } = desk.page;
  if (whole.sound && !sounds.open) return sounds.gate(desk);
  if (whole.hidden && !memorised(desk)) return memorise(desk, () => desk.next());
  if (!view) {
    view = new MatView(desk, whole.sides, { backs: whole.hidden, quick: true, tap: (laid, event) => touch(laid, event, desk) });
    const gone = desk.page.steps.filter((one) => one.script === step.script && one.number < step.number).map((one) => one.card);
    gone.forEach((card) => view?.remove(card));
  }
  const kana = h("p", { class: "opening", lang: "ja", "aria-hidden": "true" });
  const spoken = h("p", { class: "visually-hidden", role: "status", lang: "ja" });
  desk.task(step.number ? "" : desk.texts.listen);
  desk.put(h("div", { class: "mat-line" }, kana, !whole.hidden && view.looks), spoken, view.node);
  desk.offer([{ given: "0", label: desk.texts.none, lang: "" }], { look: "few one", know: null });
  if (byKeys()) view.enter();
  if (step.heard) {
    const heard = await sounds.hear(step, desk, { after: GAP_MS / 1000 });
    if (heard) desk.shown(heard.decided);
    return;
  }
  desk.later(GAP_MS, () => {
    stop = reveal(step, kana, spoken);
    desk.shown(performance.now() + decided(step));
  });
}

/** By which way the run has come to a read: the level of each ten that were begun. What was interrupted is not right. */
export function level(step, { steps, results, disturbed }) {
  const ways = [step, ...step.harder].map((one) => one.way);
  const before = steps.filter((one) => one.script === step.script && one.number < step.number).map((one) => one.number);
  const way = [ways[0][0]];
  for (let end = BLOCK; end <= before.length; end += BLOCK) {
    const right = before.slice(end - BLOCK, end).filter((number) => results.get(number) && !disturbed.has(number)).length;
    const up = [...way, way.at(-1) + 1];
    const can = ways.some((one) => up.every((level, at) => one[at] === level));
    way.push(way.at(-1) + (right >= ENOUGH && can ? 1 : 0));
  }
  return ways.findIndex((one) => String(one) === String(way));
}

// The moment at which the deciding kana shows, in milliseconds from the first.
const decided = (step) => (step.decides - 1) * reveal.pace;

function touch(laid, event, desk) {
  if (desk.isOpen) desk.answer(String(laid.card), event);
}

export function leave(step) {
  view?.remove(step.card);
  sounds.hush();
  stop?.();
  stop = null;
}

export function said(step, { given, right, rt }, desk) {
  keysGoOn(desk);
  sounds.hush();
  stop?.();
  const here = view?.sides.A.concat(view.sides.B).find((laid) => laid.card === step.card);
  if (here) view?.mark(desk.page.whole.hidden ? here.place : here.card, "right");
  if (right && given === "0") return { text: desk.texts.dead_right };
  if (right) return { text: fill(desk.texts.took, { time: decimal(Math.max(0, rt ?? 0) / 1000, 2) }) };
  if (here) return { text: fill(desk.texts.let_pass, { place: here.name }) };
  return { text: desk.texts.was_away };
}
