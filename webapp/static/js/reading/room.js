/** The server's own loudspeakers: asks for them, opens them, and keeps their settings. */

/**
 * @typedef {object} Speaker
 * @property {string} name
 * @property {boolean} default
 * @property {boolean} here     whether it is open for this reading
 * @property {string} holder    who else has it
 * @property {string} doubt     why it may not be heard
 * @property {number} delay     milliseconds
 * @property {number} trim      dB
 * @property {boolean} awake
 * @property {number} lead_in   seconds
 * @property {number} store     milliseconds
 * @property {boolean} heard
 *
 * @typedef {{speakers: Speaker[], chosen: string, ready: string, trouble: string}} RoomView
 */

export class Room {
  /**
   * @param {{roomUrl: string, trialUrl: string, tuningUrl: string, owner: string}} where
   */
  constructor(where) {
    this.where = where;
    /** @type {RoomView} */
    this.view = { speakers: [], chosen: "", ready: "", trouble: "" };
    this.chosen = "";
  }

  /** The loudspeaker that is chosen, if it is there. */
  get speaker() {
    return this.view.speakers.find((one) => one.name === this.chosen) ?? null;
  }

  /** Look which loudspeakers there are. */
  async look() {
    const { body } = await ask(this.where.roomUrl);
    if (body) this.#take(body);
    return this.view;
  }

  /**
   * Open the chosen loudspeaker, let it begin or take the reading, or let go of it.
   * @param {"ready" | "start" | "take" | "leave"} what
   * @returns {Promise<{state?: any, message: string}>} the reading after it, or why not
   */
  async wish(what) {
    const url = `${this.where.roomUrl}?owner=${this.where.owner}`;
    const { body } = await ask(url, { do: what, device: this.chosen });
    if (body?.room) this.#take(body.room);
    return { state: body?.state, message: body ? (body.message ?? "") : null };
  }

  /** Let the trial verse be heard; returns why not, empty where it is. */
  async tryOut() {
    const { status, body } = await ask(this.where.trialUrl, { device: this.chosen });
    return status === 200 ? "" : (body?.message ?? "");
  }

  /**
   * Keep settings of the chosen loudspeaker.
   * @param {Partial<Speaker>} changes
   */
  async tune(changes) {
    const speaker = this.speaker;
    if (!speaker) return "";
    Object.assign(speaker, changes);
    const { delay, trim, awake, lead_in, store, heard } = speaker;
    const settings = { device: speaker.name, delay, trim, awake, lead_in, store, heard };
    const { status, body } = await ask(this.where.tuningUrl, settings);
    return status === 200 ? "" : (body?.message ?? "");
  }

  /** Take a loudspeaker for gone until it has been seen again. @param {string} name */
  forget(name) {
    this.view = { ...this.view, speakers: this.view.speakers.filter((one) => one.name !== name) };
  }

  #take(view) {
    this.view = view;
    const names = view.speakers.map((one) => one.name);
    if (!names.includes(this.chosen)) this.chosen = view.chosen;
  }
}

async function ask(url, wish) {
  const token = document.querySelector('meta[name="csrf-token"]').content;
  const headers = { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": token };
  try {
    const response = await fetch(url, wish ? { method: "POST", headers, body: JSON.stringify(wish) } : { headers });
    return { status: response.status, body: await response.json() };
  } catch {
    return { status: 0, body: null };
  }
}
