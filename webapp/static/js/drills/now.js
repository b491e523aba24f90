// What was read, and a card: how long is its kimari-ji now? With `mine` it is the safe prefix of a side of the mat.

import { fill, h } from "../dom.js";

const chips = (names) => h("div", { class: "read", lang: "ja" }, ...names.map((name) => h("span", {}, name)));
const headed = (head, names) => h("section", { class: "heard" }, h("h2", { class: "small soft" }, head), chips(names));

export function ask(step, desk) {
  desk.task(desk.texts[step.part]);
  const mine = step.mine?.length && headed(desk.texts.mine, step.mine);
  desk.put(mine, mine ? headed(desk.texts.read, step.read) : chips(step.read), desk.face(step.card));
  offer(step, desk);
}

export function offer(step, desk) {
  desk.offer(step.choices.map((text) => ({ given: text, label: text, letters: text })), { look: "few" });
  desk.shown();
}

const [RIGHT, OF] = [4, 5];

// Four of the last five right bring longer lists, and then it is counted anew.
export function level(step, { steps, results }) {
  const done = steps.filter((one) => one.script === step.script && one.number < step.number && results.has(one.number));
  const right = done.map((one) => results.get(one.number));
  let level = 0;
  let start = 0;
  for (let end = OF; end <= right.length && level < step.harder.length; end++) {
    if (end - start < OF || right.slice(end - OF, end).filter(Boolean).length < RIGHT) continue;
    level += 1;
    start = end;
  }
  return level;
}

export function said(step, { given, right }, desk) {
  if (right || given === null || !desk.texts.too_long) return {};
  const text = given.length > step.right.length ? desk.texts.too_long : desk.texts.too_short;
  return { text: fill(text, { kimariji: step.right }), nodes: changes(step, desk) };
}

export const changes = (step, desk) =>
  (step.changed ?? []).map((one) => h("p", { class: "soft small", lang: "ja" }, fill(desk.texts.changed, one)));
