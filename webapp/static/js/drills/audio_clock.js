/**
 * The audio clock in terms of the page's: when a time of an audio context leaves the loudspeaker.
 *
 * The browser's stamps agree to a tenth of a millisecond, but not the first ones of a context, and where the output slips
 * all later ones are another. So they are read again and again while something sounds, and the median of the last counts.
 */

const KEPT = 9;
const EACH = 40;

export class AudioClock {
  /** @param {AudioContext} context */
  constructor(context) {
    this.context = context;
    /** How far the page's clock was ahead of the output, in milliseconds, by each reading. */
    this.offsets = [];
    this.followers = 0;
    this.timer = 0;
  }

  /** What the browser says that the output adds, in milliseconds. */
  get latency() {
    return (this.context.outputLatency ?? this.context.baseLatency ?? 0) * 1000;
  }

  /** Read the clocks as long as nobody stops it. */
  follow() {
    if (this.followers++ === 0) this.timer = setInterval(() => this.read(), EACH);
    this.read();
    let on = true;
    return {
      stop: () => {
        if (on && --this.followers === 0) clearInterval(this.timer);
        on = false;
      },
    };
  }

  read() {
    const stamp = this.context.getOutputTimestamp?.();
    // before the first samples have gone out the stamp is zero and says nothing
    const known = stamp?.performanceTime
      ? stamp.performanceTime - stamp.contextTime * 1000
      : performance.now() - this.context.currentTime * 1000 + this.latency;
    if (!stamp?.performanceTime && this.stamped) return;
    if (stamp?.performanceTime && !this.stamped) this.offsets = [];
    this.stamped = Boolean(stamp?.performanceTime);
    this.offsets.push(known);
    if (this.offsets.length > KEPT) this.offsets.shift();
  }

  /** The page's time, in milliseconds, at which a time of the context leaves the output. @param {number} time */
  pageTime(time) {
    this.read();
    const sorted = [...this.offsets].sort((a, b) => a - b);
    return sorted[sorted.length >> 1] + time * 1000;
  }
}
