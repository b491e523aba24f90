/**
 * The page's line to the server. What happens comes in by the stream; what is wished and what was heard goes out in
 * order, again and again under the same id until an answer comes.
 *
 * A stream message is only the bell: the page then asks for the reading as it stands, in its own language. Commands are
 * kept in memory alone: a *next* that was pressed an hour ago on a page that was closed must not be carried out now.
 */

import { newId, post } from "../outbox.js";
import { follow } from "../stream.js";

const AGAIN = [300, 600, 1200, 2500];
const FINAL = [200, 404, 409, 413, 415, 422];
/** How often a page that hears nothing, because it is hidden or has no stream, asks how things stand. */
const ASK = 1500;
/** How often a page that looks on asks whether somebody still plays: a page that is gone is no event. */
const LOOK = 5000;

export class Line {
  /**
   * @param {{topic: string, mark: string, stateUrl: string, commandsUrl: string, view: any}} page
   * @param {string} owner  the page's secret name: with the sound it is told what to play; empty for one that looks on
   * @param {object} hear
   * @param {(view: any) => void} hear.view
   * @param {(message: string, wish: any) => void} hear.refused
   * @param {() => void} hear.overtaken  a wish came too late: somebody else moved the reading on
   * @param {(status: string) => void} hear.status   "online", "offline", "reconnected" or "waiting"
   */
  constructor(page, owner, hear) {
    this.page = page;
    this.owner = owner;
    this.hear = hear;
    /** Whether this page has the sound. */
    this.yours = false;
    this.seq = page.view.seq;
    this.heard = page.view.seq;
    /** @type {{wish: any, id: string, seq: number, done: (view: any) => void}[]} */
    this.waiting = [];
    this.sending = false;
    this.failures = 0;
    this.asking = false;
    this.stream = follow({
      topics: [page.topic],
      mark: page.mark,
      onEvent: (event) => this.#bell(event.seq),
      onStatus: (status) => {
        hear.status(status);
        if (status === "reconnected") this.ask();
      },
    });
    setInterval(() => document.hidden && this.yours && this.ask(), ASK);
    this.goes = goesOn(page.view);
    setInterval(() => !document.hidden && !this.yours && this.goes && this.ask(), LOOK);
  }

  /**
   * Send a wish or a report.
   * @param {{do: string}} wish
   * @returns {Promise<any>} the reading after it; null where it was refused
   */
  send(wish) {
    return new Promise((done) => {
      this.waiting.push({ wish, id: newId(), seq: this.seq, done });
      this.#pump();
    });
  }

  /** Ask for the reading as it stands. */
  async ask() {
    if (this.asking) return;
    this.asking = true;
    const wanted = this.heard;
    const view = await getJson(`${this.page.stateUrl}?owner=${this.owner}`);
    this.asking = false;
    this.take(view);
    if (view && this.heard > wanted && this.heard > this.seq) this.ask();
  }

  /**
   * Take the reading as another answer of the server has it.
   * @param {any} view
   */
  learn(view) {
    if (!view || view.seq < this.seq) return;
    this.seq = view.seq;
    this.yours = view.yours;
  }

  #bell(seq) {
    this.heard = Math.max(this.heard, seq);
    // the answer to an own command brings the state along
    if (this.heard > this.seq && !this.sending) this.ask();
  }

  async #pump() {
    if (this.sending || this.waiting.length === 0) return;
    this.sending = true;
    const { wish, id, seq, done } = this.waiting[0];
    const url = `${this.page.commandsUrl}?owner=${this.owner}`;
    const { status, body } = await post(url, { client_id: id, expected_seq: seq, command: wish });
    this.sending = false;
    if (!FINAL.includes(status) || body === null) {
      this.hear.status("waiting");
      setTimeout(() => this.#pump(), AGAIN[Math.min(this.failures++, AGAIN.length - 1)]);
      return;
    }
    if (this.failures > 0) this.hear.status("online");
    this.failures = 0;
    this.waiting.shift();
    if (status === 200) this.#done(seq, body);
    else if (status !== 409) this.hear.refused(body.message ?? "", wish);
    else if (!wish.by_itself) this.hear.overtaken();
    done(status === 200 ? body.state : null);
    if (status === 409 || this.heard > this.seq) this.ask();
    this.#pump();
  }

  #done(before, { seq, events, repeated, state }) {
    // what the page itself did does not make the wishes that wait behind it old
    if (!repeated && seq === before + events.length) {
      for (const later of this.waiting) if (later.seq === before) later.seq = seq;
    }
    this.take(state);
  }

  /** Follow a view that came by another way. */
  take(view) {
    if (!view || view.seq < this.seq) return;
    this.seq = view.seq;
    this.yours = view.yours;
    this.goes = goesOn(view);
    this.hear.view(view);
  }
}

/** @param {any} view */
const goesOn = (view) => ["speaking", "play"].includes(view.phase) && !view.abandoned;

/**
 * @param {string} url
 * @returns {Promise<any>} null where no answer came
 */
export async function getJson(url) {
  try {
    const response = await fetch(url, { headers: { Accept: "application/json" } });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
