// An upper half is heard, and which card it is: among eight faces, or among the few of a contrast set (`step.among`).

import { isOver as setIsOver } from "./cards.js";
import * as ofCards from "./of_cards.js";
import { sounds } from "./sound.js";

export { leave, said } from "./of_cards.js";
export const steady = true;
export const measured = sounds.measured;
export const isOver = (step, run) => step.among === "set" && setIsOver(step, run);

export function ask(step, desk) {
  const look = step.choices.length > 4 ? "cards eight" : "cards";
  return ofCards.ask(step, desk, desk.texts.which_read, { offer: { look } });
}
