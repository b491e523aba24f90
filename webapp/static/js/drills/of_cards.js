// A sound, and the few cards of which it may be one: what is common to every script that asks so.

import { fill, h } from "../dom.js";
import { sounds } from "./sound.js";

// `offer` is how the cards are offered, `hear` how the sound is played; `told` stands below the note.
export async function ask(step, desk, task, { offer, hear, told = [] }) {
  if (!sounds.open) return sounds.gate(desk);
  desk.task(task);
  desk.put(h("span", { class: "ear", "aria-hidden": "true" }, "♪"), ...told);
  desk.offer(step.choices.map((card) => ({ given: card, node: desk.face(card) })), offer);
  const heard = await sounds.hear(step, desk, hear);
  if (heard) desk.shown(heard.decided);
}

export function said(step, { right }, desk) {
  sounds.hush();
  if (right) return {};
  sounds.again(step.heard);
  return { text: fill(desk.texts.wrong, { kimariji: desk.page.names[step.card].kimariji }) };
}

export function leave() {
  sounds.hush();
}
