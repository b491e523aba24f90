/** The panel beside the field: what to do now, in words, and the few big buttons for it. */

import { fill, h, onPress } from "../dom.js";
import { drawChips } from "./chips.js";
import { opponent } from "./field.js";
import { poemText } from "./torifuda.js";

/** The places of a territory as its owner sees them, with the key that chooses each. */
const PLACES = [
  [["left", "upper"], ["left", "float"], ["right", "float"], ["right", "upper"]],
  [["left", "middle"], ["right", "middle"]],
  [["left", "lower"], ["right", "lower"]],
];

export class Panel {
  /**
   * @param {HTMLElement} root
   * @param {import("./desk.js").Desk} desk
   * @param {object} page
   * @param {Record<string, string>} page.words
   * @param {Record<string, string>} page.names    players' names by letter
   * @param {Map<number, any>} page.faces
   * @param {string|null} page.readingUrl
   * @param {string} page.readerUrl                where somebody else can be made the reader
   * @param {HTMLElement|null} page.hall           what a reading says of the hall before it begins
   * @param {() => string} page.near               the player at the bottom of the screen
   * @param {(root: HTMLElement) => void} page.manual  draws the search for the poem that was read
   * @param {(root: HTMLElement) => void} page.over    draws what can be done when the match is over
   */
  constructor(root, desk, page) {
    this.desk = desk;
    this.page = page;
    this.words = page.words;
    this.says = /** @type {HTMLElement} */ (root.querySelector("#says"));
    this.lines = /** @type {HTMLElement} */ (root.querySelector("#lines"));
    this.away = /** @type {HTMLElement} */ (root.querySelector("#drop"));
    onPress(this.away, () => desk.drop());
    this.deck = /** @type {HTMLElement} */ (root.querySelector("#deck"));
    this.chips = /** @type {HTMLElement} */ (root.querySelector("#chips"));
  }

  draw() {
    const { desk } = this;
    if (!desk.shown) return;
    const key = desk.marking ? "marking" : desk.placing ? "placing" : desk.correcting ? "correcting" : desk.chosen !== null ? "chosen" : desk.view.stage;
    const focused = this.deck.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.key : null;
    const hands = this.#hands();
    const held = hands.length > 0;
    const again = key === this.key && key === "waiting" && held === this.held;
    Object.assign(this, { key, held });
    this.lines.replaceChildren(...(key === "chosen" ? [] : hands), ...this.#saying(key));
    this.away.hidden = !["marking", "placing", "chosen", "correcting"].includes(key);
    document.body.dataset.mode = key;
    if (!again) {
      this.deck.dataset.mode = key;
      this.deck.replaceChildren();
      this[`_${key}`](this.deck);
    }
    if (focused) /** @type {HTMLElement|null} */ (this.deck.querySelector(`[data-key="${focused}"]`))?.focus();
    drawChips(this.chips, desk, this.words);
  }

  /** A raised hand stops the reader: it is said before everything else. */
  #hands() {
    const up = ["A", "B"].filter((player) => this.desk.view.hands[player]);
    this.says.toggleAttribute("data-hand", up.length > 0);
    const text = fill(this.words.hand_is_up, { players: up.map((player) => this.#name(player)).join(", ") });
    return up.length ? [h("strong", { class: "hand-up" }, text)] : [];
  }

  /** @param {string} key @returns {HTMLElement[]} */
  #saying(key) {
    const { desk, words } = this;
    const lines = (...texts) => texts.filter(Boolean).map((text, index) => h(index ? "span" : "strong", {}, text));
    if (key === "marking") return [h("strong", {}, ...naming(words.mark_cards, this.#name(desk.marking)))];
    if (key === "placing") return [h("strong", {}, ...naming(words.where_to, this.#name(desk.destination))), h("span", { class: "roomy" }, words.where_help)];
    if (key === "chosen") return [...this.#notToSend(), poemText(this.page.faces.get(desk.chosen))];
    if (key === "correcting") {
      const follows = desk.consequences?.[desk.draft.took ?? "nobody"];
      // a phone has no room for the poem's own strip just then
      const sound = h("span", { class: "kimariji", lang: "ja" }, desk.shown.read.kimariji);
      return [h("strong", {}, fill(words.correcting, { number: desk.correcting.index + 1 }), " ", sound), ...(follows ? because(follows.reasons, follows.text) : [])];
    }
    if (key === "reading") return this.#foreseen();
    if (key === "over") return lines(desk.view.result.text, desk.view.result.detail);
    if (key === "sending") return lines(desk.view.says, this.held ? "" : desk.view.heard);
    return lines(desk.view.says, ...desk.view.changes.slice(0, 2));
  }

  /** Who sends, where a card of the other side was tapped for it. */
  #notToSend() {
    const { owing } = this.desk;
    const other = owing && owing.left > 0 && this.desk.ownerOf(/** @type {number} */ (this.desk.chosen)) !== owing.sender;
    return other ? [h("strong", {}, ...naming(this.words.not_to_send, this.#name(owing.sender)))] : [];
  }

  /** What follows from what is noted so far, before anybody is said to have taken the card. */
  #foreseen() {
    const { desk, words } = this;
    const follows = desk.consequences?.nobody;
    const dead = desk.view.read.where === "dead";
    if (!follows) return because("", desk.draft.plain ? desk.view.says : words.not_known);
    if (dead || desk.draft.void !== null) return because(follows.reasons, follows.text);
    return desk.draft.plain ? because("", desk.view.says) : because(follows.reasons, fill(words.if_nobody, { what: follows.text }));
  }

  /** @param {HTMLElement} deck */
  _reading(deck) {
    const { desk, words } = this;
    if (desk.draft.void !== null || desk.shown.read.where === "dead") {
      const label = desk.draft.void !== null ? words.does_not_count : words.dead_go_on;
      deck.append(this.#big("nobody", "go", label, [desk.consequences?.nobody?.short], () => desk.take(null)));
      return;
    }
    const near = this.page.near();
    for (const took of [opponent(near), null, near]) deck.append(this.#taker(took));
  }

  /** @param {string|null} took */
  #taker(took) {
    const { desk, words } = this;
    const key = took ?? "nobody";
    const label = took ? fill(words.took_it, { player: took }) : words.nobody_took;
    const follows = desk.consequences?.[key]?.short ?? "";
    const small = took ? [h("span", { class: "name" }, this.#name(took)), " ", h("span", {}, follows)] : [follows];
    const button = this.#big(key, took ? took.toLowerCase() : "", label, small, () => desk.take(/** @type {any} */ (took)));
    button.classList.add(took === null ? "nobody" : took === this.page.near() ? "near-take" : "far-take");
    if (desk.correcting) button.setAttribute("aria-pressed", String(desk.draft.took === took));
    else if (desk.pressed === key) button.setAttribute("aria-pressed", "true");
    return button;
  }

  /** @param {HTMLElement} deck */
  _sending(deck) {
    deck.append(this.#plain("forgo", this.words.send_nothing, () => this.desk.command({ type: "forgo" })));
  }

  /** @param {HTMLElement} deck */
  _placing(deck) {
    const { desk, words } = this;
    const turned = desk.destination !== this.page.near();
    const turn = (/** @type {any[]} */ list) => (turned ? [...list].reverse() : list);
    let number = 0;
    const map = h("div", { class: `places of-${desk.destination?.toLowerCase()}`, role: "group", "aria-label": words.places });
    for (const row of turn(PLACES)) {
      const line = h("div", { class: "places-row" });
      for (const [end, rank] of turn(row)) {
        number += 1;
        const place = this.#plain(`place-${number}`, words[`place_${rank}_${end}`], () => desk.place({ end, row: rank }));
        place.append(h("kbd", { "aria-hidden": "true" }, String(number)));
        line.append(place);
      }
      map.append(line);
    }
    deck.append(map);
  }

  /** @param {HTMLElement} deck */
  _chosen(deck) {
    const { desk, words } = this;
    const { chosen } = desk;
    const owner = desk.ownerOf(/** @type {number} */ (chosen));
    if (desk.view.stage === "reading") {
      for (const player of ["A", "B"]) {
        const touched = desk.draft.cards[player].has(chosen);
        const button = this.#plain(`touched-${player}`, fill(words.touched_by, { player: this.#name(player) }), () => {
          desk.draft.toggleCard(player, /** @type {number} */ (chosen), /** @type {string} */ (owner));
          desk.noted();
        });
        button.setAttribute("aria-pressed", String(touched));
        deck.append(button);
      }
    }
    if (desk.view.stage === "waiting" && desk.view.manual && !desk.view.spent.includes(chosen)) {
      deck.append(this.#big("call", "main", words.was_read, [], () => desk.command({ type: "call", card: chosen })));
    }
    if (desk.view.stage !== "over") deck.append(this.#plain("move", words.move, () => desk.move()));
  }

  /** @param {HTMLElement} deck */
  _marking(deck) {
    deck.append(this.#plain("done", this.words.done, () => this.desk.drop()));
  }

  /** @param {HTMLElement} deck */
  _correcting(deck) {
    const { desk, words } = this;
    const near = this.page.near();
    const dead = desk.shown.read.where === "dead";
    if (desk.draft.void === null && !dead) for (const took of [opponent(near), null, near]) deck.append(this.#taker(took));
    const owed = desk.owedNow;
    if (owed && desk.draft.void === null) {
      const chosen = desk.correcting.sent.length;
      const what = fill(chosen < owed.count ? words.choose_sent : words.all_chosen, { chosen, count: owed.count });
      deck.append(h("p", { class: "owed" }, h("span", {}, ...naming(what, this.#name(owed.sender))), h("span", { class: "roomy soft small" }, words.choose_sent_help)));
    }
    const { lacking } = desk;
    const save = this.#plain("save", words.save_correction, () => desk.save());
    save.toggleAttribute("disabled", lacking > 0 || !desk.known);
    // what is owed does not vanish: the cards are chosen, or it is said that none was sent
    const forgotten = lacking > 0 && desk.known ? [this.#plain("save-forgotten", fill(words.save_forgotten, { left: lacking }), () => desk.save(true))] : [];
    deck.append(h("div", { class: `save ${forgotten.length ? "pair" : ""}` }, save, ...forgotten));
  }

  /** @param {HTMLElement} deck */
  _waiting(deck) {
    if (this.desk.view.manual) this.page.manual(deck);
    else {
      deck.append(h("p", { class: "soft" }, this.held ? this.words.reader_waits : this.words.reader_next), h("div", { class: "pair" }, h("a", { class: "button", href: this.page.readingUrl }, this.words.to_reading), h("a", { class: "button", href: this.page.readerUrl }, this.words.other_reader)));
      if (this.page.hall) deck.append(this.page.hall);
    }
  }

  /** @param {HTMLElement} deck */
  _over(deck) {
    this.page.over(deck);
  }

  /** @param {string|null} player */
  #name(player) {
    return player ? this.page.names[player] : "";
  }

  /** @param {string} key @param {string} dye @param {string} label @param {(Node|string|undefined)[]} small @param {() => void} act */
  #big(key, dye, label, small, act) {
    const button = h("button", { type: "button", class: `button ${dye}`, data: { key } }, h("b", {}, label), small.some(Boolean) && h("small", {}, ...small));
    onPress(button, act);
    return button;
  }

  /** @param {string} key @param {string} label @param {() => void} act */
  #plain(key, label, act) {
    const button = h("button", { type: "button", class: "button", data: { key } }, label);
    onPress(button, act);
    return button;
  }
}

/** A sentence about a player, whose name gives way where there is no room for both. @param {string} sentence @param {string} name */
function naming(sentence, name) {
  const [before, after] = sentence.split("{player}");
  return [before, h("span", { class: "name" }, name), after];
}

/** What happened, then what follows from it. @param {string} reasons @param {string} text */
function because(reasons, text) {
  // a Japanese full stop brings its own space
  const apart = reasons && !reasons.endsWith("。") ? " " : "";
  return [h("span", {}, reasons + apart, h("strong", {}, text))];
}
