/**
 * A match against a ghost. The server plays it again from its seed and all moves so far after each read, so nothing is
 * lost by a reload or a line that is down; what the ghost does in the next read comes along with it.
 */

import { fill, h, island, write } from "../dom.js";
import { decimal } from "../number.js";
import { MatView, byKeys } from "./mat_view.js";
import { reveal } from "./reveal.js";
import { sounds } from "./sound.js";

const page = island("page");
const texts = island("texts");
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const [counts, task, stage, said, choices, waiting] = ["counts", "task", "stage", "said", "choices", "waiting"].map(byId);

const GAP_MS = 1300;
const LOOK_MS = 1100;
/** How long nobody touching the card is waited for, after the moment that decides. */
const PATIENCE_MS = 3000;
const AGAIN_MS = 2000;
const KEY = `${page.stream}|moves`;

// What `sound.js` and the mat need of a run's desk.
const desk = {
  page,
  texts,
  choices,
  task: (text) => write(task, text),
  put: (...nodes) => stage.replaceChildren(...nodes),
  say: (text, is = "") => say(text, is),
  go: (label, act) => button(label, act),
  next: () => go(),
  broken: () => read && (read.interrupted = true),
};
/** @type {any[]} */
let moves = kept();
/** @type {any} */
let now = null;
/** @type {MatView|null} */
let view = null;
/** @type {any} */
let read = null;
/** @type {Set<number>} */
let chosen = new Set();
/** @type {number[]} */
let timers = [];

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

function keep() {
  try {
    if (now?.result) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(moves));
  } catch {
    // no storage here: a reload begins again
  }
}

function device() {
  if (!matchMedia("(pointer: coarse)").matches) return "computer";
  return Math.min(screen.width, screen.height) < 600 ? "phone" : "tablet";
}

const later = (ms, act) => timers.push(setTimeout(act, ms));
function stopClocks() {
  timers.forEach(clearTimeout);
  timers = [];
}

async function ask() {
  for (;;) {
    try {
      const response = await fetch(page.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token() },
        body: JSON.stringify({ device: device(), moves }),
      });
      const answer = await response.json();
      if (response.ok) {
        write(waiting, "");
        return answer;
      }
      if (response.status === 410 || response.status === 422) return stop(answer.message);
    } catch {
      // the line is down: the same question is asked again
    }
    write(waiting, texts.offline);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

const token = () => /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="csrf-token"]')).content;

function offer(...nodes) {
  choices.className = "choices few one";
  choices.replaceChildren(...nodes);
}

function stop(message) {
  write(waiting, message ?? "");
  offer(h("a", { class: "button main", href: page.again }, texts.again));
  return null;
}

async function go() {
  if (page.whole.sound && !sounds.open) return sounds.gate(desk);
  const answer = await ask();
  if (!answer) return;
  now = answer;
  keep();
  const { A: a, B: b } = now.counts;
  counts.replaceChildren(
    h("span", { "aria-hidden": "true" }, `${a} – ${b}`),
    h("span", { class: "visually-hidden" }, fill(texts.counts, { a, b, reads: now.reads })),
  );
  if (now.result) return finish();
  draw();
  if (now.said) say(now.said);
  if (now.owed) return send();
  if (moves.length === 0) {
    write(task, texts.listen);
    button(texts.begin, next);
  } else later(now.said ? LOOK_MS : 0, next);
}

function draw() {
  const stop = view?.stop ?? null;
  view = new MatView(desk, now.sides, { quick: true, tap });
  view.stopAt(stop);
  const opening = h("p", { class: "opening", lang: "ja", "aria-hidden": "true", id: "opening" });
  const spoken = h("p", { class: "visually-hidden", role: "status", lang: "ja", id: "spoken" });
  stage.replaceChildren(opening, spoken, view.node);
  byId("looks").replaceChildren(view.looks);
}

function say(text, is = "") {
  write(said, text);
  said.dataset.is = is;
}

function button(label, act) {
  const made = h("button", { class: "button main", type: "button" }, label);
  made.addEventListener("click", act, { once: true });
  offer(made);
  made.focus({ preventScroll: true });
}

// A read.

function next() {
  stopClocks();
  say("");
  write(task, "");
  read = null;
  const pause = h("button", { class: "button plain", type: "button" }, texts.pause);
  pause.addEventListener("click", () => {
    stopClocks();
    button(texts.go_on, next);
  }, { once: true });
  offer(pause);
  later(GAP_MS, begin);
}

async function begin() {
  const one = now.next;
  read = { one, decided: 0, touches: [], shown_at: Date.now(), interrupted: document.hidden, input: "touch", stop() {} };
  const mine = read;
  if (one.heard) {
    mine.sound = await sounds.hear(one, desk, { after: 0.2 });
    if (mine !== read) return;
    if (!mine.sound) return over();
    mine.decided = mine.sound.decided;
    mine.stop = () => sounds.hush();
  } else {
    mine.decided = performance.now() + (one.decides - 1) * reveal.pace;
    mine.stop = reveal(one, byId("opening"), byId("spoken"));
  }
  if (byKeys()) view?.enter();
  const pass = h("button", { class: "button", type: "button" }, texts.pass);
  pass.addEventListener("click", over, { once: true });
  offer(pass);
  const wait = mine.decided - performance.now();
  if (one.ghost.fault) later(Math.max(0, wait + 150), () => say(texts.ghost_fault));
  if (one.ghost.at !== null) later(Math.max(0, wait + one.ghost.at), theirs);
  else later(wait + PATIENCE_MS, over);
}

function tap(laid, event) {
  if (now.owed) return choose(laid);
  if (!read?.decided) return;
  const at = read.sound?.at(event);
  const ms = at ? at.rt_ms : event.timeStamp - read.decided;
  if (laid.card === read.one.card) read.heard = at?.sound;
  read.input = event instanceof PointerEvent && event.pointerType ? { touch: "touch", pen: "pen" }[event.pointerType] ?? "mouse" : "keyboard";
  if (read.touches.length < 20) read.touches.push({ card: laid.card, ms });
  if (laid.card === read.one.card) {
    view?.mark(laid.card, "right");
    say(fill(texts.taken, { time: decimal(ms / 1000, 2) }), "right");
    over();
  } else {
    view?.mark(laid.card, "wrong");
    const owner = laid.place.slice(0, 1);
    if (owner !== read.one.side) say(texts.wrong, "wrong");
  }
}

function theirs() {
  if (!read) return;
  view?.mark(read.one.card, "theirs");
  say(fill(texts.ghost_took, { time: decimal(read.one.ghost.at / 1000, 2) }), "wrong");
  over();
}

function over() {
  if (!read) return;
  stopClocks();
  read.stop();
  const { touches, shown_at, interrupted, input, heard } = read;
  read = null;
  moves.push({ touches, shown_at, interrupted, input, ...(heard ? { heard } : {}) });
  keep();
  later(LOOK_MS, go);
}

// What is owed.

function send() {
  chosen = new Set();
  if (byKeys()) view?.enter();
  write(task, fill(texts.send, { count: now.owed }));
  const made = h("button", { class: "button main", type: "button", disabled: true, id: "send" }, texts.send_now);
  made.addEventListener("click", () => {
    if (chosen.size !== now.owed) return;
    moves.push({ send: [...chosen] });
    keep();
    go();
  });
  offer(made);
}

function choose(laid) {
  if (!laid.place.startsWith("A")) return;
  if (chosen.has(laid.card)) chosen.delete(laid.card);
  else if (chosen.size < now.owed) chosen.add(laid.card);
  for (const one of now.sides.A) {
    view?.mark(one.card, chosen.has(one.card) ? "chosen" : "");
    view?.cards.get(String(one.card))?.setAttribute("aria-pressed", String(chosen.has(one.card)));
  }
  byId("send").toggleAttribute("disabled", chosen.size !== now.owed);
}

function finish() {
  write(task, texts.over);
  say(now.said);
  const lines = now.result.lines.flatMap(([head, text]) => [h("dt", {}, head), h("dd", {}, text)]);
  stage.replaceChildren(h("dl", { class: "ghost-end" }, ...lines));
  byId("looks").replaceChildren();
  offer(h("a", { class: "button", href: page.again }, texts.again), h("a", { class: "button main", href: page.home }, texts.home));
  keep();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden && read) read.interrupted = true;
});
addEventListener("blur", () => read && (read.interrupted = true));
addEventListener("keydown", (event) => {
  if (event.key !== "0" || !read) return;
  event.preventDefault();
  over();
});

go();
