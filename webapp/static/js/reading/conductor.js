/**
 * The conductor: lets the page that has the sound do what the reading says, and tells the reading what was heard.
 *
 * The server decides what comes next; the audio clock decides when. *Next* is asked for as late as the sound allows, so
 * that a hand that goes up while cards are taken is seen before the next call begins.
 */

import { Clips } from "./clips.js";
import { Countdown } from "./countdown.js";
import { Player } from "./player.js";

/** Seconds before the next call's first sound at which it is asked for. */
const ASK_AHEAD = 0.8;
/** Seconds between the last hand going down, or the end of a hold, and the next call. */
const AFTER_WAITING = 1;
/** Seconds after which the next call is asked for again while a table needs more time. */
const ASK_AGAIN = 1;
/** Milliseconds after which a clip that is not there counts as a voice that failed. */
const PATIENCE = 15000;
const SOON = 700;

export class Conductor {
  /**
   * @param {string} owner  the page's own name
   * @param {{send: (wish: any) => Promise<any>}} line
   * @param {object} show
   * @param {(seconds: number) => void} show.slipped
   * @param {() => void} show.waits      a clip is still being made
   * @param {() => void} show.changed    the sound was taken away or given back
   */
  constructor(owner, line, show) {
    this.owner = owner;
    this.line = line;
    this.show = show;
    this.view = null;
    /** Where a call was held: its number and position. */
    this.held = null;
    /** How many of this page's holds have no answer yet: until then the reading only seems to speak. */
    this.holding = 0;
    /** The number of the last call that this page performed, and when the voice ended in it. */
    this.performed = 0;
    this.ended = null;
    /** When the next call is to sound, the alarm that asks for it, and whether it has been asked for. */
    this.planned = 0;
    this.alarm = null;
    this.asked = false;
    /** Whether the pause is over and a table is not done yet. */
    this.late = false;
    /** Until the next call where the room's speakers play. */
    this.room = new Countdown();
    /** Since when the call being performed waits for a clip, by the page's clock. */
    this.waiting = null;
    const decode = (data) => this.player.context.decodeAudioData(data);
    this.player = new Player(new Clips(decode, (address) => this.#waits(address), owner), {
      began: (call, { place }, heard) => this.#report({ do: "began", call: call.number, place, heard }),
      ended: (call, { place }, heard) => this.#report({ do: "ended", call: call.number, place, heard }),
      deciding: (call, heard) => this.#report({ do: "deciding", call: call.number, heard }),
      over: (call, heard) => this.#over(call, heard),
      slipped: (_call, seconds) => show.slipped(seconds),
      interrupted: () => this.#interrupted(),
    });
  }

  /** Whether the reading is this page's to play. */
  get owns() {
    return Boolean(this.view?.yours);
  }

  /** Whether this page is playing, or would be: the sound is its own and the browser lets it out. */
  get plays() {
    return this.owns && Boolean(this.player.sounds);
  }

  /** Seconds until the next call, null where nobody has planned one. */
  get countdown() {
    if (!this.owns) return this.room.left;
    return this.alarm && this.player.sounds && !this.late ? Math.max(0, this.planned - this.player.now) : null;
  }

  /** Take the sound and begin, in answer to a tap. */
  async start() {
    await this.player.unlock();
    return this.line.send({ do: "start", owner: this.owner });
  }

  /** Take the sound of a reading that has begun, in answer to a tap, and go on where it was broken off. */
  async take() {
    await this.player.unlock();
    const view = await this.line.send({ do: "take", owner: this.owner });
    if (view?.phase === "held" && !view.waiting) await this.line.send({ do: "resume", from_shimo: true });
    return view;
  }

  /** Give the sound up, so that another place can have it. */
  leave() {
    this.#standStill();
    return this.line.send({ do: "leave", owner: this.owner });
  }

  /** The reading as the page shows it: a hold is seen at once, whenever the server hears of it. */
  get shown() {
    const goes = this.owns && ["speaking", "play"].includes(this.view.phase);
    return this.holding && goes ? { ...this.view, phase: "held", held_for: "hand", exact: true } : this.view;
  }

  /** Whether the page performs a call now. */
  get busy() {
    return this.player.busy;
  }

  /** Let a clip be heard while nothing is read, in answer to a tap. */
  async tryOut(address) {
    await this.player.unlock();
    if (!this.busy) await this.player.tryOut(address);
  }

  /** Call the next card now. */
  next() {
    this.#forgetNext();
    return this.line.send({ do: "next" });
  }

  /** Stand still: at once, and not only when the server has heard of it. */
  async hold() {
    this.#standStill();
    this.holding++;
    this.show.changed();
    const view = await this.line.send({ do: "hold" });
    this.holding--;
    if (!view) this.follow(this.view);
    this.show.changed();
    return view;
  }

  /** Go on, at the very sample or with the last lower half, in answer to a tap. */
  async resume(fromShimo = false) {
    if (this.owns) await this.player.unlock();
    return this.line.send({ do: "resume", from_shimo: fromShimo });
  }

  /**
   * Follow the reading to where it stands.
   * @param {any} view
   */
  follow(view) {
    const before = this.view;
    this.view = view;
    this.room.take(view);
    if (!this.owns) {
      if (before?.yours) this.#standStill();
      return;
    }
    if (!this.player.context) return;
    for (const clip of view.call?.ahead ?? []) this.player.clips.load(clip).catch(() => {});
    if (view.phase === "speaking") this.holding || this.#speak(view.call);
    else if (view.phase === "play" || view.phase === "ready") this.#pause(before);
    else this.#standStill();
  }

  #speak(call) {
    const planned = this.asked ? this.planned : 0;
    this.#forgetNext();
    this.asked = false;
    this.late = false;
    if (!call?.segments.length || (this.player.busy && this.player.call.number === call.number)) return;
    this.waiting = null;
    if (this.held?.call === call.number) {
      this.player.perform(call, this.held.position);
    } else if (call.number > this.performed) {
      this.performed = call.number;
      this.player.perform(call, 0, planned);
    }
    this.held = null;
  }

  /** Between two calls: plan the next one, unless somebody has to ask for it. */
  #pause(before) {
    if (this.player.busy) this.player.hold();
    this.held = null;
    if (!this.view.automatic || this.view.waiting || this.view.phase === "ready") {
      this.#forgetNext();
      return;
    }
    if (this.alarm || this.asked) return;
    const standing = before?.waiting || before?.phase === "held";
    const waited = this.late ? ASK_AGAIN + ASK_AHEAD : standing ? AFTER_WAITING : 0;
    this.planned = Math.max((this.ended ?? this.player.now) + this.view.play_pause, this.player.now + waited);
    this.alarm = this.player.at(this.planned - ASK_AHEAD, () => {
      this.alarm = null;
      this.asked = true;
      this.line.send({ do: "next", by_itself: true }).then((view) => this.#askedFor(view));
    });
  }

  /** What came of asking for the next call: the reading stands still where a table needs more time. */
  #askedFor(view) {
    if (view && view.phase !== "play") return;
    this.asked = false;
    if (!view || this.view.phase !== "play") return;
    this.late = true;
    this.#pause(null);
    this.show.changed();
  }

  #standStill() {
    this.#forgetNext();
    this.late = false;
    const number = this.player.call?.number;
    const position = this.player.hold();
    if (position !== null) this.held = { call: number, position };
  }

  #forgetNext() {
    this.alarm?.cancel();
    this.alarm = null;
  }

  /** A clip is not there yet: the page says so, and at last gives up for this call. */
  #waits(address) {
    const { call } = this.player;
    if (!this.player.busy || !call.segments.some(({ clip }) => address.startsWith(clip))) return;
    this.waiting ??= performance.now();
    const waited = performance.now() - this.waiting;
    if (waited > SOON) this.show.waits();
    if (waited < PATIENCE && !this.view.fault) return;
    this.waiting = null;
    this.player.hold();
    this.held = null;
    this.#report({ do: "failed", call: call.number, message: this.view.fault.slice(0, 200) });
  }

  #over(call, heard) {
    this.ended = heard.context;
    this.#report({ do: "over", call: call.number, heard });
  }

  #interrupted() {
    this.#forgetNext();
    this.held = null;
    if (this.owns && !["done", "stopped"].includes(this.view.phase)) this.#report({ do: "lost", message: "" });
    this.show.changed();
  }

  #report(fact) {
    this.line.send({ ...fact, owner: this.owner });
  }
}
