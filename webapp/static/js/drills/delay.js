/** The page on which the delay of a sound output is measured: twenty seconds of clicks, tapped along. */

import { fill, h, island, onPress, write } from "../dom.js";
import { STEADY, delayOf } from "../reading/calibrate.js";
import { clicksOver, layClicks } from "../reading/clicks.js";
import { delays, keepDelay } from "../reading/delays.js";
import { gainOf, level } from "../reading/level.js";
import { AudioClock } from "./audio_clock.js";
import { measured } from "./ear.js";

const words = island("strings");
const find = (id) => document.getElementById(id);
const device = /** @type {HTMLInputElement} */ (find("device"));
let context = null;
/** When taps came, while a measurement runs. */
let taps = null;

async function measure() {
  context ??= new AudioContext({ latencyHint: "interactive" });
  await context.resume();
  const output = new GainNode(context, { gain: gainOf(level()) });
  output.connect(context.destination);
  const clock = new AudioClock(context);
  const following = clock.follow();
  show(true);
  taps = [];
  const times = layClicks(context, output);
  // each click's time is asked for as it sounds: an output that slips moves those after it
  const clicks = [];
  await clicksOver(context, times, (n, total) => {
    while (clicks.length < n) clicks.push(clock.pageTime(times[clicks.length]));
    write(find("told"), fill(words.listen, { n, total }));
  });
  following.stop();
  conclude(delayOf(clicks, taps), clock.latency);
  taps = null;
  show(false);
  output.disconnect();
}

function conclude(found, latency) {
  if (!found) return write(find("told"), words.few);
  const name = device.value.trim() || words.unnamed;
  keepDelay(name, { ms: found.ms, spread: found.spread, how: "tapped", at: Date.now(), latency: Math.round(latency) });
  const result = fill(words.done, { device: name, ms: signed(found.ms), spread: found.spread });
  write(find("told"), `${result} ${found.spread > STEADY ? fill(words.unsteady, { most: STEADY }) : words.good}`);
  find("told").dataset.ms = String(found.ms);
}

function signed(ms) {
  return ms < 0 ? `−${-ms}` : `+${ms}`;
}

function show(running) {
  find("tap").hidden = !running;
  find("start").hidden = running;
  device.disabled = running;
  if (running) find("tap").focus();
  else write(find("start"), words.again);
  known();
}

function known() {
  const { used, known: every } = delays();
  find("devices").replaceChildren(...Object.keys(every).map((name) => h("option", { value: name })));
  const one = used && every[used];
  if (!one) return;
  if (!device.value) device.value = used;
  const day = new Date(one.at).toLocaleDateString(document.documentElement.lang);
  const told = fill(words.known, { device: used, ms: signed(one.ms), spread: one.spread, day });
  write(find("known"), context && measured(new AudioClock(context).latency).device === null ? `${told} ${words.other}` : told);
}

function tapped(event) {
  if (taps) taps.push(event.timeStamp);
}

find("start").addEventListener("click", measure);
onPress(find("tap"), tapped);
addEventListener("keydown", (event) => {
  if (event.key !== " " || !taps || event.repeat) return;
  event.preventDefault();
  tapped(event);
});
known();
