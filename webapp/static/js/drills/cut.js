// Two cards of a set that was just told apart, and their sound cut short: how little is enough? Where it is cut came with
// the page. A set that was not told apart by whole sounds has none of these.

import { isOver as toldApart } from "./cards.js";
import * as ofCards from "./of_cards.js";
import { sounds } from "./sound.js";

export { leave, said } from "./of_cards.js";
export const steady = true;
export const uncounted = true;
export const measured = sounds.measured;
export const isOver = (step, run) => !toldApart({ ...step, script: "listen" }, run);

export function ask(step, desk) {
  return ofCards.ask(step, desk, desk.texts.cut, { offer: { look: "cards", know: null } });
}
