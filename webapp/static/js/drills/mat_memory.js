/** Asked of a hidden mat: where a card lies, what lies at a place, whether a card is there, and where it is by now. */

import { fill, h, write } from "../dom.js";
import { MatView, byKeys, keysGoOn } from "./mat_view.js";
import { early, memorise, memorised, since } from "./memorise.js";

let seen = false;
/** @type {MatView|null} */
let view = null;
/** @type {Map<number, boolean>} */
const results = new Map();

export const steady = true;

export function ask(step, desk) {
  if (!memorised(desk)) return memorise(desk, () => desk.next());
  if (desk.page.whole.events && !seen) return happen(desk, () => desk.next());
  if (!early(step, desk, results)) put(step, desk);
}

// What happens on the mat, in the pace of a match, before anything is asked.
function happen(desk, then) {
  const { whole } = desk.page;
  const open = new MatView(desk, whole.sides, { tap() {} });
  const said = h("p", { class: "happening", role: "status" });
  desk.task("");
  desk.put(said, open.node);
  scrollTo(0, 0);
  desk.choices.replaceChildren();
  const names = new Map(whole.faces.map((face) => [face.number, face.kimariji]));
  let number = 0;
  const next = () => {
    const one = whole.events[number++];
    if (!one) {
      seen = true;
      return then();
    }
    write(said, fill(one.text, { card: names.get(one.card) ?? "" }));
    open.mark(one.card, "moving");
    desk.later(whole.pace_s * 600, () => {
      open.mark(one.card, "");
      if (one.to) open.move(one.card, one.to);
      else open.remove(one.card);
      desk.later(whole.pace_s * 400, next);
    });
  };
  desk.later(800, next);
}

function put(step, desk) {
  const { whole } = desk.page;
  const more = () => ({ asked: desk.page.whole.delays.length > 1 ? since(desk) : undefined });
  desk.task(step.probe === "what" ? fill(desk.texts.what, { place: step.name }) : desk.texts[step.probe === "now" ? "where" : step.probe]);
  if (step.probe === "present") {
    desk.put(desk.face(step.card));
    desk.offer([{ given: "here", label: desk.texts.here, lang: "" }, { given: "away", label: desk.texts.away, lang: "" }], { look: "few" });
    step.more = more;
  } else if (step.probe === "what") {
    view = new MatView(desk, whole.sides, { backs: true, tap() {} });
    view.mark(step.at, "asked");
    desk.put(view.node);
    const cards = [...whole.faces].sort((a, b) => a.kimariji.localeCompare(b.kimariji, "ja"));
    desk.offer(cards.map((face) => ({ given: String(face.number), label: face.kimariji })), { look: "chips" });
  } else {
    const places = step.probe === "now" ? both(whole.sides, whole.after) : whole.sides;
    view = new MatView(desk, places, { backs: true, tap: (laid, event) => choose(laid, event, step, more(), desk) });
    const face = desk.face(step.card);
    face.classList.add("small");
    desk.put(h("div", { class: "asked-card" }, face), view.node);
    desk.offer(step.probe === "now" ? [{ given: "away", label: desk.texts.not_here, lang: "" }] : [], { look: "few one" });
    if (byKeys()) view.enter();
  }
  desk.shown();
}

// While it is asked how sure that is, the place that was named is seen.
function choose(laid, event, step, more, desk) {
  if (!desk.isOpen) return;
  if (step.sure) view?.mark(laid.place, "named");
  desk.answer(laid.place, event, more);
}

// Every place where a card lies now or lay before: which of them are empty would tell too much.
function both(before, after) {
  const merged = {};
  for (const owner of ["A", "B"]) {
    const by = new Map([...before[owner], ...after[owner]].map((laid) => [laid.place, laid]));
    const number = (laid) => Number(/\d+$/.exec(laid.place)?.[0] ?? 0);
    merged[owner] = [...by.values()].sort((a, b) => number(a) - number(b));
  }
  return merged;
}

export function said(step, { given, right }, desk) {
  results.set(step.number, right);
  keysGoOn(desk);
  if (step.probe === "where" || step.probe === "now") {
    view?.mark(given ?? "", right ? "right" : "wrong");
    if (step.right !== "away") view?.mark(step.right, "right");
    return right ? {} : { text: step.right === "away" ? desk.texts.was_away : fill(desk.texts.was_there, { place: step.name }) };
  }
  if (step.probe === "what") return right ? {} : { text: fill(desk.texts.wrong, { kimariji: desk.page.names[step.card].kimariji }) };
  return right ? {} : { text: step.right === "here" ? desk.texts.here : desk.texts.not_here };
}
