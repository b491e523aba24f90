/** Which kana of a half have sounded: from what the server says of it once, and the page's own clock since then. */

/**
 * @typedef {object} Caption  What the server says has sounded; see CaptionView.
 * @property {number} seq
 * @property {number} call
 * @property {number | null} poem
 * @property {"kami" | "shimo" | null} part
 * @property {boolean} over      the half has been heard to its end
 * @property {boolean} running
 * @property {number} age        seconds for which the half has sounded
 * @property {number} margin     seconds by which a caption comes later
 * @property {[string, number][]} morae
 * @property {number[]} lines    how many morae each line of the poem has
 * @property {number} deciding
 * @property {[number, string] | null} before
 */

/**
 * Return how many morae of a caption can be shown.
 * @param {Caption} caption
 * @param {number} seconds  since the server's answer came
 */
export function sounded(caption, seconds) {
  if (caption.over) return caption.morae.length;
  const age = caption.age + (caption.running ? seconds : 0) - caption.margin;
  return caption.morae.filter(([, known]) => known <= age).length;
}

/** @param {Caption} caption */
export function halfOf(caption) {
  return caption.poem === null ? "" : `${caption.call} ${caption.poem} ${caption.part}`;
}

/**
 * Return the first `count` kana of a caption as a list a line of the poem; lines that have not begun are left out.
 * @param {Caption} caption
 * @param {number} count
 */
export function inLines(caption, count) {
  const kana = caption.morae.slice(0, count).map(([one]) => one);
  const lines = [];
  let from = 0;
  for (const length of caption.lines) {
    if (from < kana.length) lines.push(kana.slice(from, from + length));
    from += length;
  }
  return lines;
}

export class Captions {
  /**
   * @param {object} show
   * @param {(lines: string[][], sign: number) => void} show.text   what has sounded, a list a line of the poem, and
   *   how many of its syllables are the kimari-ji
   * @param {(caption: Caption) => void} show.began   the first syllable of a half is shown
   * @param {() => void} show.sign                    the kimari-ji is shown whole
   * @param {(caption: Caption) => void} show.ended   a half is shown whole
   */
  constructor(show) {
    this.show = show;
    /** @type {Caption | null} */
    this.caption = null;
    this.half = "";
    this.shown = 0;
    this.told = false;
  }

  /** @param {Caption} caption @param {number} at  milliseconds of the page's clock at which it came */
  take(caption, at) {
    if (this.caption && caption.seq < this.caption.seq) return;
    this.caption = caption;
    this.at = at;
    this.draw(at);
  }

  /** Show what has sounded by now. What was shown stays: a clock that is mended takes nothing back. */
  draw(at) {
    const { caption } = this;
    if (!caption || caption.poem === null) return;
    const fresh = halfOf(caption) !== this.half;
    const count = sounded(caption, (at - this.at) / 1000);
    if (fresh) Object.assign(this, { half: halfOf(caption), shown: -1, told: false });
    if (count <= this.shown) return;
    const before = Math.max(0, this.shown);
    this.shown = count;
    this.show.text(inLines(caption, count), caption.deciding);
    if (before === 0 && count > 0) this.show.began(caption);
    if (caption.deciding && before < caption.deciding && count >= caption.deciding) this.show.sign();
    if (count === caption.morae.length && !this.told) {
      this.told = true;
      this.show.ended(caption);
    }
  }
}
