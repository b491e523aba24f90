// The last cards of a match: which one the hand may go for first, or which one is sent. The counts explain the answer.

import { fill, h } from "../dom.js";

export function ask(step, desk) {
  desk.task(desk.texts[step.ask]);
  const dead = step.dead.length
    ? [h("h2", { class: "small soft" }, desk.texts.endgame_dead), h("div", { class: "read", lang: "ja" }, ...step.dead.map((name) => h("span", {}, name)))]
    : [h("p", { class: "small soft" }, desk.texts.endgame_none)];
  desk.put(...dead, half(step, desk, false), half(step, desk, true));
  const offered = step.offers.filter((one) => one.can);
  desk.offer(offered.map((one) => ({ given: String(one.card), label: name(one, desk), letters: name(one, desk) })), { look: "three" });
  desk.shown();
}

const name = (one, desk) => desk.page.names[one.card].kimariji;

function half(step, desk, mine) {
  const own = step.offers.filter((one) => one.mine === mine);
  const head = h("h2", { class: "small soft" }, mine ? desk.texts.endgame_mine : desk.texts.endgame_theirs);
  return h("section", { class: "half" }, head, h("div", { class: "row" }, ...own.map((one) => desk.face(one.card))));
}

export const right = (step, given) => step.offers.some((one) => String(one.card) === given && one.cost === 0);

export function said(step, { given, right: good }, desk) {
  const chosen = step.offers.find((one) => String(one.card) === given);
  const best = step.offers.find((one) => String(one.card) === step.right);
  const text = good
    ? desk.texts.endgame_best
    : chosen
      ? fill(desk.texts.endgame_cost, { card: name(best, desk), count: chosen.cost })
      : fill(desk.texts.wrong, { kimariji: name(best, desk) });
  const told = (good ? [chosen] : [best, chosen].filter(Boolean)).map((one) => because(one, desk));
  const counts = h("p", { class: "small soft" }, fill(desk.texts.endgame_counts, step));
  return { text, nodes: [...told, counts], stay: true };
}

function because(one, desk) {
  const safe = fill(desk.texts.endgame_safe, { kana: one.safe });
  const reasons = [safe, ...one.because.map((reason) => desk.texts[reason])].join("; ");
  return h("p", { class: "small" }, h("strong", { lang: "ja" }, name(one, desk)), ` ${reasons}`);
}
