// A kimari-ji, and which of a few cards it is: of a contrast set, or of the seven of a warm-up. A set is over at ten right
// of the last twelve.

import { fill, h } from "../dom.js";

const [RIGHT, OF] = [10, 12];

export function ask(step, desk) {
  const name = desk.page.names[step.card];
  desk.task(desk.texts.contrast);
  desk.put(h("span", { class: "kana", lang: "ja" }, name.kimariji), desk.small(name.kimariji));
  const look = step.choices.length > 4 ? "cards eight" : "cards";
  desk.offer(step.choices.map((card) => ({ given: card, node: desk.face(card) })), { look });
  desk.shown();
}

export function said(step, { right }, desk) {
  return right ? {} : { text: fill(desk.texts.wrong, { kimariji: desk.page.names[step.card].kimariji }) };
}

export function isOver(step, { steps, results }) {
  if (!step.set) return false;
  const own = steps.filter((one) => one.set === step.set && one.script === step.script && results.has(one.number));
  return own.slice(-OF).filter((one) => results.get(one.number)).length >= RIGHT;
}
