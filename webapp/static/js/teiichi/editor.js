/** A home layout under the hand. Every change goes to the server at once, and waits for a connection if need be. */

import { fill, h, island, write } from "../dom.js";
import { needJson } from "../matches/link.js";
import { Outbox } from "../outbox.js";
import { Arrangement } from "./arrangement.js";
import { Arranger } from "./arranger.js";
import { tools } from "./tools.js";

const page = island("page");
const words = island("strings");
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

let version = page.version;
let stopped = false;

function stop(message) {
  stopped = true;
  byId("saved").dataset.is = "bad";
  write(byId("saved"), message);
}

const outbox = new Outbox({
  url: page.save_url,
  stream: page.stream,
  onStored: (answer) => (version = Math.max(version, answer.seq)),
  onConflict: () => stop(words.conflict),
  onRefused: () => stop(words.refused),
  onWaiting: (count, reason) => !stopped && write(byId("saved"), said(count, reason)),
});

function said(count, reason) {
  if (!count) return words.saved;
  return { offline: words.offline, door: words.door, reload: words.reload }[reason] ?? words.saving;
}

async function start() {
  const faces = new Map((await needJson(page.cards_url)).map((face) => [face.number, face]));
  // what a page that was left has not sent yet is how the cards lie
  const corners = outbox.entries.at(-1)?.command.corners ?? page.corners;
  const arrangement = new Arrangement(corners, page.cards);
  const parts = { mat: byId("mat"), pool: byId("pool"), said: byId("said"), pad: byId("pad") };
  const arranger = new Arranger(parts, arrangement, faces, words, () => {
    const last = outbox.entries.at(-1);
    if (!stopped) outbox.send({ corners: arrangement.corners }, last ? last.expected_seq : version);
    tell(arrangement);
  });
  tools(arranger);
  tell(arrangement);
  document.body.classList.add("ready");
}

/** @param {Arrangement} arrangement */
function tell(arrangement) {
  const left = arrangement.loose.length;
  byId("whole").dataset.is = left ? "bad" : "good";
  write(byId("whole"), left ? fill(words.left, { count: left }) : words.whole);
  const lines = words.rows.map((row, number) => {
    const count = arrangement.corners[2 * number].length + arrangement.corners[2 * number + 1].length;
    const share = Math.round(100 * page.crowded[count]);
    const told = fill(words.row, { row, count, dealt: Math.round(count / 4) });
    return h("li", {}, told, share > 0 && h("strong", {}, `; ${fill(words.crowded, { share })}`));
  });
  byId("rows").replaceChildren(...lines);
}

addEventListener("beforeunload", (event) => outbox.waiting && event.preventDefault());

start();
