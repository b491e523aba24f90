/** The form of a new match: typed lists and tapped cards are two ways to say the same deal. */

import { fill, h, island } from "../dom.js";
import { getJson, needJson } from "./link.js";
import { setSound, torifuda } from "./torifuda.js";

const page = island("page");
const words = island("strings");
const PAUSE = 250;
const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

/** @type {Map<number, string>} A, B, or nothing */
const dealt = new Map();
/** @type {Map<number, HTMLElement>} */
const cards = new Map();
let ticket = 0;
let timer = 0;

async function start() {
  const faces = await needJson(page.cards_url);
  for (const face of faces) {
    const card = torifuda(face);
    card.tabIndex = 0;
    setSound(card, face.kimariji);
    card.addEventListener("click", () => tap(face.number));
    cards.set(face.number, card);
  }
  const order = [...(faces)].sort((a, b) => a.kimariji.localeCompare(b.kimariji, "ja"));
  $("all-cards").append(...order.map((face) => /** @type {HTMLElement} */ (cards.get(face.number))));
  for (const side of ["a", "b"]) $(`cards_${side}`).addEventListener("input", () => typed());
  for (const choice of document.querySelectorAll("input[name=deal]")) choice.addEventListener("change", () => fold());
  fold();
  await ask();
  document.body.classList.add("ready");
}

/** Only what belongs to the chosen way is shown. */
function fold() {
  $("listed").hidden = /** @type {HTMLInputElement} */ (document.querySelector("input[name=deal]:checked")).value !== "list";
}

/** @param {number} number */
function tap(number) {
  const next = { "": "A", A: "B", B: "" }[dealt.get(number) ?? ""] ?? "";
  dealt.set(number, next);
  const of = (side) => [...dealt].filter(([, player]) => player === side).map(([card]) => card).sort((a, b) => a - b);
  $("cards_a").value = of("A").join(", ");
  $("cards_b").value = of("B").join(", ");
  ticket += 1;
  draw("");
}

function typed() {
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE);
}

/** What a typed list means is for the server to say. */
async function ask() {
  const mine = ++ticket;
  const answer = await getJson(`${page.deal_url}?${new URLSearchParams({ a: $("cards_a").value, b: $("cards_b").value })}`);
  if (!answer || mine !== ticket) return;
  dealt.clear();
  for (const [side, numbers] of Object.entries(answer.cards)) for (const number of numbers) dealt.set(number, side);
  draw(answer.fault);
}

/** @param {string} fault */
function draw(fault) {
  for (const [number, card] of cards) {
    const player = dealt.get(number) ?? "";
    card.dataset.player = player;
    card.toggleAttribute("data-mark", player !== "");
    const state = { A: words.side_a, B: words.side_b }[player] ?? words.not_dealt;
    /** @type {HTMLElement} */ (card.querySelector(".mark")).textContent = player;
    /** @type {HTMLElement} */ (card.querySelector(".state")).textContent = `, ${state}`;
  }
  const count = (side) => [...dealt.values()].filter((player) => player === side).length;
  const [a, b] = [count("A"), count("B")];
  const text = fault || (a === 25 && b === 25 ? words.complete : fill(words.counts, { a, b }));
  $("deal-count").replaceChildren(h("b", {}, text));
  $("deal-count").dataset.state = fault ? "bad" : a === 25 && b === 25 ? "good" : "";
}

start();
