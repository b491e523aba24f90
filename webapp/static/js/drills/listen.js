// An upper half is heard, and which card it is: among eight faces, among the few of a contrast set, or among the seven of
// a warm-up (`step.among`), where the read comes when it comes (`step.wait`).

import { isOver as setIsOver } from "./cards.js";
import * as ofCards from "./of_cards.js";
import { sounds } from "./sound.js";

export { leave, said } from "./of_cards.js";
export const steady = true;
export const measured = sounds.measured;
export const isOver = (step, run) => step.among === "set" && setIsOver(step, run);

export function ask(step, desk) {
  const look = step.choices.length > 4 ? "cards eight" : "cards";
  const hear = step.wait ? { after: step.wait / 1000 } : {};
  return ofCards.ask(step, desk, desk.texts.which_read, { offer: { look }, hear });
}
