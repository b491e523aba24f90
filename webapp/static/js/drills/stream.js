// Reads tick by, spoken or shown, and now and then a card is asked: nobody shows what was read, so it has to be kept up
// with.

import { h } from "../dom.js";
import { offer } from "./now.js";
import { sounds } from "./sound.js";

export { said } from "./now.js";
export const steady = true;

/** Seconds of silence before a read that is spoken. */
const BEFORE = 0.3;
/** Milliseconds that a read is heard past its decision point at least, however fast the reads are. */
const LEAST = 1200;

export function ask(step, desk) {
  if (desk.page.whole.sound && !sounds.open) return sounds.gate(desk);
  desk.task(desk.texts.stream);
  desk.choices.className = "choices few";
  desk.choices.replaceChildren();
  tick(step, desk, 0);
}

async function tick(step, desk, at) {
  const one = step.ticks[at];
  if (!one) {
    sounds.hush();
    desk.task(desk.texts.stream_ask);
    desk.put(desk.face(step.card));
    return offer(step, desk);
  }
  desk.put(drawn(one, desk));
  const played = await read(one, step, desk);
  if (played) desk.later(played.next, () => tick(step, desk, at + 1));
}

export function leave() {
  sounds.hush();
}

const spoken = (one, desk) => Boolean(desk.page.whole.sound && one.heard && sounds.ear?.has(one.heard));

/** A read as it is seen: an ear where it is spoken, and its first line where it is not. */
export const drawn = (one, desk) =>
  spoken(one, desk)
    ? h("span", { class: "ear", "aria-hidden": "true" }, "♪")
    : h("p", { class: "tick", lang: "ja" }, h("span", { class: "kana" }, one.kimariji), desk.small(one.kimariji), h("span", { class: "verse" }, one.line));

/**
 * Speak a read where it can be; return what is heard of it and in how many milliseconds the next one comes, or null where
 * the question is gone by then.
 */
export async function read(one, step, desk) {
  const pace = step.pace * 1000;
  if (!spoken(one, desk)) return { heard: null, next: pace };
  const heard = await sounds.hear(step, desk, { item: one.heard, after: BEFORE });
  return heard && { heard, next: Math.max(pace, heard.decided - performance.now() + LEAST) };
}
