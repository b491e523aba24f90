/** When a reader has ended: the voice was there, and has been gone for a while. */

/** The softest voice, full scale 1, whatever the room. */
const VOICE = 0.02;
/** How many times louder than the room a voice is. */
const ABOVE = 4;
/** Seconds of quiet after which the verse is over; between its lines a reader takes less. */
const QUIET = 1.4;

export class End {
  constructor() {
    this.room = 0.003;
    this.begin();
  }

  /** A new recording begins. */
  begin() {
    this.spoken = 0;
    this.quiet = 0;
    this.loudest = 0;
  }

  /**
   * Hear a block; tells whether the verse is over.
   * @param {number} peak
   * @param {number} seconds  the block's length
   * @param {boolean} recording
   */
  hear(peak, seconds, recording) {
    if (!recording) {
      this.room = Math.max(0.0005, 0.9 * this.room + 0.1 * peak);
      return false;
    }
    this.loudest = Math.max(this.loudest, peak);
    const voice = Math.max(VOICE, ABOVE * Math.min(this.room, 0.02), 0.04 * this.loudest);
    if (peak > voice) {
      this.spoken += seconds;
      this.quiet = 0;
    } else {
      this.quiet += seconds;
    }
    return this.spoken > 0.8 && this.quiet > QUIET;
  }
}
