/** The captions: large text in time with the voice, vibration and a flash, for those who cannot hear it. */

import { fill, h, island, write } from "../dom.js";
import { decimal } from "../number.js";
import { follow } from "../stream.js";
import { keepAwake } from "./awake.js";
import { Captions } from "./captions.js";
import { getJson } from "./line.js";
import { keep, kept, remember, remembered } from "./memory.js";
import { connection, toast } from "./notice.js";
import { phaseWords } from "./phase.js";

const TICK = 40;
const ASK = 4000;
const FLASH = 350;
/** Milliseconds of vibration and pause: an upper half, a lower half, the kimari-ji. */
const PATTERNS = { kami: [160, 90, 160], shimo: [70], sign: [320] };
const page = island("page");
const words = island("strings");
const find = (id) => document.getElementById(id);
const poems = (await getJson(page.poemsUrl)) ?? [];
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let asking = false;
let again = false;
let view = page.view;

const captions = new Captions({
  text(lines, sign) {
    const whole = sign > 0 && lines.flat().length >= sign;
    let left = whole ? sign : 0;
    const drawn = lines.map((kana) => {
      const red = kana.slice(0, left).join("");
      const rest = kana.slice(left).join("");
      left -= Math.min(left, kana.length);
      return h("span", { class: "line" }, ...[red && h("b", { class: "kimariji" }, red), rest].filter(Boolean));
    });
    find("now").replaceChildren(...drawn);
  },
  began({ part, before }) {
    const lines = before ? written(before[0], before[1]) : [];
    find("before").replaceChildren(...lines.flatMap((line) => [h("span", { class: "line" }, line), " "]));
    if (find("vibrate").checked) navigator.vibrate?.(PATTERNS[part]);
    if (part === "kami" && find("flash").checked) flash();
  },
  sign() {
    if (find("vibrate-sign").checked) navigator.vibrate?.(PATTERNS.sign);
  },
  ended({ poem, part }) {
    find("live").textContent = written(poem, part).join(" ");
  },
});

/** The lines of a half as they are written. */
function written(poem, part) {
  const lines = poems[poem]?.lines ?? [];
  const half = part === "kami" ? lines.slice(0, 3) : lines.slice(3);
  return half.map((line) => line.map(([piece]) => piece).join(""));
}

/** Ask what has sounded; while one question is on its way, the next is asked once after it. */
async function ask() {
  again = asking;
  if (asking) return;
  asking = true;
  const sent = performance.now();
  const [caption, state] = await Promise.all([getJson(page.captionsUrl), getJson(page.stateUrl)]);
  const came = performance.now();
  asking = false;
  if (state) draw(state);
  if (caption) {
    // the answer tells of the moment it was made: what has passed since is left out, so the text is never early
    captions.take(caption, came);
    write(find("delay"), fill(words.delay, { n: decimal(caption.margin + (came - sent) / 2000, 1) }));
  }
  if (again) ask();
}

function draw(state) {
  view = state;
  write(find("phase"), phaseWords(view, words));
  find("phase").dataset.phase = view.phase;
}

/** One soft pulse of the whole page; where motion is not wanted, a frame that stays as long. */
function flash() {
  const root = find("captions");
  root.dataset.flash = calm.matches ? "frame" : "light";
  setTimeout(() => delete root.dataset.flash, FLASH);
}

function online(state) {
  connection(state);
  if (state === "reconnected") ask();
}

for (const name of ["vibrate", "vibrate-sign", "flash"]) {
  const box = find(name);
  box.checked = remembered(`captions-${name}`);
  box.addEventListener("change", () => {
    remember(`captions-${name}`, box.checked);
    if (!box.checked || name === "flash") return;
    // felt at once: this is how it will be
    if (!navigator.vibrate?.(PATTERNS.shimo)) toast(words.no_vibration);
  });
}
const size = find("size");
size.value = kept("captions-size") ?? size.value;
const resize = () => (find("captions").dataset.size = size.value);
size.addEventListener("input", () => (resize(), keep("captions-size", size.value)));
resize();

follow({ topics: [page.topic], mark: page.mark, onEvent: ask, onStatus: online });
setInterval(() => captions.draw(performance.now()), TICK);
setInterval(() => document.hidden || ask(), ASK);
document.addEventListener("visibilitychange", () => document.hidden || ask());
keepAwake();
draw(view);
ask();
