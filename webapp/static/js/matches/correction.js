/** An earlier read on the referee's desk: as it was, and as it is to be entered instead. */

import { Draft } from "./draft.js";

/** @typedef {import("./desk.js").Place} Place */

export class Correction {
  /** @param {number} index @param {any} read  the read as the server has it: `{facts, view, open}` */
  constructor(index, { facts, view, open }) {
    this.index = index;
    /** The match as it was when the read began. */
    this.view = view;
    /** Whether its cards can still be sent after it is entered. */
    this.open = open;
    this.draft = new Draft(facts);
    /** @type {any} the field with what it sends, null until the server has said how it lies: `{sent, sides}` */
    this.field = null;
    /** The sends that the server has judged: what it left out of the field is not sent. @type {number[]} */
    this.judged = [];
  }

  /** The field to be seen. */
  get shown() {
    return this.field ? { ...this.view, sides: this.field.sides } : this.view;
  }

  /** The cards that it sends, in order; those of another sender, or beyond what is owed, are not among them. @returns {number[]} */
  get sent() {
    // neither what is chosen nor what is taken back waits for the server's answer
    return this.draft.sent.filter((card) => !this.judged.includes(card) || this.field?.sent.includes(card));
  }

  /** Take the server's answer to a question. @param {any} question @param {any} field how the field lies; null where nothing is sent */
  judge(question, field) {
    this.field = field;
    this.judged = question.read.sent ?? [];
  }

  /** Send a card, or lay one that is sent elsewhere. @param {number} card @param {Place} place */
  lay(card, place) {
    this.draft.sent = this.sent.includes(card) ? this.sent : [...this.sent, card];
    this.draft.laid.set(card, place);
  }

  /** @param {number} card */
  takeBack(card) {
    this.draft.sent = this.sent.filter((sent) => sent !== card);
    this.draft.laid.delete(card);
  }

  /** What would follow, for the server to say. */
  get question() {
    return this.#entered(this.draft.sent);
  }

  /** @param {boolean} forgotten fewer cards were sent than were owed */
  command(forgotten) {
    return { type: "correct", ...this.#entered(this.sent), forgotten };
  }

  /** @param {number[]} sent */
  #entered(sent) {
    const { draft, index } = this;
    const facts = draft.facts(this.view.read.card, draft.took);
    const read = draft.void === null && sent.length ? { ...facts, sent } : facts;
    return { index, read, laid: draft.places(sent) };
  }
}
