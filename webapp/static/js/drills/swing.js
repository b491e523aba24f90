// A set of swings: the beat is seen and, where the phone can, felt; then a rest.

import { fill, h } from "../dom.js";

export const steady = true;

export function ask(step, desk) {
  desk.task(desk.texts[step.swing]);
  desk.put(h("p", { class: "score" }, fill(desk.texts.swing_left, { count: step.seconds })));
  desk.choices.className = "choices";
  const ready = h("button", { class: "button go press wide", type: "button", onclick: () => run(step, desk) }, desk.texts.swing_ready);
  desk.choices.replaceChildren(ready, skip(desk));
  step.start = () => run(step, desk);
  desk.shown();
}

const skip = (desk) => h("button", { class: "button plain wide", type: "button", data: { given: "wrong" } }, desk.texts.swing_skip);

function run(step, desk) {
  step.start = null;
  const beat = 60_000 / step.beats;
  const begun = performance.now();
  const light = h("div", { class: "beat", "aria-hidden": "true" });
  const left = h("p", { class: "score", role: "timer" });
  desk.put(light, left);
  desk.choices.replaceChildren(skip(desk));
  let beats = 0;
  // each beat from the first one, so that no delay adds up
  const tick = () => {
    const gone = performance.now() - begun;
    if (gone >= step.seconds * 1000) return desk.answer("right", { timeStamp: performance.now() }, { told: true, rt: null, input: desk.input });
    light.classList.toggle("on", beats % 2 === 0);
    navigator.vibrate?.(40);
    left.textContent = fill(desk.texts.swing_left, { count: Math.ceil(step.seconds - gone / 1000) });
    beats += 1;
    desk.later(Math.max(0, begun + beats * beat - performance.now()), tick);
  };
  tick();
}

export function said(step, { right }, desk) {
  const text = right ? fill(desk.texts.swing_done, { count: step.rest }) : desk.texts.swing_skip;
  return { text, stay: true };
}

export function key(event, step) {
  if (!step.start || (event.key !== "Enter" && event.key !== " ")) return false;
  step.start();
  return true;
}
