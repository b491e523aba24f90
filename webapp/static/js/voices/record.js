/** Recording a pack, one half after the other: shown, counted in, recorded, judged at once, taken or tried again. */

import { fill, h, island } from "../dom.js";
import { decimal } from "../number.js";
import { End } from "./end.js";
import { Microphone } from "./microphone.js";
import { send } from "./send.js";
import { load, play, sounds, stop as hush } from "./sound.js";
import { anthology, drawVerse, halfName } from "./verse.js";

const COUNT = 3;
const BEAT = 700;
const BLOCK = 1920 / 48_000;

const page = island("page");
const words = island("strings");
const find = (id) => document.getElementById(id);
const address = (url, half) => url.replace("HALF", half);
const there = new Set(page.there);
const [lower, hold, , upper] = page.pace.split("-").map(Number);

let half = page.halves.find((one) => !there.has(one)) ?? page.halves[0];
/** @type {"closed"|"ready"|"counting"|"recording"|"judging"|"judged"} */
let state = "closed";
/** @type {Blob | null} */
let taken = null;
let beats = 0;

const end = new End();
const microphone = new Microphone(heard);
const poems = await anthology(page.poemsUrl);

find("half").append(...page.halves.map((one) => h("option", { value: one }, halfName(one, words))));
find("half").addEventListener("change", (event) => go(event.target.value));
find("record").addEventListener("click", press);
find("take").addEventListener("click", keep);
find("hear").addEventListener("click", hear);
find("previous").addEventListener("click", () => step(-1));
find("next").addEventListener("click", () => step(1));
addEventListener("keydown", keys);
go(half);
if (Microphone.possible) ready("ready");
else trouble(words.insecure, true);

function ready(now) {
  state = now;
  document.body.dataset.state = now;
  const names = { counting: words.cancel, recording: words.stop };
  find("record").textContent = names[now] ?? words.record;
  find("record").disabled = now === "judging" || now === "closed";
  find("take").hidden = now !== "judged";
  find("hear").disabled = now === "recording" || now === "counting" || (!taken && !there.has(half));
  for (const id of ["half", "previous", "next"]) find(id).disabled = now === "recording" || now === "counting";
}

function trouble(text, cure = false) {
  find("no-microphone").textContent = text;
  find("no-microphone").hidden = false;
  find("cure").hidden = !cure;
}

function go(to) {
  hush();
  half = to;
  taken = null;
  const [number, part] = half.split("-");
  find("half").value = half;
  find("half-name").textContent = halfName(half, words);
  drawVerse(find("verse"), poems[Number(number)], part);
  verdict("");
  paced(0);
  count();
  if (state !== "closed") ready("ready");
}

function length() {
  return half.endsWith("kami") ? upper : lower + hold;
}

/** Show how long one has read, against what the pace asks. @param {number} seconds */
function paced(seconds) {
  find("pace").value = Math.min(1, seconds / length());
  find("pace-text").textContent = fill(words.so_far, { n: decimal(seconds, 1), total: length() });
}

function count() {
  find("progress").value = there.size;
  const text = there.size === page.halves.length ? words.all_done : fill(words.done_of, { done: there.size });
  find("progress-text").textContent = text;
}

function step(way) {
  const from = page.halves.indexOf(half);
  const size = page.halves.length;
  const wanted = (one) => !find("only-missing").checked || !there.has(one);
  for (let k = 1; k <= size; k++) {
    const one = page.halves[(from + way * k + size * k) % size];
    if (wanted(one)) return go(one);
  }
  go(page.halves[(from + way + size) % size]);
}

async function press() {
  hush();
  if (state === "counting") return ready(taken ? "judged" : "ready");
  if (state === "recording") return judge();
  if (state === "judging" || state === "closed") return;
  if (!microphone.context) {
    try {
      await microphone.open();
    } catch (error) {
      return trouble(error.name === "NotFoundError" ? words.no_microphone : words.denied);
    }
  }
  find("no-microphone").hidden = true;
  ready("counting");
  const mine = ++beats;
  for (let n = COUNT; n > 0; n--) {
    verdict(fill(words.count, { n }), "counting");
    await new Promise((resolve) => setTimeout(resolve, BEAT));
    if (state !== "counting" || mine !== beats) return;
  }
  end.begin();
  microphone.start();
  taken = null;
  verdict(words.now, "now");
  ready("recording");
}

/** @param {number} peak @param {boolean} recording */
function heard(peak, recording) {
  meter(peak);
  const over = end.hear(peak, BLOCK, recording);
  if (!recording) return;
  const spoken = end.spoken + Math.min(end.quiet, 0.3);
  paced(spoken);
  if (over || microphone.full) judge();
}

function meter(peak) {
  const level = Math.max(-60, 20 * Math.log10(peak + 1e-6));
  const bar = find("meter");
  bar.style.setProperty("--level", String((level + 60) / 60));
  bar.setAttribute("aria-valuenow", String(Math.round(level)));
  const word = peak > 0.98 ? "too_loud" : level > -26 ? "level_good" : "too_soft";
  bar.dataset.level = word;
  if (state === "recording") find("level-word").textContent = end.loudest > 0.98 ? words.too_loud : words[word];
}

async function judge() {
  if (state !== "recording") return;
  taken = microphone.stop();
  ready("judging");
  verdict(words.judging);
  const answer = await send(address(page.takeUrl, half), taken, "audio/wav");
  if (answer?.status !== 200) {
    verdict(answer?.body.message ?? words.failed, "bad");
    return ready("ready");
  }
  const { state: found, notes, pace } = answer.body;
  const parts = [fill(words[found], { notes })];
  if (found !== "bad") {
    parts.push(fill(words.figures, answer.body), fill(words[`pace_${pace}`], { pace: page.pace }));
  }
  verdict(parts.join(" "), found);
  ready(found === "bad" ? "ready" : "judged");
}

async function keep() {
  if (state !== "judged" || !taken) return;
  ready("judging");
  const answer = await send(`${address(page.takeUrl, half)}?keep=1`, taken, "audio/wav");
  if (answer?.status !== 200) {
    verdict(answer?.body.message ?? words.failed, "bad");
    return ready("judged");
  }
  there.add(half);
  step(1);
  verdict(words.kept, "good");
}

async function hear() {
  if (sounds()) return hush();
  try {
    const own = taken && new OfflineAudioContext(1, 1, 48_000).decodeAudioData(await taken.arrayBuffer());
    const buffer = await (own || load(address(page.soundUrl, half)));
    await play(buffer, 0, buffer.duration, () => {});
  } catch {
    verdict(words.failed, "bad");
  }
}

function verdict(text, kind = "") {
  find("verdict").textContent = text;
  find("verdict").dataset.kind = kind;
}

function keys(event) {
  if (event.target.closest("select, input, a, summary") || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = { " ": press, Enter: keep, h: hear, ArrowLeft: () => step(-1), ArrowRight: () => step(1) }[event.key];
  const moves = event.key.startsWith("Arrow");
  const button = event.target.closest("button");
  // a button that has the focus is pressed by the browser; but who has just recorded takes it with Enter
  const pressed = button && (event.key === " " || (event.key === "Enter" && !(state === "judged" && button.id === "record")));
  if (!act || pressed || (moves && find("next").disabled)) return;
  event.preventDefault();
  act();
}
