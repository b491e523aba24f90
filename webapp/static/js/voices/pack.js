/** A pack's page: the table of halves, and the waveform of the one that is chosen. */

import { fill, h, island } from "../dom.js";
import { decimal } from "../number.js";
import { listenButtons } from "./listen.js";
import { get, post } from "./send.js";
import { load, play, sounds, stop } from "./sound.js";
import { Wave } from "./wave.js";

const RATE = 48_000;

const page = island("page");
const words = island("strings");
const find = (id) => document.getElementById(id);
const say = (text) => (find("status").textContent = text);
const address = (url, half) => url.replace("HALF", half);

/** The half that is shown, its recording, and the place from which one listens. */
let half = "";
let clip = null;
let buffer = null;
let from = 0;

listenButtons(page.previewUrl, words, say);
const wave = new Wave(find("wave"), words, { chosen, moved });
wave.movable = page.mayChange;
wave.canvas.setAttribute("aria-label", words.wave);

for (const cell of document.querySelectorAll(".cell")) cell.addEventListener("click", () => show(cell));
find("play").addEventListener("click", toggle);
find("zoom-in").addEventListener("click", () => wave.zoom(true));
find("zoom-out").addEventListener("click", () => wave.zoom(false));
find("wave").addEventListener("pointerdown", (event) => {
  if (event.target !== wave.canvas || !buffer) return;
  const box = wave.canvas.getBoundingClientRect();
  from = Math.round(wave.from + ((event.clientX - box.left) / box.width) * (wave.to - wave.from));
  wave.at(from);
  kimarijiButton();
});
find("editor").addEventListener("keydown", (event) => {
  if (event.key !== " " || event.target.closest("button")) return;
  event.preventDefault();
  toggle();
});
if (page.mayChange) {
  find("set-kimariji").addEventListener("click", () => save({ kimariji: kimariji() }));
  find("clear-kimariji").addEventListener("click", () => save({ kimariji: null }));
  find("set-decision").addEventListener("click", () => save({ decision: decision() }));
  find("clear-decision").addEventListener("click", () => save({ decision: null }));
  find("cut").addEventListener("click", cut);
  find("drop").addEventListener("click", drop);
}
if (location.hash) document.querySelector(`[data-half="${CSS.escape(location.hash.slice(1))}"]`)?.click();

async function show(cell) {
  stop();
  half = cell.dataset.half;
  for (const other of document.querySelectorAll(".cell")) other.setAttribute("aria-pressed", String(other === cell));
  history.replaceState(null, "", `#${half}`);
  const asked = half;
  const found = await get(address(page.clipsUrl, half));
  if (asked !== half) return;
  if (!found) return say(words.failed);
  clip = found;
  buffer = null;
  find("editor").hidden = false;
  find("editor").toggleAttribute("data-empty", !clip.there);
  find("editor-name").textContent = clip.name;
  describe();
  find("editor-name").focus({ preventScroll: true });
  find("editor").scrollIntoView({ block: "nearest" });
  if (!clip.there) return;
  try {
    const loaded = await load(address(page.soundUrl, half));
    if (asked !== half) return;
    buffer = loaded;
    from = clip.marks.on;
    wave.show(buffer, clip.marks);
    wave.at(null);
    kimarijiButton();
    find("editor").dataset.ready = half;
  } catch {
    say(words.failed);
  }
}

function describe() {
  find("editor-source").textContent = clip.source ?? "";
  find("editor-note").textContent = clip.there ? clip.notes : words.state_bad;
  if (!clip.there) return;
  const { on, off, hold } = clip.marks;
  const seconds = (samples) => decimal(samples / RATE, 2);
  find("editor-length").textContent = fill(words.length, { voice: seconds(off - on), hold: seconds(off - hold) });
  const names = ["on", "hold", "off", ...(clip.decides ? ["kimariji", "decision"] : [])];
  find("mark-list").replaceChildren(
    ...names.map((name) => {
      const at = clip.marks[name];
      const how = at === null ? words.none : clip.byHand.includes(name) ? words.by_hand : words.found;
      const value = at === null ? "" : `${fill(words.seconds, { n: decimal(at / RATE, 3) })} · `;
      return h("div", {}, h("dt", {}, words[name]), h("dd", {}, value, h("span", { class: "soft" }, how)));
    }),
  );
  kimarijiButton();
}

function kimarijiButton() {
  if (!page.mayChange || !clip) return;
  find("set-kimariji").disabled = !clip.there || !clip.decides;
  find("clear-kimariji").disabled = !clip.there || clip.marks.kimariji === null;
  find("set-decision").disabled = !clip.there || !clip.decides;
  find("clear-decision").disabled = !clip.there || clip.marks.decision === null;
}

/** Where one points to, as far as the kimari-ji is not over there. */
function decision() {
  return Math.max(clip.marks.on, Math.min(from, (clip.marks.kimariji ?? clip.marks.off) - 1));
}

/** Where one points to, or where the program thinks it is as long as one points nowhere inside the words. */
function kimariji() {
  const pointed = from > clip.marks.on && from < clip.marks.hold;
  return pointed ? from : Math.min(clip.kimarijiGuess, clip.marks.off);
}

function chosen(_name, sample) {
  from = sample;
  kimarijiButton();
}

function moved(name, sample) {
  save({ [name]: sample });
}

async function save(marks) {
  const answer = await post(address(page.marksUrl, half), marks);
  if (answer?.status !== 200) {
    say(answer?.body.message ?? words.failed);
    if (clip?.there) wave.setMarks(clip.marks);
    return;
  }
  clip = answer.body;
  say(words.saved);
  wave.setMarks(clip.marks);
  describe();
  cellState();
}

/** Cut the recording where one points to, and show both halves as they are then. */
async function cut() {
  const answer = await post(address(page.cutUrl, half), { at: from });
  if (answer?.status === 200) location.reload();
  else say(answer?.body.message ?? words.failed);
}

async function drop() {
  if (!confirm(words.sure_remove)) return;
  const answer = await post(address(page.dropUrl, half), {});
  if (answer?.status === 200) location.reload();
  else say(answer?.body.message ?? words.failed);
}

function cellState() {
  const cell = document.querySelector(`.cell[data-half="${half}"]`);
  cell.dataset.state = clip.notes ? "doubtful" : "good";
  cell.querySelector("b").textContent = clip.notes ? "!" : "✓";
  cell.setAttribute("aria-label", clip.notes ? `${clip.name}: ${clip.notes}` : clip.name);
}

async function toggle() {
  if (!buffer) return;
  if (sounds()) return stop();
  const end = from < clip.marks.off ? clip.marks.off / RATE : buffer.duration;
  let on = true;
  const button = find("play");
  const name = button.textContent;
  const at = await play(buffer, from / RATE, end, () => {
    on = false;
    button.textContent = name;
    wave.at(null);
  });
  button.textContent = `■ ${words.stop}`;
  const tick = () => {
    if (!on) return;
    wave.at(Math.round(at() * RATE));
    requestAnimationFrame(tick);
  };
  tick();
}
