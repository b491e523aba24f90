// A part of a poem is shown, and the part that belongs to it is chosen among four.

import { fill, h } from "../dom.js";

export function ask(step, desk) {
  desk.task(desk.texts[step.ask]);
  desk.put(part(step.shown, desk, "question"));
  const offers = step.offers.map((one) => ({ given: one.given, label: part(one, desk, "offer"), lang: one.lines ? "ja" : undefined }));
  desk.offer(offers, { look: "verses" });
  desk.shown();
}

function part({ text, lines }, desk, look) {
  if (!lines) return h("span", { class: `verse ${look}` }, text);
  return h("span", { class: `verse ${look}`, lang: "ja" }, ...lines.map((line) => h("span", { class: "line" }, ...line.map((ruby) => read(ruby, desk)))));
}

function read([text, reading], desk) {
  if (!reading || !desk.page.look.furigana) return text;
  return h("ruby", {}, text, h("rt", {}, reading));
}

// What else there is to know of the poem, so that a question teaches more than it asks.
export function said(step, { right }, desk) {
  const { poet, meaning } = step.whole;
  const text = right ? desk.texts.right : fill(desk.texts.wrong, { kimariji: desk.page.names[step.card].kimariji });
  return { text, nodes: [h("p", { class: "small" }, poet), h("p", { class: "small soft" }, meaning)], stay: true };
}
