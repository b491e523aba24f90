// Reads tick by, spoken or shown; it is pressed when the kimari-ji of any card of a group changes, and for nothing else.

import { h } from "../dom.js";
import { changes } from "./now.js";
import { sounds } from "./sound.js";
import { drawn, read } from "./stream.js";

export const steady = true;
export const measured = (step, event) => (step.heard ? sounds.measured(step, event) : {});

const waits = (desk) => Boolean(desk.page.whole.sound) && !sounds.open;

export async function ask(step, desk) {
  if (waits(desk)) return sounds.gate(desk);
  desk.task(desk.texts.alarm);
  const group = h("div", { class: "read", lang: "ja" }, ...step.group.map((name) => h("span", {}, name)));
  desk.put(drawn(step.tick, desk), group);
  desk.offer([{ given: "press", label: desk.texts.press, lang: document.documentElement.lang }], { look: "", know: null });
  desk.choices.firstElementChild?.classList.add("go", "press", "wide");
  const played = await read(step.tick, step, desk);
  if (!played) return;
  desk.shown(played.heard?.decided);
  desk.later(played.next, () => desk.answer("wait", {}, { rt: null, input: desk.input }));
}

export function leave() {
  sounds.hush();
}

export function said(step, { given, right }, desk) {
  if (right && given === "wait") return { text: "", quick: true };
  const nodes = changes(step, desk);
  return { text: right ? desk.texts.right : nodes.length ? "" : desk.texts.nothing, nodes, quick: right, stay: !right };
}

export function key(event, _step, desk) {
  if (waits(desk) || !desk.isOpen || (event.key !== "Enter" && event.key !== " ")) return false;
  desk.answer("press", event);
  return true;
}
