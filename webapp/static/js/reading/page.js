/** The reading page: puts its parts together and hands them the reading whenever it changes. */

import { fill, island } from "../dom.js";
import { decimal } from "../number.js";
import { keepAwake } from "./awake.js";
import { Conductor } from "./conductor.js";
import { Controls } from "./controls.js";
import { Jump } from "./jump.js";
import { listenForKeys, listenForMediaKeys } from "./keys.js";
import { Line, getJson } from "./line.js";
import { tellLockScreen } from "./media.js";
import { Lists } from "./lists.js";
import { beat, leave, ownName } from "./owner.js";
import { remember, remembered } from "./memory.js";
import { Settings } from "./settings.js";
import { HallClock } from "./hall_clock.js";
import { followLooks } from "./looks.js";
import { SoundPlace } from "./sound_place.js";
import { Stage } from "./stage.js";
import { Status } from "./status.js";
import { OtherVoice } from "./voice.js";
import { reloading } from "../stream.js";

const TICK = 200;
const ASK_FOR_CLIPS = 1500;
const ASK_FOR_TABLES = 1500;

const page = island("page");
const words = island("strings");
const poems = await allPoems();
const find = (id) => document.getElementById(id);
const status = new Status(document, words);
const stage = new Stage(find("stage"), poems, words);
const lists = new Lists(find("lists"), poems, words);
const owner = ownName(page.id);
const line = new Line(page, page.helper ? owner : "", {
  view: draw,
  refused: (message) => message && status.toast(message),
  overtaken: () => status.toast(words.overtaken),
  status: (state) => status.connection(state),
});
const conductor = new Conductor(owner, line, {
  slipped: (seconds) => seconds > 0.05 && status.toast(fill(words.slipped, { n: decimal(seconds, 1) })),
  waits: () => status.waits(),
  changed: () => redraw(),
});
const settings = page.helper ? new Settings(find("settings"), (wish) => line.send(wish)) : null;
const controls = page.helper ? new Controls(find("controls"), words, actions()) : null;
const otherVoice = page.helper ? new OtherVoice(find("voice-trouble"), words, page.instead, changeVoice) : null;
const place = page.helper ? soundPlace() : null;
const clock = new HallClock(find("hall-clock"), words, {
  helper: page.helper,
  send: (wish) => line.send(wish),
  take: () => controls?.act.take(),
  ended: () => line.send({ do: "next", by_itself: true }),
});
let view = page.view;

/** The anthology, however long the line needs for it; the browser keeps it for the next time. */
async function allPoems() {
  for (;;) {
    const found = await getJson(page.poemsUrl);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, ASK_FOR_CLIPS));
  }
}

function actions() {
  const first = () => {
    listenForMediaKeys({ toggle, next, replay: act("replay") });
    keepAwake().then((kept) => status.screen(kept));
  };
  return {
    start: () => (first(), place.place === "room" ? place.begin("start") : unlocked(() => conductor.start())),
    take: () => (first(), place.place === "room" ? place.begin("take") : unlocked(() => conductor.take())),
    resume: () => unlocked(() => conductor.resume()),
    shimo: () => unlocked(() => conductor.resume(true)),
    next,
    hold: () => conductor.hold(),
    replay: act("replay"),
    back: act("back"),
    skip: act("skip"),
    learn: () => line.send({ do: "learn", poem: view.poem }),
    stop: act("stop"),
  };
}

/** Let another voice go on, with the lower half before whatever the first one failed at. */
async function changeVoice(voice) {
  const changed = await line.send({ do: "voice", voice });
  if (changed?.phase !== "held" || !changed.here || changed.waiting) return;
  let goesOn;
  await unlocked(async () => (goesOn = await conductor.resume(true)));
  // a poem that was not heard is called anew
  if (goesOn && goesOn.phase !== "speaking") line.send({ do: "next", by_itself: true });
}

function soundPlace() {
  const act = { conductor, moved: (found) => line.take(found), say: (message) => message && status.toast(message) };
  return new SoundPlace(find("sound-place"), find("room-trouble"), { ...page.sound, owner }, act);
}

function act(name) {
  return () => line.send({ do: name });
}

function next() {
  if (controls?.now.main === "next" && controls.now.able) conductor.next();
}

/** The space bar: hold what is read, go on with what is held, begin what has not begun. */
function toggle() {
  if (!controls) return;
  const { main, able } = controls.now;
  if (main === "next") conductor.hold();
  else if (able && main !== "new") controls.act[main]();
}

async function unlocked(begin) {
  await begin().catch(() => status.toast(words.blocked));
  conductor.player.keepLoudspeakerAwake(find("wireless").checked);
  redraw();
}

/** Draw the reading again as the server told of it last. */
function redraw() {
  draw(conductor.view);
}

function draw(found) {
  conductor.follow(found);
  view = conductor.shown;
  stage.draw(view);
  lists.draw(view);
  controls?.draw(view, conductor);
  settings?.draw(view);
  place?.draw(view);
  otherVoice?.draw(view);
  clock.draw(view);
  status.draw(view, conductor);
  if (conductor.owns) tellLockScreen(view, words);
}

if (page.helper) {
  const press = (name) => () => controls.press(name);
  const more = find("more");
  const jump = () => ((more.open = true), find("jump-text").focus());
  const help = () => find("keys").showModal();
  listenForKeys({ toggle, next, replay: press("replay"), back: press("back"), skip: press("skip"), learn: press("learn"), jump, hide, help });
  find("show-keys").addEventListener("click", help);
  new Jump(find("jump"), page.findUrl, words, (poem) => line.send({ do: "jump", poem }));
  beat(page.hereUrl, owner, () => conductor.owns, () => line.ask());
  addEventListener("pagehide", () => conductor.owns && leave(page.commandsUrl, owner));
  setInterval(() => view.ready < view.clips && !document.hidden && line.ask(), ASK_FOR_CLIPS);
  setInterval(() => controls.tick(conductor), TICK);
  // what a table enters is no event of the reading
  setInterval(() => view.tables.some((table) => table.owes) && !document.hidden && line.ask(), ASK_FOR_TABLES);
}

if (page.helper) {
  const wireless = find("wireless");
  wireless.checked = remembered("wireless");
  wireless.addEventListener("change", () => {
    remember("wireless", wireless.checked);
    conductor.player.keepLoudspeakerAwake(wireless.checked);
  });
  // whoever looks something up on the machine with the sound must not silence the hall
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (link && conductor.plays && !over()) link.target = "_blank";
  });
  addEventListener("beforeunload", (event) => conductor.plays && !over() && !reloading() && event.preventDefault());
}

function over() {
  return ["done", "stopped"].includes(view.phase);
}

function hide() {
  const box = find("hide-text");
  box.checked = !box.checked;
  box.dispatchEvent(new Event("change"));
}

find("hide-text").addEventListener("change", (event) => {
  stage.hidden = event.target.checked;
  redraw();
});
followLooks(document.body, find("stage"));
draw(view);
// a page that was loaded anew may still have the sound
if (page.helper) line.ask();
