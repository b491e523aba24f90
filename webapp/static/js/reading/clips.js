/** The clips of a reading: fetched and decoded a little ahead of the voice, forgotten soon after it. */

const KEPT = 16;
const ASK_AGAIN = 120;
const LINE_DOWN = 1500;

/**
 * @typedef {object} Clip
 * @property {AudioBuffer} buffer
 * @property {{voiceStart: number, voiceEnd: number, length: number, morae: [string, number][]}} marks  in samples; a
 *   mora's number is where it ends
 */

/**
 * Return the file type to ask for: FLAC, or WAV where the browser does not play FLAC.
 * @returns {"flac" | "wav"}
 */
export function fileType() {
  return document.createElement("audio").canPlayType("audio/flac") === "" ? "wav" : "flac";
}

export class Clips {
  /**
   * @param {(data: ArrayBuffer) => Promise<AudioBuffer>} decode
   * @param {(address: string) => void} [waits]  called when the server answers that a clip is not there yet
   * @param {string} [owner]  the secret name of the page: the server gives clips to the page with the sound alone
   */
  constructor(decode, waits = (_address) => {}, owner = "") {
    this.decode = decode;
    this.owner = owner;
    this.waits = waits;
    this.type = fileType();
    /** @type {Map<string, Promise<Clip>>} least lately asked for first */
    this.shelf = new Map();
  }

  /**
   * Return a clip, however long it takes to be rendered and fetched.
   * @param {string} address  without the ending
   * @returns {Promise<Clip>}
   */
  load(address) {
    const known = this.shelf.get(address);
    const clip = known ?? this.#fetch(address);
    this.shelf.delete(address);
    this.shelf.set(address, clip);
    if (!known) clip.catch(() => this.shelf.delete(address));
    for (const oldest of [...this.shelf.keys()].slice(0, -KEPT)) this.shelf.delete(oldest);
    return clip;
  }

  async #fetch(address) {
    const marks = await (await this.#get(address, "json")).json();
    const sound = await (await this.#get(address, this.type)).arrayBuffer();
    return { buffer: await this.decode(sound), marks };
  }

  async #get(address, type) {
    const url = `${address}.${type}`;
    for (;;) {
      const response = await fetch(url, { headers: { "X-Page": this.owner } }).catch(() => null);
      if (response?.status === 200) return response;
      if (response?.status === 401 || response?.status === 403) throw new Error(`${url}: ${response.status}`);
      await response?.arrayBuffer();
      // not rendered yet, or the line is down: neither is the end of a reading
      if (response) this.waits(url);
      await new Promise((resolve) => setTimeout(resolve, response?.status === 202 ? ASK_AGAIN : LINE_DOWN));
      // a poem that was skipped is never given out
      if (!this.shelf.has(address)) throw new Error(`${url}: no longer wanted`);
    }
  }
}
