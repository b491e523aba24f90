/**
 * The referee's desk: what is being noted, chosen and placed just now, and what each press means.
 *
 * It keeps nothing of the match itself. `view` is what the server said last; a press becomes a command, and what follows
 * from it comes back as the next view.
 */

import { Correction } from "./correction.js";
import { Draft } from "./draft.js";
import { opponent } from "./field.js";

/** Milliseconds after which a question that got no answer is asked again. */
const AGAIN = 1_000;

/** @typedef {{end: string, row: string, outside?: number}} Place where a card is to lie; `outside`: just outside of that card */

export class Desk {
  /**
   * @param {object} parts
   * @param {(command: any) => void} parts.command   sends a command
   * @param {(draft: any) => Promise<any>} parts.preview  asks what follows
   * @param {(address: string) => Promise<any>} parts.fetchRead  gets an earlier read as it was
   * @param {import("./kept.js").Kept} parts.kept  what was noted before a reload
   * @param {() => any[]} parts.unsent  the commands to which the server has not answered
   * @param {() => void} parts.changed
   */
  constructor({ command, preview, fetchRead, kept, unsent, changed }) {
    this.command = command;
    this.askPreview = preview;
    this.fetchRead = fetchRead;
    this.kept = kept;
    this.unsent = unsent;
    this.changed = changed;
    /** @type {any} */
    this.view = null;
    /** @type {Correction|null} an earlier read that is being corrected */
    this.correcting = null;
    /** @type {{command: any, correction: Correction}|null} the correction entered last, in case it is refused */
    this.entered = null;
    this.clear();
  }

  clear() {
    this.draft = new Draft();
    /** @type {number|null} */
    this.chosen = null;
    /** @type {"send"|"move"|null} */
    this.placing = null;
    /** @type {"A"|"B"|null} whose touched cards are being marked */
    this.marking = null;
    /** @type {any} what would follow, by who took the card: `{A, B, nobody}`, and `{}` where no answer came */
    this.previews = null;
    this.asked = 0;
    /** Whether what follows from all that is noted has been said. */
    this.known = true;
  }

  /** The match as the desk looks at it: as it is, or as it was before the read that is corrected, with its sends. */
  get shown() {
    return this.correcting?.shown ?? this.view;
  }

  /** Who has how many cards to send just now: as the match stands, or by the correction. */
  get owing() {
    if (!this.correcting) return this.view.stage === "sending" ? this.view.owed : null;
    const owed = this.draft.void === null ? this.owedNow : null;
    return owed && { sender: owed.sender, left: owed.count - this.correcting.sent.length };
  }

  /** The press on the read that waits for the server's answer, by its button. @returns {string|null} */
  get pressed() {
    const settles = this.unsent().find(({ type, read }) => type === "settle" && read.card === this.view.read?.card);
    return settles ? settles.read.took ?? "nobody" : null;
  }

  /** What follows, by who takes the card; what the server sent along while nothing is noted yet. */
  get consequences() {
    return this.previews ?? this.shown?.previews ?? null;
  }

  /** @param {any} view */
  receive(view) {
    const same = this.view && this.view.stage === view.stage && this.view.read?.card === view.read?.card && this.view.owed?.left === view.owed?.left;
    const tapped = this.chosen;
    const first = this.view === null;
    this.view = view;
    if (!this.correcting && !same) this.clear();
    if (!first && !same) this.kept.drop();
    if (!this.correcting && (first || !same)) this.#takesUp(first);
    if (!this.known) this.#asks();
    if (!this.correcting && !same && tapped !== null && view.stage === "sending" && this.ownerOf(tapped) === view.owed.sender) {
      // the card to send was tapped before the answer came that one is owed
      this.chosen = tapped;
      this.placing = "send";
    }
    if (this.chosen !== null && !this.ownerOf(this.chosen)) this.chosen = this.placing = null;
    this.changed();
  }

  /** @param {number} card @param {any} [view] @returns {"A"|"B"|null} */
  ownerOf(card, view = this.shown) {
    for (const player of /** @type {const} */ (["A", "B"])) if (view.sides[player].some((laid) => laid.card === card)) return player;
    return null;
  }

  /** Whose side a chosen card is to be laid on. */
  get destination() {
    if (this.chosen === null || !this.placing) return null;
    const owner = this.ownerOf(this.chosen);
    return this.placing === "send" && owner ? opponent(owner) : owner;
  }

  /** One press settles a read. @param {"A"|"B"|null} took */
  take(took) {
    if (this.shown.stage !== "reading") return;
    if (this.correcting) {
      this.draft.took = took;
      this.#asks();
      return;
    }
    this.command({ type: "settle", read: this.draft.facts(this.view.read.card, took) });
    this.changed();
  }

  /** @param {string} player whose hand @param {string} side whose territory */
  touch(player, side) {
    if (this.shown.stage !== "reading") return;
    this.draft.toggleSide(player, side);
    this.#asks();
  }

  /** Take over what was noted elsewhere, on the sheet of rare things. */
  noted() {
    this.#asks();
  }

  /** @param {number} card */
  press(card) {
    const owner = this.ownerOf(card);
    if (!owner) return;
    if (this.marking) {
      // it was touched before anything was sent
      this.draft.toggleCard(this.marking, card, this.ownerOf(card, this.correcting?.view) ?? owner);
      this.#asks();
    } else if (this.placing && owner === this.destination && card !== this.chosen) {
      this.place({ ...this.placeOf(card), outside: card });
    } else if (card === this.chosen) {
      this.drop();
    } else if (this.correcting?.sent.includes(card)) {
      this.correcting.takeBack(card);
      this.#asks();
    } else if (!this.correcting || !this.known || this.#sends(owner, card)) {
      // before it is known what a correction owes, a card may be chosen for it
      this.chosen = card;
      this.placing = this.#sends(owner, card) ? "send" : null;
      this.changed();
    }
  }

  /** Begin to move the chosen card. */
  move() {
    this.placing = "move";
    this.changed();
  }

  /** Let go of what was chosen, or of the correction. */
  drop() {
    if (this.marking) this.marking = null;
    else if (this.chosen !== null) this.chosen = this.placing = null;
    else if (this.correcting) this.#leave();
    this.changed();
  }

  /** @param {number} card */
  placeOf(card) {
    const laid = [...this.shown.sides.A, ...this.shown.sides.B].find((one) => one.card === card);
    return { end: laid.end, row: laid.row };
  }

  /** Lay the chosen card down. @param {Place} place */
  place(place) {
    if (this.chosen === null || !this.placing) return;
    const { chosen, placing } = this;
    this.chosen = this.placing = null;
    this.correcting?.lay(chosen, place);
    if (this.correcting) return void this.#asks();
    this.command({ type: placing, card: chosen, place });
    this.changed();
  }

  /** On whose side a card may be laid by dragging it; null where it may not. @param {number} card */
  lift(card) {
    const owner = this.ownerOf(card);
    if (!owner || this.marking || (!this.correcting && this.view.stage === "over")) return null;
    if (this.#sends(owner, card)) return opponent(owner);
    return !this.correcting || this.correcting.sent.includes(card) ? owner : null;
  }

  /** @param {number} card @param {Place} place */
  drag(card, place) {
    const owner = /** @type {"A"|"B"} */ (this.ownerOf(card));
    this.chosen = card;
    this.placing = this.#sends(owner, card) ? "send" : "move";
    this.place(place);
  }

  /** Whether a card is its owner's to send. @param {string} owner @param {number} card */
  #sends(owner, card) {
    const { owing } = this;
    const taken = this.correcting && this.draft.took !== null && card === this.shown.read.card;
    return Boolean(owing && owing.left > 0 && owner === owing.sender && !taken);
  }

  /** @param {number} index */
  async correct(index) {
    const read = await this.fetchRead(String(index));
    if (!read) return;
    this.clear();
    this.correcting = new Correction(index, read);
    this.draft = this.correcting.draft;
    await this.#asks();
  }

  /** How many cards the correction owes that are not chosen; none where they can still be sent afterwards. */
  get lacking() {
    const owed = this.draft.void === null && !this.correcting?.open ? this.owedNow : null;
    return owed ? owed.count - this.correcting.sent.length : 0;
  }

  /** Enter the correction. @param {boolean} [forgotten] fewer cards were sent than were owed */
  save(forgotten = false) {
    const correction = this.correcting;
    const command = correction.command(forgotten);
    this.entered = { command, correction };
    this.command(command);
    this.#leave();
    this.changed();
  }

  /** Go back to a correction that was refused, as it was noted: what is wrong in it can be mended. @param {any} command */
  refused(command) {
    if (this.correcting || this.entered?.command !== command) return;
    this.clear();
    this.correcting = this.entered.correction;
    this.draft = this.correcting.draft;
    this.#asks();
  }

  /** What is owed by the read that is being corrected. */
  get owedNow() {
    return this.correcting && this.previews ? this.previews[this.draft.took ?? "nobody"]?.owed ?? null : null;
  }

  /** What was noted before a reload, or was entered and is undone, is taken up again: only what is wrong is changed. */
  #takesUp(first) {
    const reading = this.view.stage === "reading";
    const facts = (reading && first && this.kept.found(this.view)) || (reading && this.view.noted);
    if (!facts) return first && this.kept.drop();
    this.draft = new Draft({ ...facts, took: null, sent: [] });
    this.known = this.draft.plain;
  }

  #leave() {
    this.correcting = null;
    this.clear();
  }

  async #asks() {
    this.known = false;
    this.changed();
    const ticket = ++this.asked;
    const { correcting, draft } = this;
    if (!correcting) this.kept.keep(this.view, draft);
    const question = correcting?.question ?? { read: draft.facts(this.shown.read.card, draft.took), index: null };
    const answer = await this.askPreview(question);
    const current = () => ticket === this.asked && draft === this.draft;
    if (!current()) return;
    this.known = answer !== null;
    // what the server sent along holds only while nothing is noted
    this.previews = answer?.follows ?? (draft.plain ? null : {});
    if (correcting && answer) this.#lies(correcting, question, answer.field);
    if (!answer) setTimeout(() => current() && this.#asks(), AGAIN);
    this.changed();
  }

  /** The field as the correction leaves it is known: a chosen card is to be placed, or let go where it is not to be sent. */
  #lies(correcting, question, field) {
    correcting.judge(question, field);
    if (this.chosen === null) return;
    const owner = this.ownerOf(this.chosen);
    if (owner && this.#sends(owner, this.chosen)) this.placing = "send";
    else this.chosen = this.placing = null;
  }
}
