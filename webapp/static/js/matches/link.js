/**
 * The page's line to the server: what happens comes in by the stream, what is tapped goes out by the outbox.
 *
 * A stream message is only the bell: the page then asks for the match as it stands, in its own language. The state is a
 * fold on the server and nothing is counted here, so a message that comes twice, or not at all, cannot be counted twice.
 * The question costs one short request on a line that is open anyway; measured from tap to another page's screen it stays
 * far below 100 ms. The one who tapped does not wait for it: the answer to the command carries the new state.
 */

import { Outbox } from "../outbox.js";
import { follow } from "../stream.js";

const AGAIN = 400;
/** Milliseconds without news after which a table that waits for its reader asks: that nobody plays it any more is no event. */
const LULL = 20000;

export class Link {
  /**
   * @param {object} page
   * @param {string} page.topic    `match:4f7k2m`
   * @param {string|null} page.readerTopic  the reading that the table follows
   * @param {string} page.mark     where the stream goes on from the state that the page was drawn with
   * @param {string} page.stateUrl
   * @param {string|null} page.commandsUrl  null for a page that only looks
   * @param {number} page.seq
   * @param {object} hear
   * @param {(view: any) => void} hear.view
   * @param {(status: string) => void} hear.status
   * @param {(count: number, reason: string) => void} [hear.waiting]
   * @param {(message: string, command: any) => void} [hear.refused]
   * @param {(answer: any) => void} [hear.conflict]
   * @param {(command: any) => void} [hear.unchanged]  a command was carried out, and all was so already
   * @param {() => boolean} hear.awaits  whether it is shown what the reader is doing
   * @param {() => boolean} hear.waits   whether the table waits for the next poem
   */
  constructor(page, hear) {
    this.page = page;
    this.hear = hear;
    this.seq = page.seq;
    this.heard = page.seq;
    this.asking = false;
    this.again = false;
    this.stream = follow({
      topics: [page.topic, page.readerTopic].filter(Boolean),
      mark: page.mark,
      onEvent: (event) => this.#event(event),
      onStatus: (status) => this.#status(status),
    });
    this.lull = 0;
    this.#listens();
    this.outbox = page.commandsUrl === null ? null : this.#outbox(page.commandsUrl);
  }

  /** @param {any} command */
  send(command) {
    this.outbox?.send(command, this.seq);
  }

  /** The commands to which no answer has come, in the order in which they were given. @returns {any[]} */
  get unsent() {
    return this.outbox?.entries.map((entry) => entry.command) ?? [];
  }

  /** @param {string} url */
  #outbox(url) {
    return new Outbox({
      url,
      stream: this.page.topic,
      onStored: (answer, entry) => {
        this.#take(answer.view);
        if (!answer.events.length) this.hear.unchanged?.(entry.command);
      },
      onConflict: (answer, entry) => {
        this.#take(answer.view, entry.expected_seq > answer.seq);
        this.hear.conflict?.(answer);
      },
      onRefused: (answer, entry) => this.hear.refused?.(answer.message ?? "", entry.command),
      onWaiting: (count, reason) => this.hear.waiting?.(count, reason),
    });
  }

  /** @param {any} event */
  #event(event) {
    if (event.topic !== this.page.topic) {
      if (this.hear.awaits()) this.#ask(true);
      return;
    }
    // another reader: the page that was drawn knows only the one before
    if (event.kind === "followed") location.reload();
    this.heard = Math.max(this.heard, event.seq);
    this.#ask();
  }

  /** @param {string} status */
  #status(status) {
    this.hear.status(status);
    if (status !== "reconnected") return;
    // the server is back: what was tapped meanwhile does not wait for its own next try
    this.outbox?.now();
    this.#ask(true);
  }

  /** Ask for the state unless it is known; one question at a time, and again if more happened or no answer came. */
  async #ask(anyway = false) {
    this.again ||= anyway;
    if (this.asking || (!this.again && this.heard <= this.seq)) return;
    const again = this.again;
    this.again = false;
    this.asking = true;
    const view = await getJson(this.page.stateUrl);
    this.asking = false;
    this.#take(view);
    if (view) this.#ask();
    else setTimeout(() => this.#ask(again), AGAIN);
  }

  /** @param {any} view @param {boolean} [back] the server's history is another, and shorter than the page's */
  #take(view, back = false) {
    if (!view || (view.seq < this.seq && !back)) return;
    if (back) this.heard = view.seq;
    this.seq = view.seq;
    this.hear.view(view);
    this.#listens();
  }

  /** Ask again after a while without news, where a reading is waited for. */
  #listens() {
    if (!this.page.readerTopic) return;
    clearTimeout(this.lull);
    this.lull = setTimeout(() => {
      if (!document.hidden && this.hear.waits()) this.#ask(true);
      else this.#listens();
    }, LULL);
  }
}

/**
 * @param {string} url
 * @param {number} [patience]  milliseconds after which an answer is not waited for any more; 0: none
 * @returns {Promise<any>} null where no answer came
 */
export async function getJson(url, patience = 0) {
  try {
    const signal = patience ? AbortSignal.timeout(patience) : null;
    const response = await fetch(url, { headers: { Accept: "application/json" }, signal });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/**
 * Get what a page cannot do without, however long the line is down.
 * @param {string} url
 * @returns {Promise<any>}
 */
export async function needJson(url) {
  for (;;) {
    const answer = await getJson(url);
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

/**
 * Ask something that changes nothing but is too long for an address.
 * @param {string} url @param {any} body
 * @returns {Promise<any>} null where no answer came
 */
export async function askJson(url, body) {
  const token = /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="csrf-token"]')).content;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token },
      body: JSON.stringify(body),
    });
    return response.ok || response.status === 422 ? await response.json() : null;
  } catch {
    return null;
  }
}
