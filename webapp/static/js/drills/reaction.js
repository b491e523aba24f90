// Reads at match pace: press for the targets, stay for all else. What is not pressed in time was let pass.

import { fill, h } from "../dom.js";
import { sounds } from "./sound.js";

/** Milliseconds after the decision point in which a press may still come. */
const WINDOW = 2000;
/** Seconds between two reads. */
const GAP = 1;

export const steady = true;
export const measured = sounds.measured;
let told = false;

export async function ask(step, desk) {
  if (!sounds.open) return sounds.gate(desk);
  if (!told) return tell(desk);
  desk.task(desk.texts.reaction);
  desk.put(targets(desk));
  desk.choices.className = "choices";
  desk.choices.replaceChildren(h("button", { class: "button go press wide", type: "button", data: { given: "press" } }, desk.texts.press));
  const heard = await sounds.hear(step, desk, { after: GAP });
  if (!heard) return;
  desk.shown(heard.decided);
  desk.later(heard.decided + WINDOW - performance.now(), () => desk.answer("wait", {}, { input: desk.input }));
}

function tell(desk) {
  desk.task(desk.texts.targets);
  desk.put(targets(desk), h("p", {}, desk.page.whole.instruction), h("p", { class: "soft" }, desk.texts.reaction));
  desk.go(desk.texts.ready, () => {
    told = true;
    desk.next();
  });
}

const targets = (desk) => h("div", { class: "targets" }, ...desk.page.whole.targets.map((card) => desk.face(card)));

export function said(step, { given, right }, desk) {
  sounds.hush();
  const { kimariji } = desk.page.names[step.card];
  const { hit, stayed, alarm, missed } = desk.texts;
  const text = right ? (given === "press" ? hit : stayed) : fill(given === "press" ? alarm : missed, { kimariji });
  return { text, quick: true };
}

export function key(event, _step, desk) {
  if (!sounds.open || !desk.isOpen || (event.key !== "Enter" && event.key !== " ")) return false;
  desk.answer("press", event);
  return true;
}

export function leave() {
  sounds.hush();
}
