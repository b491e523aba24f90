/**
 * Cards laid by hand and checked together: one's own layout, or a whole mat again. Every card is a question of its own;
 * its time is what went by since the one laid before it.
 */

import { fill, h, write } from "../dom.js";
import { Arrangement } from "../teiichi/arrangement.js";
import { Arranger } from "../teiichi/arranger.js";
import { MatView } from "./mat_view.js";
import { early, memorise, memorised, since } from "./memorise.js";

const CORNERS = ["左上", "右上", "左中", "右中", "左下", "右下"];

/** @type {Map<number, {given: string, rt: number, recalled?: number}>} answers by the number of their step */
const laid = new Map();
let skipped = false;
let group = -1;
let event = /** @type {any} */ (null);

export const steady = true;

export function ask(step, desk) {
  const kept = laid.get(step.number);
  if (kept) return give(step, kept, desk);
  if (desk.page.whole.time_s && !memorised(desk)) return memorise(desk, () => desk.next());
  if (!desk.page.whole.time_s || !early(step, desk)) start(step, desk);
}

// One after another without a pause: they were laid together and are looked at together.
function give(step, { given, rt, recalled }, desk) {
  const asked = desk.page.whole.time_s ? since(desk) : undefined;
  desk.shown(event.timeStamp - rt);
  if (step.sure && !skipped) desk.put(h("div", { class: "asked-card" }, desk.face(step.card)), h("p", {}, named(given, desk)));
  desk.answer(given, event, { rt, asked, recalled, ...(skipped && { confidence: null }) });
}

// Each card is told in the table of all; the last one right must not take that table away.
export function said(step, { confidence }, desk) {
  skipped ||= step.sure && confidence === null;
  queueMicrotask(() => {
    const own = desk.page.steps.filter((one) => one.group === step.group && one.script === step.script);
    if (own.at(-1).number === step.number) review(own, desk);
    else desk.next();
  });
  return { text: "", stay: true };
}

// A place in words: the corners of the opponent's side come after one's own.
function named(place, desk) {
  const [owner, slot] = place.split(" ");
  return `${desk.page.whole.words.corners[CORNERS.indexOf(slot.slice(0, 2)) + (owner === "A" ? 0 : 6)]}, ${slot.slice(2)}`;
}

// In words, and as players write it.
const placed = (place, desk) => (place ? [named(place, desk), " ", h("span", { class: "soft", lang: "ja" }, place.replace(/^[AB] /, ""))] : []);

function start(step, desk) {
  group = step.group;
  skipped = false;
  desk.task(desk.texts.arrange);
  desk.put(h("p", { class: "soft" }, fill(desk.texts.laid_right, { right: "–", count: desk.page.whole.groups[group].length })));
  desk.go(desk.texts.start_laying, () => lay(step, desk));
}

function lay(step, desk) {
  const { whole } = desk.page;
  const cards = whole.groups[step.group];
  const order = whole.two ? shuffled(cards) : cards;
  const arrangement = new Arrangement(Array.from({ length: whole.two ? 12 : 6 }, () => []), order);
  const parts = {
    mat: h("div", { class: "mat sounds", role: "group", "aria-label": desk.texts.mat }),
    pool: h("ul", { class: "pool sounds", "aria-label": desk.texts.pool }),
    said: h("p", { class: "visually-hidden", role: "status" }),
    pad: whole.two ? null : h("div", { class: "pad" }),
  };
  const clock = h("strong", { class: "clock number" });
  const faces = new Map(whole.faces.map((face) => [face.number, face]));
  const began = performance.now();
  const times = new Map();
  let last = began;
  const arranger = new Arranger(parts, arrangement, faces, whole.words, () => {
    const now = performance.now();
    for (const card of cards)
      if (!times.has(card) && arrangement.cornerOf(card) >= 0) {
        times.set(card, now - last);
        last = now;
      }
    tell();
  });
  arranger.choose(order[0]);
  const undo = h("button", { class: "button", type: "button", onclick: () => arranger.undo() }, `↶ ${desk.texts.undo}`);
  const check = h("button", { class: "button main", type: "button" }, desk.texts.check);
  const left = h("span", { class: "soft small", role: "status" });
  const tell = () => {
    const open = arrangement.loose.length;
    check.toggleAttribute("disabled", open > 0);
    write(left, open ? fill(desk.texts.not_all, { count: open }) : "");
  };
  check.addEventListener("click", (press) => {
    event = press;
    arranger.close();
    const order = whole.time_s ? [...times.keys()] : [];
    for (const one of desk.page.steps.filter((other) => other.group === step.group && other.script === step.script))
      laid.set(one.number, { given: placeOf(arrangement, one.card), rt: times.get(one.card) ?? 0, recalled: order.indexOf(one.card) + 1 || undefined });
    desk.next();
  });
  const tick = () => {
    write(clock, fill(desk.texts.seconds, { time: Math.floor((performance.now() - began) / 1000) }));
    if (arranger.open) desk.later(250, tick);
  };
  desk.put(
    h("p", { class: "clock-line" }, clock, left),
    h("div", { class: "arranger" }, parts.mat, h("div", { class: "pool-part" }, parts.pool), h("div", { class: "thumb" }, parts.pad, h("p", { class: "tools" }, undo, check)), parts.said),
  );
  desk.choices.className = "choices few";
  desk.choices.replaceChildren();
  tell();
  tick();
}

/** A place as answers name it: `A 右下1`. */
function placeOf(arrangement, card) {
  const corner = arrangement.cornerOf(card);
  const owner = corner < 6 ? "A" : "B";
  return `${owner} ${CORNERS[corner % 6]}${arrangement.corners[corner].indexOf(card) + 1}`;
}

function review(own, desk) {
  const wrong = own.filter((step) => laid.get(step.number)?.given !== step.right);
  const names = new Map(desk.page.whole.faces.map((face) => [face.number, face.kimariji]));
  const rows = wrong.map((step) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", lang: "ja" }, names.get(step.card) ?? ""),
      h("td", {}, h("s", {}, ...placed(laid.get(step.number)?.given ?? "", desk))),
      h("td", {}, ...placed(step.right, desk)),
    ),
  );
  const total = own.reduce((sum, step) => sum + (laid.get(step.number)?.rt ?? 0), 0) / 1000;
  desk.task(fill(desk.texts.laid_right, { right: own.length - wrong.length, count: own.length }));
  desk.put(
    h("p", { class: "clock number" }, fill(desk.texts.seconds, { time: total.toFixed(0) })),
    rows.length > 0 && h("table", { class: "laid-wrong" }, h("tbody", {}, ...rows)),
    desk.page.whole.time_s && order(own, desk, names),
  );
  desk.go(desk.texts.next, () => desk.next());
}

// The mat as it lay: on each place which in the order of recall its card was, and the same as a list.
function order(own, desk, names) {
  const view = new MatView(desk, desk.page.whole.sides, { backs: true, tap() {} });
  view.node.inert = true;
  view.node.setAttribute("aria-hidden", "true");
  for (const step of own) view.number(step.right, laid.get(step.number)?.recalled ?? "", laid.get(step.number)?.given === step.right);
  const came = own.filter((step) => laid.get(step.number)?.recalled).sort((a, b) => (laid.get(a.number)?.recalled ?? 0) - (laid.get(b.number)?.recalled ?? 0));
  const list = h("ol", { class: "recalled", lang: "ja" }, ...came.map((step) => h("li", {}, names.get(step.card) ?? "")));
  return h("section", { class: "recall" }, h("h2", {}, desk.texts.recalled), view.node, h("details", {}, h("summary", {}, desk.texts.recalled_list), list));
}

function shuffled(cards) {
  const mixed = [...cards];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other], mixed[at]];
  }
  return mixed;
}
