/** The hall's projector: every table of the evening as a strip, live. */

import { follow } from "../stream.js";
import { stayAwake } from "./awake.js";
import { fill, h, icon, island } from "../dom.js";
import { getJson } from "./link.js";

const page = island("page");
const words = island("strings");
const LOOK_FOR_NEW = 20000;
const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

let asking = false;
let again = false;
/** @type {any} */
let stream = null;
let topics = "";

/** Ask for the strips; while one question is on its way, the next is asked once after it. */
async function ask() {
  again = asking;
  if (asking) return;
  asking = true;
  const answer = await getJson(page.hall_url);
  asking = false;
  if (answer) show(answer, "");
  if (again) ask();
}

/** @param {{tables: any[], readers: any[]}} hall @param {string} mark */
function show({ tables, readers }, mark) {
  $("tables").replaceChildren(...(tables.length ? tables.map(strip) : [h("li", { class: "soft none" }, words.no_tables)]));
  $("tables").dataset.many = String(tables.length > 8);
  $("readers").replaceChildren(...readers.map((reader) => h("li", {}, reader.text)));
  listen([...tables, ...readers].map((strip) => strip.topic), mark);
}

/** One stream for all tables; a new one when a table comes in. @param {string[]} wanted @param {string} mark */
function listen(wanted, mark) {
  const names = [...wanted].sort().join(",");
  if (names === topics || !wanted.length) return;
  topics = names;
  stream?.close();
  stream = follow({ topics: wanted.slice(0, 64), mark, onEvent: () => ask(), onStatus: connection });
}

/** @param {any} table */
function strip(table) {
  const side = (index, letter) =>
    h(
      "div",
      { class: `player of-${letter}${table.lead.toLowerCase() === letter ? " leads" : ""}` },
      h("span", { class: "name" }, table.names[index]),
      h("span", { class: "count" }, String(table.counts[index])),
      table.hands[index] && h("span", { class: "hand-sign" }, icon("hand"), words.hand_up),
    );
  const middle = h("div", { class: "middle" }, h("span", { class: "verse card", lang: "ja" }, table.card), h("span", { class: "small" }, table.result || fill(words.read_count, { count: table.reads })));
  return h("li", { class: "strip-table", data: { stage: table.stage, code: table.code } }, h("a", { href: `/matches/${table.code}/watch` }, side(0, "a"), middle, side(1, "b")));
}

/** @param {string} status */
function connection(status) {
  $("connection").dataset.state = status === "offline" ? "offline" : "online";
  $("connection-text").textContent = words[status] ?? "";
  if (status === "reconnected") ask();
}

show(page, page.mark);
setInterval(() => document.hidden || ask(), LOOK_FOR_NEW);
stayAwake();
document.body.classList.add("ready");
