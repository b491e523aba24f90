// A voice to press at as soon as it sounds: nothing has to be known, so that it tells the day and the device alone.

import { h } from "../dom.js";
import { sounds } from "./sound.js";

export const steady = true;
export const uncounted = true;
export const measured = sounds.measured;
export const right = () => true;

export async function ask(step, desk) {
  if (!sounds.open) return sounds.gate(desk);
  desk.task(desk.texts.warm_up_heard);
  desk.put(h("span", { class: "ear", "aria-hidden": "true" }, "♪"));
  desk.choices.className = "choices";
  desk.choices.replaceChildren(h("button", { class: "button go press wide", type: "button", data: { given: "press" } }, desk.texts.press));
  const heard = await sounds.hear(step, desk, { after: step.wait / 1000 });
  if (heard) desk.shown(heard.decided);
}

export function said(_step, { rt }, desk) {
  return { text: rt !== null && rt < 0 ? desk.texts.early : "", quick: true };
}

export function key(event, _step, desk) {
  if (!sounds.open || !desk.isOpen || (event.key !== "Enter" && event.key !== " ")) return false;
  desk.answer("press", event);
  return true;
}

export function leave() {
  sounds.hush();
}
