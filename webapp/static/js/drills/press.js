// A sign to press at as soon as it shows: nothing has to be known, so that it tells the day and the device alone.

import { h } from "../dom.js";

export const steady = true;
export const uncounted = true;

export function ask(step, desk) {
  desk.task(desk.texts.warm_up);
  desk.put();
  desk.choices.className = "choices";
  desk.choices.replaceChildren(
    h("button", { class: "button go press wide", type: "button", data: { given: "press" } }, desk.texts.press),
  );
  desk.shown(performance.now() + step.wait);
  desk.later(step.wait, () => {
    desk.put(desk.face(step.card));
    desk.shown();
  });
}

export const right = () => true;

export function said(_step, { rt }, desk) {
  return { text: rt !== null && rt < 0 ? desk.texts.early : "", quick: true };
}

export function key(event, _step, desk) {
  if (event.key !== "Enter" && event.key !== " ") return false;
  desk.answer("press", event);
  return true;
}
