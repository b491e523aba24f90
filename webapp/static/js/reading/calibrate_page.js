/** The page on which a device's delay is measured: by tapping along, by a microphone, or typed in. */

import { fill, h, island, onPress, write } from "../dom.js";
import { numberIn } from "../number.js";
import { STEADY, delayOf, onsets } from "./calibrate.js";
import { clicksOver, layClicks } from "./clicks.js";
import { heardAt } from "./clock.js";
import { delays, forgetDelay, keepDelay, useDelay } from "./delays.js";
import { gainOf, level } from "./level.js";
import { ownLevel } from "./speaker_settings.js";

const words = island("strings");
const find = (id) => document.getElementById(id);
let context = null;
let gain = null;
/** When taps came, while a measurement runs. */
let taps = null;
let listening = false;

async function open() {
  context ??= new AudioContext({ latencyHint: "interactive" });
  await context.resume();
  gain ??= new GainNode(context, { gain: gainOf(level()) });
  gain.connect(context.destination);
}

/** Play the clicks and call back along the way; resolves when the last answer may have come. */
async function play(told) {
  const times = layClicks(context, gain);
  const onThePage = times.map((time) => heardAt(context, time, 0).performance);
  await clicksOver(context, times, (n, total) => say(fill(told, { n, total })));
  return { times, onThePage };
}

async function byTapping() {
  await open();
  taps = [];
  running(true);
  const { onThePage } = await play(words.listen);
  const found = delayOf(onThePage, taps);
  taps = null;
  running(false);
  conclude(found, "tapped", words.few);
}

async function byMicrophone() {
  const media = await navigator.mediaDevices
    ?.getUserMedia({ audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false } })
    .catch(() => null);
  if (!media) return say(words.no_microphone);
  await open();
  await context.audioWorklet.addModule(new URL("microphone_worklet.js", import.meta.url));
  const input = new MediaStreamAudioSourceNode(context, { mediaStream: media });
  const ear = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 0 });
  const blocks = [];
  ear.port.onmessage = ({ data }) => blocks.push(data);
  input.connect(ear);
  running(true);
  const { times } = await play(words.microphone);
  input.disconnect();
  const ownLatency = (media.getAudioTracks()[0]?.getSettings().latency ?? 0) * 1000;
  for (const track of media.getTracks()) track.stop();
  running(false);
  // both on the context's clock; what the browser knows of its output is not part of the delay
  const known = heardAt(context, 0, 0).latency + ownLatency;
  const start = blocks[0]?.frame ?? 0;
  const heard = onsets(joined(blocks), context.sampleRate).map((at) => (start / context.sampleRate + at) * 1000 - known);
  conclude(delayOf(times.map((time) => time * 1000), heard), "measured", words.quiet);
}

function joined(blocks) {
  const out = new Float32Array(blocks.reduce((sum, { samples }) => sum + samples.length, 0));
  let at = 0;
  for (const { samples } of blocks) {
    out.set(samples, at);
    at += samples.length;
  }
  return out;
}

function conclude(found, how, failed) {
  if (!found) return say(failed);
  const { ms, spread } = found;
  if (spread > STEADY) return say(fill(words.unsteady, { ms, spread }));
  keep(ms, spread, how);
  say(`${fill(words.done, { ms, spread })} ${fill(words.kept, { device: name() })}`);
}

function keep(ms, spread, how) {
  keepDelay(name(), { ms, spread, how, at: Date.now() });
  draw();
}

function name() {
  return find("device-name").value.trim() || words.unnamed;
}

function running(on) {
  listening = on;
  find("tap").hidden = taps === null;
  for (const button of document.querySelectorAll("[data-measure]")) button.disabled = on;
}

function say(text) {
  write(find("told"), text);
}

function draw() {
  const { used, known } = delays();
  const rows = Object.entries(known).map(([device, one]) => {
    const text = fill(words.row, { ms: one.ms, how: words[one.how] ?? "" });
    const use = h("button", { class: "button", type: "button", "aria-pressed": String(device === used) }, device === used ? words.used : words.use);
    use.addEventListener("click", () => (useDelay(device === used ? null : device), draw()));
    const forget = h("button", { class: "button plain", type: "button" }, words.forget);
    forget.addEventListener("click", () => (forgetDelay(device), draw()));
    return h("li", {}, h("span", { class: "name" }, h("strong", {}, device), " ", text), use, forget);
  });
  find("known").replaceChildren(...(rows.length ? rows : [h("li", { class: "soft" }, words.none)]));
}

function tapped(event) {
  if (taps) taps.push(event.timeStamp);
}

find("by-tapping").addEventListener("click", byTapping);
find("by-microphone").addEventListener("click", byMicrophone);
onPress(find("tap"), tapped);
addEventListener("keydown", (event) => {
  if (event.key !== " " || !listening || event.repeat) return;
  event.preventDefault();
  tapped(event);
});
find("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const milliseconds = numberIn(find("typed-ms"));
  if (milliseconds === null) return;
  keep(milliseconds, 0, "typed");
  say(fill(words.kept, { device: name() }));
});
ownLevel(find("page-level"), find("page-level-now"), (decibels) => {
  if (gain) gain.gain.value = gainOf(decibels);
});
draw();
