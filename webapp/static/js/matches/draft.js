/** What the referee has noted of one read and not entered yet. The rules are the server's; here are only the facts. */

import { opponent } from "./field.js";

/** What may be noted of a player beside touches; the keys are those of a match record. */
export const BREACHES = ["wrong_hand", "early_touch", "pre_read_touch", "breach"];

export class Draft {
  /** @param {any} [read] the facts of a read as the server keeps them, to be corrected */
  constructor(read = {}) {
    /** @type {"A"|"B"|null} */
    this.took = read.took ?? null;
    this.touched = { A: new Set(read.touched?.A ?? []), B: new Set(read.touched?.B ?? []) };
    this.cards = { A: new Set(read.cards_touched?.A ?? []), B: new Set(read.cards_touched?.B ?? []) };
    /** @type {Record<string, Set<string>>} */
    this.breaches = Object.fromEntries(BREACHES.map((breach) => [breach, new Set(read[breach] ?? [])]));
    this.contact = new Set((read.contact ?? []).map((one) => one.by));
    this.override = read.override ?? null;
    this.void = read.void ?? null;
    /** @type {number[]} */
    this.sent = [...(read.sent ?? [])];
    /** @type {Map<number, any>} where cards that are sent go, if they did not lie there already */
    this.laid = new Map();
  }

  /** Whether nothing is noted beside who took the card. */
  get plain() {
    const sets = [this.touched.A, this.touched.B, this.cards.A, this.cards.B, this.contact, ...Object.values(this.breaches)];
    return sets.every((set) => set.size === 0) && !this.override && this.void === null;
  }

  /** @param {string} player whose hand @param {string} side whose territory */
  touchedSide(player, side) {
    return this.touched[player].has(seen(player, side));
  }

  /** @param {string} player @param {string} side */
  toggleSide(player, side) {
    toggle(this.touched[player], seen(player, side));
    return this.touchedSide(player, side);
  }

  /**
   * Note or take back that a hand touched a card; its territory is touched with it.
   * @param {string} player @param {number} card @param {string} side whose territory holds it
   */
  toggleCard(player, card, side) {
    if (toggle(this.cards[player], card)) this.touched[player].add(seen(player, side));
    return this.cards[player].has(card);
  }

  /** The places of cards that are sent, for the server. @param {number[]} sent */
  places(sent) {
    return sent.filter((card) => this.laid.has(card)).map((card) => ({ card, place: this.laid.get(card) }));
  }

  /**
   * The facts for the server, with what says nothing left out.
   * @param {number} card @param {"A"|"B"|null} took
   */
  facts(card, took) {
    if (this.void !== null) return { card, void: this.void };
    const out = { card, took, touched: lists(this.touched) };
    const cards = lists(this.cards);
    if (cards.A.length + cards.B.length) out.cards_touched = cards;
    for (const [breach, players] of Object.entries(this.breaches)) if (players.size) out[breach] = [...players].sort();
    if (this.contact.size) out.contact = [...this.contact].sort().map((by) => ({ by, on: opponent(by) }));
    if (this.override) out.override = this.override;
    return out;
  }
}

/** A territory from a player's own seat. @param {string} player @param {string} side */
const seen = (player, side) => (player === side ? "own" : "opp");

/** @param {Set<any>} set @param {any} value @returns {boolean} whether it is in the set now */
function toggle(set, value) {
  if (!set.delete(value)) set.add(value);
  return set.has(value);
}

/** @param {{A: Set<any>, B: Set<any>}} sets */
const lists = (sets) => ({ A: [...sets.A].sort(), B: [...sets.B].sort() });
