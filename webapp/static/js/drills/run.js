// A run of an exercise, or of a day: the frame around its questions. All of them came with the page; answers go out as
// they are given and wait for a connection if need be, so a run goes on offline, and after a reload.
//
// A reaction time is the time stamp of the press itself, less the moment of the frame in which the question showed.
//
// Each kind of question has a script of its own in this folder, named by the step's `script`:
//
//   export function ask(step, desk) {}              draws the question; then desk.shown(), and later desk.answer(…)
//   export function right(step, given) {}           whether an answer is right; by default given === step.right
//   export function said(step, answer, desk) {}     what is said of an answer: {text, nodes, stay, quick}; all may be
//                                                   missing. `stay` waits for the learner even where it was right,
//                                                   `quick` goes on by itself even where it was wrong
//   export function level(step, run) {}             how hard a step is asked that has `harder` ones; 0 is the easiest
//   export function isOver(step, run) {}            whether the step need not be asked any more
//                                                   run: {steps, results, disturbed}, the last two by number
//   export function key(event, step, desk) {}       whether a key was taken; what is not taken chooses by number
//   export function leave(step, desk) {}            the question goes: stop clocks and sounds
//   export const steady = true;                     it cannot be drawn anew, as something is running
//   export const uncounted = true;                  it is no part of the score; a step may say so of itself
//   A step with `sure` is asked how sure its answer is (sure.js), before `said`.
//   export function measured(step, event) {}        what is known of an answer's press beside it: {rt, heard, asked}
//
// The desk:
//   page, texts                  what the server put into the page; page.whole is the run's own, step the question's
//   task(text)                   the line above;   put(...nodes) what is shown;   box the element itself
//   face(card, turned)           a torifuda;       small(text)   the same in Latin letters, where they are wanted
//   offer(buttons, options)      what can be answered: [{given, label, node, letters}], {look, know}
//   go(label, act)               one large button for going on, with Enter and Space
//   shown(at)                    the question counts as shown with the next frame, or at a moment of performance.now()
//   answer(given, event, more)   given: text or null; more: {input, told, asked, touched, confidence, heard, rt, at}
//   say(text, is)                a line below;     later(ms, act)    a clock that ends with the question
//   since(stamp)                 milliseconds from when the question showed to a time stamp, null where it did not
//   input                        what was answered with last
//   broken()                     this question is not measured (something disturbed it)

import { fill, h, island, write } from "../dom.js";
import { Outbox } from "../outbox.js";
import { begun, guarded, isResting, onRest, sent } from "./framed.js";
import { remember, rememberAgain, sendLeft } from "./left.js";
import { askSure } from "./sure.js";

const HIDDEN = 300;
const PAUSES = { short: 450, long: 1400, tap: null };

const page = island("run");
const texts = island("texts");
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const [task, box, said, choices, waiting, letters] = ["task", "stage", "said", "choices", "waiting", "letters"].map(byId);
const bar = /** @type {HTMLProgressElement} */ (document.getElementById("bar"));

/** @type {Record<string, any>} */
const scripts = Object.fromEntries(
  await Promise.all(page.scripts.map(async (name) => [name, await import(`./${name}.js`)])),
);

// What the server said of answers that it does not take: from then on nothing of this run is kept.
let refused = "";
const coming = h("p", { class: "soft" }, texts.later);

const outbox = new Outbox({
  url: page.url,
  stream: page.stream,
  onStored(answer) {
    if (answer.lines.length + answer.score.length) close(answer);
    settled();
  },
  onConflict() {},
  onRefused(answer) {
    refused = answer.message ?? texts.gone;
    write(waiting, refused);
    write(coming, "");
    remember(page.key, page.stream, null);
    settled();
  },
  onWaiting: (count, reason) => write(waiting, refused || (count && reason === "offline" ? fill(texts.waiting, { count }) : "")),
});

// Once it is over and all of it went out, there is no way back to it.
function settled() {
  if (!over || outbox.waiting) return;
  remember(page.key, page.stream, null);
  sent();
}

const isRight = (step, given) => (scripts[step.script].right ?? ((one, text) => text === one.right))(step, given);

// A step as it is at a level of its own, 0 being the easiest.
const atLevel = (step, level) => (level && step.harder[level - 1] ? { ...step, ...step.harder[level - 1], number: step.number, level } : step);

/** @type {Map<number, boolean>} */
const results = new Map(Object.entries(page.done).map(([number, right]) => [Number(number), right]));
for (const entry of outbox.entries)
  for (const one of entry.command.answers)
    results.set(one.number, one.told ? one.given === "right" : isRight(atLevel(page.steps[one.number], one.asked), one.given));

/** What was interrupted, and so not measured. @type {Set<number>} */
const disturbed = new Set(page.disturbed);
for (const entry of outbox.entries) for (const one of entry.command.answers) if (one.interrupted) disturbed.add(one.number);

/** @type {any[]} */
let pending = [];
/** @type {null | {step: any, shown: number, at: number, broken: boolean}} */
let open = null;
/** @type {any} */
let asked = null;
/** @type {null | ((event: Event) => void)} */
let onNext = null;
/** Takes how sure an answer is that was given, null where that is skipped. @type {null | ((confidence: number | null) => void)} */
let held = null;
/** @type {number[]} */
let timers = [];
let over = false;
let told = false;

function flush() {
  if (!pending.length && (!over || told)) return;
  told = over;
  outbox.send({ device: device(), answers: pending, over }, 0);
  pending = [];
}

function device() {
  const least = Math.min(screen.width, screen.height);
  if (!matchMedia("(pointer: coarse)").matches) return "computer";
  return least < 600 ? "phone" : "tablet";
}

function stopClocks() {
  timers.forEach(clearTimeout);
  timers = [];
}

// Nothing goes on while nobody looks.
function seen(act) {
  if (!document.hidden && !isResting()) return act();
  timers.push(setTimeout(() => seen(act), HIDDEN));
}

function next() {
  stopClocks();
  if (asked) scripts[asked.script].leave?.(asked, desk);
  open = onNext = asked = held = null;
  const run = { steps: page.steps, results, disturbed };
  const step = page.steps.find((one) => !results.has(one.number) && !scripts[one.script].isOver?.(one, run));
  bar.value = step ? step.number : page.steps.length;
  said.textContent = "";
  delete said.dataset.is;
  if (step) ask(atLevel(step, scripts[step.script].level?.(step, run)));
  else finish();
}

function ask(step) {
  onNext = null;
  asked = step;
  open = { step, shown: 0, at: 0, broken: document.hidden };
  scripts[step.script].ask(step, desk);
}

const inLetters = () => letters.getAttribute("aria-pressed") === "true";

const desk = {
  page,
  texts,
  box,
  choices,
  task: (text) => write(task, text),
  say(text, is = "") {
    write(said, text);
    if (is) said.dataset.is = is;
    else delete said.dataset.is;
  },
  put: (...children) => box.replaceChildren(...children.filter(Boolean)),
  face(card, turned = false) {
    const found = /** @type {HTMLElement} */ (byId("faces").querySelector(`[data-card="${card}"] .torifuda`));
    const drawn = /** @type {HTMLElement} */ (found.cloneNode(true));
    if (turned) drawn.classList.add("turned");
    return drawn;
  },
  small: (text) => inLetters() && h("span", { class: "letters", lang: "ja-Latn" }, page.romaji[text] ?? ""),
  offer(buttons, { look = "", know = texts.know } = {}) {
    choices.className = `choices ${look}`;
    const made = buttons.map((one) =>
      h(
        "button",
        { class: one.node ? "button card" : "button", type: "button", lang: one.lang ?? "ja", data: { given: one.given } },
        one.node ?? one.label,
        one.letters && desk.small(one.letters),
      ),
    );
    const none = know && h("button", { class: "button plain wide", type: "button", data: { given: "" } }, know);
    choices.replaceChildren(...made, ...(none ? [none] : []));
  },
  go(label, act) {
    open = null;
    onNext = act;
    choices.className = "choices";
    const button = h("button", { class: "button main big wide", type: "button", onclick: advance }, label);
    choices.replaceChildren(button);
    button.focus({ preventScroll: true });
  },
  // The question counts as shown with the frame that draws it.
  shown(at = 0) {
    const question = open;
    if (!question) return;
    if (at) Object.assign(question, { shown: at, at: Date.now() + at - performance.now() });
    else
      requestAnimationFrame((frame) => {
        if (question !== open) return;
        question.shown = frame;
        question.at = Date.now();
      });
  },
  since: (stamp) => (open?.shown ? stamp - open.shown : null),
  later: (ms, act) => timers.push(setTimeout(() => seen(act), ms)),
  broken() {
    if (open) open.broken = true;
  },
  // What was answered with last: also what was let pass was let pass by a hand.
  get input() {
    return lastInput;
  },
  get isOpen() {
    return open !== null;
  },
  answer,
  next,
};

// The click that belongs to the press of an answer comes down on whatever has taken the answer's place.
function advance(event) {
  if (!pressed) onNext?.(event);
}

// An answer counts with its own press; how sure it is, is asked before it goes out.
function hold(text, event, more) {
  const question = open;
  stopClocks();
  open = null;
  const rt = question?.shown ? event.timeStamp - question.shown : null;
  const known = { rt, input: inputOf(event), ...more };
  const back = askSure(desk, question?.step, text);
  held = (confidence) => {
    held = null;
    back();
    open = question;
    answer(text, event, { ...known, confidence });
  };
}

function answer(text, event, more = {}) {
  if (!open) return;
  if (open.step.sure && text && more.confidence === undefined) return hold(text, event, more);
  const { step, shown, at, broken } = open;
  stopClocks();
  const known = { ...(step.level && { asked: step.level }), ...scripts[step.script].measured?.(step, event), ...more };
  const { input = inputOf(event), rt = shown ? event.timeStamp - shown : null, at: moment = at, ...rest } = known;
  const given = text === "" ? null : text;
  const right = rest.told ? given === "right" : isRight(step, given);
  results.set(step.number, right);
  if (broken) disturbed.add(step.number);
  const shownAt = Math.round(moment || Date.now());
  lastInput = input;
  pending.push({ number: step.number, card: step.card, given, rt_ms: rt, shown_at: shownAt, interrupted: broken, input, ...rest });
  open = null;
  if (pending.length >= page.batch) flush();
  respond(step, { given, right, rt, ...rest });
}

let lastInput = matchMedia("(pointer: coarse)").matches ? "touch" : "keyboard";
const inputs = { touch: "touch", pen: "pen", mouse: "mouse" };
const inputOf = (event) => (event instanceof PointerEvent && event.pointerType ? (inputs[event.pointerType] ?? "mouse") : "keyboard");

function respond(step, given) {
  const about = scripts[step.script].said?.(step, given, desk) ?? {};
  for (const button of choices.querySelectorAll("button")) {
    button.classList.toggle("is-right", button.dataset.given === (given.right ? given.given : step.right));
    button.classList.toggle("is-wrong", button.dataset.given === given.given && !given.right);
    button.setAttribute("aria-disabled", "true");
  }
  const usual = given.right ? texts.right : fill(texts.wrong, { kimariji: step.right });
  desk.say(about.text ?? usual, given.right ? "right" : "wrong");
  if (about.nodes) box.append(...about.nodes);
  choices.classList.toggle("answered", about.stay === true);
  const pause = about.quick ? PAUSES.short : PAUSES[page.look.wait];
  if ((given.right || about.quick) && !about.stay && pause !== null) return desk.later(pause, next);
  onNext = next;
  const button = h("button", { class: "button main wide", type: "button", onclick: advance }, texts.next);
  const know = choices.querySelector(".wide");
  if (know) know.replaceWith(button);
  else choices.append(button);
}

function finish() {
  write(task, texts.over);
  choices.className = "choices few";
  const counted = page.steps.filter((one) => !(one.uncounted || scripts[one.script].uncounted) && results.has(one.number));
  const right = counted.filter((one) => results.get(one.number)).length;
  desk.put(h("p", { class: "score" }, fill(texts.score, { right, count: counted.length })), coming);
  const again = page.again !== page.home && h("a", { class: "button big wide", href: page.again }, texts.again_run);
  choices.replaceChildren(...[again, h("a", { class: "button main big wide", href: page.home }, texts.home)].filter(Boolean));
  over = true;
  note();
  flush();
}

function close({ score, lines }) {
  const told = score && h("p", { class: "score" }, score);
  desk.put(told, h("dl", {}, ...lines.flatMap(([head, line]) => [h("dt", {}, head), h("dd", {}, line)])));
}

// Presses: at once under a finger, by the event's own time.

let pressed = false;

choices.addEventListener("pointerdown", (event) => {
  pressed = false;
  const button = /** @type {HTMLElement} */ (event.target).closest("[data-given]");
  if (!button || event.button !== 0 || !open) return;
  pressed = true;
  answer(/** @type {HTMLElement} */ (button).dataset.given, event);
});
choices.addEventListener("click", (event) => {
  const sure = /** @type {HTMLElement|null} */ (/** @type {HTMLElement} */ (event.target).closest("[data-sure]"));
  if (sure && held && !pressed) return held(Number(sure.dataset.sure) || null);
  const button = /** @type {HTMLElement} */ (event.target).closest("[data-given]");
  // a screen reader's click has no press before it
  if (button && !pressed && open) answer(/** @type {HTMLElement} */ (button).dataset.given, event, { input: "keyboard" });
});

addEventListener("click", () => (pressed = false));

addEventListener("keydown", (event) => {
  pressed = false;
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (held && /^[0-4]$/.test(event.key)) return held(Number(event.key) || null);
  if (open && scripts[open.step.script].key?.(event, open.step, desk)) return event.preventDefault();
  const on = /** @type {HTMLElement} */ (document.activeElement);
  if (open && on?.matches("input, select, textarea")) return;
  const go = event.key === "Enter" || event.key === " ";
  const onButton = on?.matches("button, a, summary");
  if (open && /^[0-9]$/.test(event.key)) {
    const buttons = [...choices.querySelectorAll("[data-given]")];
    const button = event.key === "0" ? buttons.find((one) => one.matches(".wide")) : buttons[Number(event.key) - 1];
    if (button) answer(/** @type {HTMLElement} */ (button).dataset.given, event);
  } else if (open && go && onButton && choices.contains(on) && on.dataset.given !== undefined) {
    event.preventDefault();
    answer(on.dataset.given, event);
  } else if (!open && onNext && go && !(onButton && !choices.contains(on))) {
    event.preventDefault();
    onNext(event);
  }
});

// Whoever looked away was not measured; what was answered is safe.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return;
  held?.(null);
  desk.broken();
  flush();
});
addEventListener("blur", () => desk.broken());
addEventListener("pagehide", () => {
  held?.(null);
  flush();
});

// A run that was left can be found again from the page that begins it.
const note = () => refused || remember(page.key, page.stream, { address: location.pathname, url: page.url, stream: page.stream, day: page.day, over });

const LOOK = "drills-letters"; // for this visit: what is usual is a setting
const look = (on) => letters.setAttribute("aria-pressed", String(on));
look(page.look.letters);
try {
  const kept = sessionStorage.getItem(LOOK);
  if (kept) look(kept === "yes");
} catch {
  // no storage here
}
letters.addEventListener("click", () => {
  look(!inLetters());
  try {
    sessionStorage.setItem(LOOK, inLetters() ? "yes" : "no");
  } catch {
    // no storage here
  }
  letters.blur(); // Enter and Space are for the questions
  if (!asked || scripts[asked.script].steady || (!open && !onNext)) return;
  if (results.has(asked.number)) return;
  stopClocks();
  ask(asked); // a question that is drawn once more is not measured
  desk.broken();
});

onRest(() => {
  held?.(null);
  desk.broken();
  flush();
});
guarded(() => write(waiting, texts.stay));
await begun(page);
if (window.frameElement === null) sendLeft(undefined, page.stream);
note();
if (page.again !== page.home) rememberAgain({ key: page.key, query: new URL(page.again, location.href).search });
next();
