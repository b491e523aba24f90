/** The page of a phone that reads on in a pocket: what it shows, and the keys of its lock screen. */

import { fill, island } from "../dom.js";
import { Guard } from "./guard.js";
import { beginning, drawReading } from "./handset.js";
import { Line, getJson } from "./line.js";
import { onLockScreen, tellLockScreen } from "./media.js";
import { connection, toast } from "./notice.js";
import { leave, ownName } from "./owner.js";
import { Pocket } from "./pocket.js";

const page = island("page");
const words = island("strings");
const find = (id) => document.getElementById(id);
const poems = (await getJson(page.poemsUrl)) ?? [];
const owner = ownName(page.id);
const line = new Line(page, owner, {
  view: (found) => {
    draw(found);
    // somebody else did something: where should the sound be now?
    if (found.seq > (pocket.answer?.state.seq ?? 0)) pocket.report();
  },
  refused: (message) => message && toast(message),
  overtaken: () => toast(words.overtaken),
  status: connection,
});
const pocket = new Pocket(find("audio"), page.pocketUrl, owner, line, {
  heard: (answer) => (draw(answer.state), making(answer)),
  trouble: (message) => toast(words[message] ?? message),
});
const guard = new Guard();
let view = page.view;

const over = () => ["done", "stopped"].includes(view.phase);
const act = {
  play: () => (pocket.reel ? pocket.resume() : begin()),
  pause: () => pocket.reel && pocket.hold(),
  next: () => pocket.wish("next"),
  replay: () => pocket.wish("replay"),
};

async function begin() {
  find("main-action").disabled = true;
  try {
    await pocket.begin();
    onLockScreen(act);
  } catch {
    toast(words.blocked);
  }
  draw(view);
}

/** @param {any} found */
function draw(found) {
  view = found;
  drawReading(view, words);
  find("last").textContent = beginning(view, poems);
  const plays = pocket.reel !== null && view.yours;
  const held = view.phase === "held";
  find("main-action").textContent = !plays ? words.begin : held ? words.resume : words.hold;
  find("main-action").disabled = over() || (plays && (held ? view.waiting : !["speaking", "play"].includes(view.phase)));
  find("next").disabled = !plays || view.phase !== "play" || view.waiting;
  find("replay").disabled = find("next").disabled || !view.can_replay;
  if (plays) tellLockScreen(view, words);
}

function making({ made, parts, fault }) {
  const busy = parts !== undefined && (made < parts || Boolean(fault));
  find("preparing").hidden = !busy;
  find("lock").hidden = busy || parts === undefined || over();
  if (!busy) return;
  find("making").textContent = fault || fill(words.making, { made, parts });
  find("made").max = parts;
  find("made").value = made;
}

guard.on(find("main-action"), () => {
  if (!pocket.reel || !view.yours) begin();
  else if (view.phase === "held") pocket.resume();
  else pocket.hold();
});
guard.on(find("next"), act.next);
guard.on(find("replay"), act.replay);
addEventListener("pagehide", () => view.yours && leave(page.commandsUrl, owner));
addEventListener("beforeunload", (event) => pocket.playing && !over() && event.preventDefault());
draw(view);
line.ask();
