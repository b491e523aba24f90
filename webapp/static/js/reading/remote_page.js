/** The remote control: any phone in the hall works the reading, wherever its sound is. */

import { fill, island, write } from "../dom.js";
import { keepAwake } from "./awake.js";
import { Countdown } from "./countdown.js";
import { Guard } from "./guard.js";
import { HallLine } from "./hall_line.js";
import { beginning, drawReading } from "./handset.js";
import { Jump } from "./jump.js";
import { Line, getJson } from "./line.js";
import { connection, toast } from "./notice.js";

const TICK = 15;
const TELL = 200;
const page = island("page");
const words = island("strings");
const find = (id) => document.getElementById(id);
const poems = (await getJson(page.poemsUrl)) ?? [];
const guard = new Guard();
const hall = new HallLine(find("hall-line"));
const countdown = new Countdown();
let view = page.view;

const line = new Line(page, "", {
  view: draw,
  refused: (message) => message && toast(message),
  overtaken: () => toast(words.overtaken),
  status: connection,
});

/** @param {string} wish @param {Record<string, any>} more */
async function send(wish, more = {}) {
  const after = await line.send({ do: wish, ...more });
  // felt in the hand: the reader has heard of it
  if (after) navigator.vibrate?.(TICK);
  return after;
}

/** @param {any} found */
function draw(found) {
  view = found;
  const over = ["done", "stopped"].includes(view.phase);
  const held = view.phase === "held";
  const resting = ["play", "ready"].includes(view.phase) && view.here;
  drawReading(view, words);
  hall.draw(view);
  countdown.take(view);
  find("phase").dataset.phase = view.phase;
  find("kimariji").textContent = view.kimariji;
  find("last").textContent = beginning(view, poems);
  find("sound").textContent = over ? "" : view.here ? fill(words.sound_at, { place: view.label }) : words.start_there;
  find("hold").textContent = held ? words.resume : words.hold;
  find("hold").dataset.do = held ? "resume" : "hold";
  find("hold").disabled = over || (held ? view.waiting || !view.here : !["speaking", "play"].includes(view.phase));
  find("next").disabled = !resting || view.waiting;
  count();
  find("replay").hidden = held;
  find("replay").disabled = !resting || view.waiting || !view.can_replay;
  find("shimo").hidden = !held;
  find("shimo").disabled = view.waiting || !view.can_replay || !view.here;
  find("back").disabled = over || view.phase === "ready";
  find("skip").disabled = over || (view.phase === "ready" && !view.here);
  find("stop").disabled = over;
}

/** Count down on the button, where the room's speakers go on by themselves. */
function count() {
  const { left } = countdown;
  write(find("next"), left === null || find("next").disabled ? words.next : fill(words.next_in, { n: Math.ceil(left) }));
}

for (const name of ["next", "replay", "back", "skip"]) guard.on(find(name), () => send(name));
guard.on(find("hold"), () => send(find("hold").dataset.do));
guard.on(find("shimo"), () => send("resume", { from_shimo: true }));
guard.twice(find("stop"), words.stop_sure, () => send("stop"));
new Jump(find("jump"), page.findUrl, words, (poem) => send("jump", { poem }));
document.addEventListener("pointerdown", () => keepAwake().then((kept) => kept || toast(words.screen)), { once: true });
setInterval(count, TELL);
draw(view);
line.ask();
