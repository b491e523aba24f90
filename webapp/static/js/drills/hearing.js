// Two or three cards that sound alike, and a sound that is cut shorter and shorter: where does hearing begin? Where it is
// cut follows from the answers before, so the page works that out by itself and needs no network.

import { fill, h, island } from "../dom.js";
import * as ofCards from "./of_cards.js";
import { sounds } from "./sound.js";
import { Threshold } from "./threshold.js";

export { leave, said } from "./of_cards.js";
export const steady = true;
const known = new Threshold(island("run").whole.threshold);
/** Where the sounds of this page were cut, by question. @type {Map<number, number>} */
const cuts = new Map();
/** @type {Set<number>} */
const counted = new Set();

export function ask(step, desk) {
  // the sound is a gate before the first question: no cut belongs to it
  if (!sounds.open) return sounds.gate(desk);
  const cut = known.nextCut;
  cuts.set(step.number, cut);
  const look = step.choices.length > 2 ? "cards trio" : "cards";
  return ofCards.ask(step, desk, desk.texts.hearing, {
    offer: { look, know: null },
    hear: { item: { ...step.heard, stop: "cut", cut } },
    told: [h("p", { class: "soft small number" }, soFar(desk))],
  });
}

export function measured(step, event) {
  return { ...sounds.measured(step, event), asked: cuts.get(step.number) };
}

// What was interrupted tells nothing. The answers before a reload are counted again: their cuts follow from them.
export function isOver(_step, { steps, results, disturbed }) {
  for (const { number } of steps) {
    if (!results.has(number) || counted.has(number)) continue;
    counted.add(number);
    if (!disturbed.has(number)) known.add(cuts.get(number) ?? known.nextCut, results.get(number));
  }
  return known.over;
}

// A number only where the answers speak for one; before there are enough of them, nothing.
function soFar(desk) {
  const found = known.estimate;
  if (!found) return "";
  const [low, middle, high] = [found.low, found.middle, found.high].map(Math.round);
  return fill(desk.texts[`so_far_${known.standing}`], { low, middle, high });
}
