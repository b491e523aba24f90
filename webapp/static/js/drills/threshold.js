/**
 * A hearing threshold while it is being measured: the belief of `engine/training/threshold.py`, so that a run needs no
 * network. The server folds the answers anew; what is worked out here only says where the next sound is cut.
 */

export class Threshold {
  /** @param {Record<string, any>} rules  `webapp.drills.kinds.hearing.rules` */
  constructor(rules) {
    this.rules = rules;
    this.answers = 0;
    this.guessing = 0;
    this.cells = rules.grid.flatMap((at) => rules.spreads.map((spread) => ({ at, spread, log: 0 })));
  }

  /** Count an answer to a sound that was cut so many milliseconds after the decision point. */
  add(cut, right) {
    const { guess, slip, atThreshold } = this.rules;
    this.answers += 1;
    this.guessing += Math.log(right ? guess : 1 - guess);
    for (const cell of this.cells) {
      const share = guess + (1 - guess - slip) * normal((cut - cell.at) / cell.spread + atThreshold);
      cell.log += Math.log(right ? share : 1 - share);
    }
  }

  /** Where to cut the next sound, in steps. */
  get nextCut() {
    const { start, step, clear, clearEvery, floor, ceiling } = this.rules;
    if (this.answers === 0) return start;
    const above = this.answers % clearEvery ? this.rules.above : clear;
    const shares = this.#shares();
    const spread = shares.reduce((sum, share, i) => sum + share * this.cells[i].spread, 0);
    const cut = Math.round((this.#quantile(shares, 0.5) + above * spread) / step) * step;
    return Math.min(Math.max(cut, floor), ceiling);
  }

  /** What is believed, in milliseconds with its interval, told or not; null before there are answers enough. */
  get estimate() {
    if (this.answers < this.rules.fewest) return null;
    const shares = this.#shares();
    const [low, middle, high] = [0.025, 0.5, 0.975].map((q) => this.#quantile(shares, q));
    return { low, middle, high };
  }

  /** What may be told of it: "found", "below" or "above" an end of its interval, or nothing yet ("open"). */
  get standing() {
    const found = this.estimate;
    if (found === null || this.#evidence() < this.rules.sure) return "open";
    if (found.high >= this.rules.ceiling) return "above";
    return found.low <= this.rules.floor ? "below" : "found";
  }

  /** Whether a run needs no more answers. */
  get over() {
    const found = this.estimate;
    return this.answers >= this.rules.longest || (found !== null && found.high - found.low <= this.rules.narrow);
  }

  // The log of how many times likelier the answers are by hearing than by guessing.
  #evidence() {
    const most = Math.max(...this.cells.map((cell) => cell.log));
    const mean = this.cells.reduce((sum, cell) => sum + Math.exp(cell.log - most), 0) / this.cells.length;
    return most + Math.log(mean) - this.guessing;
  }

  #shares() {
    const most = Math.max(...this.cells.map((cell) => cell.log));
    const weights = this.cells.map((cell) => Math.exp(cell.log - most));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  }

  #quantile(shares, q) {
    const { grid, spreads, step } = this.rules;
    let below = 0;
    for (let i = 0; i < grid.length; i++) {
      const share = shares.slice(i * spreads.length, (i + 1) * spreads.length).reduce((sum, one) => sum + one, 0);
      if (below + share >= q) return grid[i] + step * ((q - below) / share - 0.5);
      below += share;
    }
    return grid.at(-1);
  }
}

/** The normal distribution's share below a value, to seven digits (Abramowitz and Stegun 7.1.26). */
function normal(value) {
  const x = Math.abs(value) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const poly = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const tail = (poly * Math.exp(-x * x)) / 2;
  return value < 0 ? tail : 1 - tail;
}
