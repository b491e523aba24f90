// A torifuda, and its kimari-ji: chosen among some, typed, or said aloud and judged by oneself (`step.mode`).

import { fill, h } from "../dom.js";

const steps = new Set();
const SWIPE = 50;

export function ask(step, desk) {
  if (step.isNew && !steps.has(step.number)) return meet(step, desk);
  desk.task(desk.texts[step.part]);
  desk.put(desk.face(step.card, step.turned));
  if (step.mode === "type") type(step, desk);
  else if (step.mode === "self") sayIt(step, desk);
  else desk.offer(step.choices.map((text) => ({ given: text, label: text, letters: text })));
  desk.shown();
}

// A new card is shown with its answer before it is asked; the first one of a run says what the answer is.
function meet(step, desk) {
  const name = desk.page.names[step.card];
  desk.task(desk.texts.meet);
  const upper = h("p", { class: "verse", lang: "ja" }, name.upper.join(" "));
  const why = steps.size === 0 && h("p", { class: "small soft" }, desk.texts.meet_why);
  desk.put(desk.face(step.card), h("span", { class: "kana", lang: "ja" }, name.kimariji), desk.small(name.kimariji), upper, why);
  desk.go(desk.texts.got, () => {
    steps.add(step.number);
    desk.next();
  });
}

function type(step, desk) {
  const field = h("input", {
    id: "typed", class: "typed", lang: "ja", autocomplete: "off", autocapitalize: "none", autocorrect: "off",
    spellcheck: "false", enterkeyhint: "done", maxlength: "40", "aria-label": desk.texts[step.part],
  });
  const form = h("form", { class: "wide row", onsubmit: (event) => {
    event.preventDefault();
    if (field.value.trim()) desk.answer(field.value.trim(), event, { input: "keyboard" });
  } }, field, h("button", { class: "button main" }, desk.texts.give));
  desk.offer([]);
  desk.choices.prepend(form);
  field.focus({ preventScroll: true });
}

// The time is that of the press that says "I have it"; what it was is told afterwards.
function sayIt(step, desk) {
  let stopped = null;
  const show = (event) => {
    if (stopped !== null) return;
    stopped = event.timeStamp;
    reveal(step, desk, stopped);
  };
  desk.choices.className = "choices";
  const button = h("button", { class: "button go press wide", type: "button" }, desk.texts.reveal);
  button.addEventListener("pointerdown", show);
  button.addEventListener("click", show);
  step.show = show;
  desk.choices.replaceChildren(button);
}

function reveal(step, desk, stopped) {
  step.show = null;
  const name = desk.page.names[step.card];
  desk.put(desk.face(step.card, step.turned), h("span", { class: "kana", lang: "ja" }, name.kimariji), desk.small(name.kimariji));
  const rt = desk.since(stopped);
  const give = (given) => (event) => desk.answer(given, event, { told: true, rt });
  desk.choices.className = "choices";
  desk.choices.replaceChildren(
    h("button", { class: "button go", type: "button", data: { key: "1" }, onclick: give("right") }, desk.texts.knew),
    h("button", { class: "button", type: "button", data: { key: "2" }, onclick: give("wrong") }, desk.texts.missed),
  );
  step.give = give;
  swiped(desk.box.firstElementChild, (event, far) => step.give && give(far > 0 ? "right" : "wrong")(event));
}

// A card that is swept to the right was known, to the left it was not.
function swiped(card, act) {
  let from = null;
  card.style.touchAction = "none";
  card.addEventListener("pointerdown", (event) => {
    from = event.clientX;
    card.setPointerCapture(event.pointerId);
  });
  card.addEventListener("pointerup", (event) => {
    const far = from === null ? 0 : event.clientX - from;
    from = null;
    if (Math.abs(far) > SWIPE) act(event, far);
  });
}

export function key(event, step, desk) {
  if (step.mode !== "self") return false;
  if (step.show && (event.key === "Enter" || event.key === " ")) step.show(event);
  else if (step.give && event.key === "1") step.give("right")(event);
  else if (step.give && event.key === "2") step.give("wrong")(event);
  else return false;
  return true;
}

export function right(step, given) {
  if (step.mode === "type") return given !== null && step.accepted.some((one) => names(plain(given), one));
  return given === step.right;
}

// The kimari-ji itself in any spelling, or more of the poem than that.
const names = (text, [least, whole]) => text === least || (text.startsWith(least) && whole.startsWith(text));

const plain = (text) =>
  text.normalize("NFKC").trim().toLowerCase().replace(/[\u30a1-\u30f6]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60));

export function said(step, { right: good, told }, desk) {
  const kimariji = desk.page.names[step.card].kimariji;
  if (told) return { text: kimariji, quick: true };
  return good ? {} : { text: fill(desk.texts.wrong, { kimariji }) };
}
