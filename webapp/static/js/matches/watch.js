/** The spectators' page: the same field, read only, as it happens. */

import { fill, h, island } from "../dom.js";
import { Field } from "./field.js";
import { Link, needJson } from "./link.js";
import { Log } from "./log.js";
import { PoemStrip } from "./poem.js";
import { lookButtons, remembered } from "./seat.js";
import { Strips } from "./strips.js";
import { setLook } from "./torifuda.js";

const page = island("page");
const words = island("strings");
const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

async function start() {
  const faces = new Map((await needJson(page.cards_url)).map((/** @type {any} */ face) => [face.number, face]));
  const look = remembered();
  const field = new Field($("field"), faces);
  const strips = new Strips(field, words, page.names, null);
  const poem = new PoemStrip($("poem"), faces, words);
  const log = new Log([$("log")], page.reads_url, words, null);
  let view = page.view;

  const link = new Link(
    { topic: page.topic, readerTopic: page.reader_topic, mark: page.mark, stateUrl: page.state_url, commandsUrl: null, seq: view.seq },
    { view: (next) => show((view = next)), status: (status) => connection(status), awaits: () => Boolean(view.reader), waits: () => view.stage === "waiting" },
  );
  lookButtons($("views"), look, () => sit());
  sit();

  function sit() {
    field.sit(look);
    strips.sit();
    show(view);
  }

  function show(now) {
    document.body.dataset.stage = now.stage;
    document.body.dataset.seq = String(now.seq);
    field.draw(now.sides, now.kimariji, {});
    for (const [number, card] of field.cards) setLook(card, lookOf(number, now));
    strips.draw(now, null);
    poem.draw(now);
    $("says").replaceChildren(...[now.result?.text, now.hands.A || now.hands.B ? now.says : now.heard || now.says].filter(Boolean).map((text, index) => h(index ? "span" : "strong", {}, text)));
    $("changes").replaceChildren(...now.changes.map((change) => h("li", { lang: "ja" }, change)));
    const up = ["A", "B"].filter((player) => now.hands[player]);
    $("hand-up").hidden = up.length === 0;
    $("hand-up").textContent = fill(words.hand_is_up, { players: up.map((player) => page.names[player]).join(", ") });
    log.soon(now.seq);
  }

  function connection(status) {
    $("connection").dataset.state = status === "offline" ? "offline" : "online";
    $("connection-text").textContent = words[status] ?? "";
  }

  document.body.classList.add("ready");
  return link;
}

/** @param {number} card @param {any} now */
function lookOf(card, now) {
  if (now.read?.card === card) return { mark: words.read_sign, state: words.is_read, flags: ["read"] };
  if (now.spent.includes(card)) return { state: words.is_spent, flags: ["spent"] };
  if (now.fresh.includes(card)) return { mark: words.fresh_sign, state: words.is_fresh, flags: ["fresh"] };
  return {};
}

start();
