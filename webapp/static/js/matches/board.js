/** The referee's page: field, strips, panel, keyboard and line, put together. */

import { stayAwake } from "./awake.js";
import { begins } from "./begins.js";
import { Desk } from "./desk.js";
import { fill, h, island, onPress } from "../dom.js";
import { Field } from "./field.js";
import { Gestures } from "./gestures.js";
import { hallLine } from "./hall_line.js";
import { Kept } from "./kept.js";
import { listen } from "./keys.js";
import { askJson, getJson, Link, needJson } from "./link.js";
import { Log } from "./log.js";
import { draw } from "./marks.js";
import { Panel } from "./panel.js";
import { PoemStrip } from "./poem.js";
import { Rare } from "./rare.js";
import { Say } from "./say.js";
import { Search } from "./search.js";
import { lookButtons, remembered } from "./seat.js";
import { Strips } from "./strips.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const dialog = (/** @type {string} */ id) => /** @type {HTMLDialogElement} */ ($(id));
const PLAYERS = ["A", "B"];
/** Milliseconds for which a result that has just come cannot be confirmed: a finger that trembles is no agreement. */
const LOOK_FIRST = 1500;

class Board {
  /** @param {any} page @param {Record<string, string>} words @param {Map<number, any>} faces */
  constructor(page, words, faces) {
    Object.assign(this, { page, words, faces });
    this.look = remembered();
    this.line = { status: "online", unsent: 0, saved: "", sending: false };
    this.say = new Say($("said"), $("toast"));
    this.desk = new Desk({
      command: (command) => this.link.send(command),
      preview: (draft) => askJson(page.preview_url, draft),
      fetchRead: (index) => getJson(`${page.reads_url}/${index}`),
      kept: new Kept(page.topic),
      unsent: () => this.link?.unsent ?? [],
      changed: () => this.show(),
    });
    this.field = new Field($("field"), faces);
    this.strips = new Strips(this.field, words, page.names, (player, side) => this.desk.touch(player, side));
    this.poem = new PoemStrip($("poem"), faces, words);
    this.search = new Search(page.search_url, words, (card) => this.desk.command({ type: "call", card }), (text) => this.#nearby(text));
    this.panel = this.#panel();
    this.rare = new Rare(dialog("rare"), this.desk, words);
    this.log = new Log([$("log"), $("log-sheet")], page.reads_url, words, (index) => {
      dialog("reads").close();
      this.desk.correct(index);
    });
    this.link = this.#link();
    this.#hands();
    this.sit();
    this.receive(page.view);
  }

  /** The poems that a text finds without the server; whether a dead one was read already, it says when it is back. */
  #nearby(/** @type {string} */ text) {
    const { kimariji, spent } = this.desk.view;
    return begins([...this.faces.values()], text).map((card) => {
      const face = this.faces.get(card);
      return { card, kimariji: kimariji[card] ?? face.kimariji, kami: face.begins[0], where: "", read: spent.includes(card) };
    });
  }

  #panel() {
    const { page, words, faces } = this;
    return new Panel($("side"), this.desk, {
      words,
      faces,
      names: page.names,
      readingUrl: page.reading_url,
      readerUrl: `${page.record_url}#reader`,
      hall: page.hall ? hallLine(page.hall, words) : null,
      near: () => this.look.near,
      manual: (root) => root.append(this.search.root),
      over: (root) => this.#over(root),
    });
  }

  #link() {
    const { page, say, words } = this;
    return new Link(
      { topic: page.topic, readerTopic: page.reader_topic, mark: page.mark, stateUrl: page.state_url, commandsUrl: page.commands_url, seq: page.view.seq },
      {
        view: (view) => this.receive(view),
        status: (status) => this.#connection(status),
        waiting: (count, reason) => this.#unsent(count, reason),
        refused: (message, command) => {
          say.say(message, { refused: true });
          this.desk.refused(command);
        },
        awaits: () => Boolean(this.desk.view.reader),
        waits: () => this.desk.view.stage === "waiting",
        unchanged: (command) => command.type === "correct" && say.say(words.unchanged, { shown: true }),
        conflict: () => say.say(words.moved_on, { refused: true }),
      },
    );
  }

  /** Fingers, buttons and keys. */
  #hands() {
    const { desk, link } = this;
    new Gestures(this.field, {
      tap: (card) => desk.press(card),
      peek: (card) => this.#peek(card),
      lift: (card) => desk.lift(card),
      drop: (card, place) => desk.drag(card, place),
    });
    lookButtons($("views"), this.look, () => this.sit());
    const acts = {
      undo: () => desk.view.undo && link.send({ type: "undo" }),
      redo: () => desk.view.redo && link.send({ type: "redo" }),
      hand: (/** @type {string} */ player) => link.send({ type: "hand", player, up: !desk.view.hands[player] }),
      log: () => this.#openLog(),
      rare: () => this.rare.open(),
      help: () => dialog("help").showModal(),
      swap: () => press("[data-look=near]"),
      search: () => this.search.input.focus(),
      place: (/** @type {string} */ number) => press(`[data-key="place-${number}"]`),
    };
    for (const id of ["undo", "redo"]) onPress($(id), acts[id]);
    for (const [id, name] of [["open-log", "log"], ["more", "rare"], ["open-help", "help"]]) $(id).addEventListener("click", () => acts[name]());
    for (const player of PLAYERS) onPress($(`raise-${player}`), () => acts.hand(player));
    const keys = /** @type {HTMLInputElement} */ ($("keys-on"));
    listen(desk, acts, () => keys.checked);
    for (const sheet of document.querySelectorAll("dialog")) sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  }

  /** @param {any} view */
  receive(view) {
    const before = this.desk.view;
    if (before && before.stage !== "over" && view.stage === "over") this.ended = performance.now();
    this.desk.receive(view);
    if (before && (view.seq !== before.seq || view.heard !== before.heard)) this.say.say(view.heard);
    if (view.stage !== "waiting") this.search.clear();
  }

  sit() {
    this.field.sit(this.look);
    this.strips.sit();
    this.panel.key = null;
    if (this.desk.view) this.show();
  }

  show() {
    const { desk } = this;
    const { shown } = desk;
    if (!shown) return;
    document.body.dataset.stage = shown.stage;
    $("table").classList.toggle("correcting", Boolean(desk.correcting));
    this.field.draw(shown.sides, shown.kimariji, {});
    draw(this.field, desk, this.words);
    this.strips.draw(shown, desk.draft);
    this.poem.draw(shown);
    this.panel.draw();
    this.#tools();
    this.log.soon(desk.view.seq);
  }

  #tools() {
    const { undo, redo, hands, stage } = this.desk.view;
    named($("undo"), undo, undo ? fill(this.words.undo, { what: undo }) : this.words.undo_nothing);
    named($("redo"), redo, redo ? fill(this.words.redo, { what: redo }) : "");
    $("redo").hidden = !redo;
    for (const player of PLAYERS) {
      $(`raise-${player}`).setAttribute("aria-pressed", String(hands[player]));
      $(`raise-${player}`).toggleAttribute("disabled", stage === "over" && !hands[player]);
    }
  }

  /** @param {string} status */
  #connection(status) {
    this.line.status = status;
    this.#showLine();
  }

  /** @param {number} count @param {string} reason */
  #unsent(count, reason) {
    // a command that is on its way for the first time is no news
    this.line.unsent = reason === "sending" && !this.line.unsent ? 0 : count;
    if (count === 0 && this.line.sending) this.line.saved = clock();
    this.line.sending = count > 0;
    document.body.classList.toggle("unsent", count > 0);
    this.#showLine();
  }

  /** What is not sent yet comes first, then whether there is a connection, then when all was saved. */
  #showLine() {
    const { status, unsent, saved } = this.line;
    const offline = status === "offline";
    $("connection").dataset.state = offline ? "offline" : unsent ? "waiting" : "online";
    let text = this.words[status] ?? "";
    if (unsent) text = fill(this.words.not_sent, { count: unsent });
    else if (!offline && saved) text = fill(this.words.saved, { time: saved });
    $("connection-text").textContent = text;
  }

  /** @param {number} card */
  #peek(card) {
    const face = this.faces.get(card);
    const kimariji = h("p", { class: "kimariji", lang: "ja" }, this.desk.shown.kimariji[card] ?? face.kimariji);
    $("peek").replaceChildren(this.poem.card(face), this.poem.text(face), kimariji);
    dialog("peek-sheet").showModal();
  }

  #openLog() {
    if ($("log").getClientRects().length) {
      this.log.enter(this.desk.view.seq, $("log"));
      return;
    }
    dialog("reads").showModal();
    this.log.draw(this.desk.view.seq);
  }

  /** @param {HTMLElement} root */
  #over(root) {
    const { page, words } = this;
    const { result } = this.desk.view;
    if (result.confirmed) root.append(h("p", { class: "notice good" }, result.confirmed));
    else {
      const confirm = h("button", { type: "button", class: "button go", data: { key: "confirm" } }, h("b", {}, words.confirm_result), h("small", {}, words.confirm_help));
      onPress(confirm, () => this.link.send({ type: "confirm" }));
      const left = (this.ended ?? -Infinity) + LOOK_FIRST - performance.now();
      confirm.toggleAttribute("disabled", left > 0);
      if (left > 0) setTimeout(() => confirm.removeAttribute("disabled"), left);
      root.append(confirm);
    }
    root.append(h("div", { class: "pair" }, h("a", { class: "button", href: page.record_url }, words.record), h("a", { class: "button", href: page.again_url }, words.again)));
  }
}

/** @param {HTMLElement} button @param {string|null} what @param {string} full */
function named(button, what, full) {
  button.toggleAttribute("disabled", !what);
  button.setAttribute("aria-label", full);
  button.title = full;
  /** @type {HTMLElement} */ (button.querySelector(".full")).textContent = full;
  /** @type {HTMLElement} */ (button.querySelector(".brief")).textContent = what ?? "";
}

/** @param {string} selector */
const press = (selector) => /** @type {HTMLElement|null} */ (document.querySelector(selector))?.click();

const clock = () => new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", second: "2-digit" });

const page = island("page");
const faces = await needJson(page.cards_url);
new Board(page, island("strings"), new Map(faces.map((/** @type {any} */ face) => [face.number, face])));
stayAwake();
document.body.classList.add("ready");
