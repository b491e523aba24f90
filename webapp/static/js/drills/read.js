// A read for real cards on the mat, and one tap for what came of it. Nothing is timed: a phone cannot see a hand.

import { fill, h } from "../dom.js";
import { Ear } from "./ear.js";

export const steady = true;

/** @type {Ear | null} */
let ear = null;
let begun = false;
let worked = 0;
let since = performance.now();

export function ask(step, desk) {
  if (!begun) return lay(step, desk); // after a reload too: a page may sound only after a press
  if (worked > step.restAfter * 1000) return rest(step, desk);
  desk.task(desk.texts.coming);
  desk.put();
  desk.choices.className = "choices";
  desk.choices.replaceChildren();
  desk.later(step.number ? step.gap * 1000 : 1500, () => read(step, desk));
}

function lay(step, desk) {
  desk.task(desk.texts.lay);
  desk.put(!step.lay.length && !step.number && h("p", { class: "score" }, desk.texts.lay_all), h("div", { class: "read", lang: "ja" }, ...step.lay.map((name) => h("span", {}, name))));
  desk.go(desk.texts.laid, async () => {
    begun = true;
    since = performance.now();
    await ear?.unlock();
    desk.next();
  });
  if (step.heard && !ear) load(desk);
}

// Every sound is fetched while the cards are laid; what cannot be heard is read from the screen.
async function load(desk) {
  ear = new Ear({ url: desk.page.whole.clips });
  const items = desk.page.steps.map((step) => step.heard);
  const told = (ready, total, offline) => begun || desk.say(offline ? desk.texts.sound_offline : ready < total ? fill(desk.texts.sound_loading, { ready, total }) : "");
  const trouble = await ear.load(items, told);
  if (trouble.length && !begun) desk.say(desk.texts.sound_none);
}

function rest(step, desk) {
  const until = Date.now() + step.rest * 1000;
  const left = h("p", { class: "score", role: "timer" });
  const count = () => {
    left.textContent = String(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    if (Date.now() < until) desk.later(500, count);
  };
  desk.task(desk.texts.rest);
  desk.put(left);
  desk.go(desk.texts.rested, () => {
    worked = 0;
    since = performance.now();
    desk.next();
  });
  count();
}

function read(step, desk) {
  if (ear?.sounds && ear.has(step.heard)) ear.play(step.heard).catch(() => desk.say(desk.texts.sound_none));
  desk.task(desk.texts.harai);
  desk.put(h("p", { class: "tick", lang: "ja" }, ...step.upper.map((line) => h("span", { class: "verse big" }, line))));
  const lang = document.documentElement.lang;
  desk.offer(step.choices.map((given) => ({ given, label: desk.texts[given], lang })), { know: null });
  desk.shown();
}

export const right = (_step, given) => given === "took" || given === "not_there";

export function said(_step, { given }, desk) {
  const now = performance.now();
  worked += now - since;
  since = now;
  return { text: desk.texts[given], quick: true };
}
