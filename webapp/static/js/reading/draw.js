/**
 * The order of a reading, drawn again from its seed. It is written apart from the server's own program, from the
 * description in docs/reading.md, so that one checks the other.
 */

import { sha256 } from "../sha256.js";

const PHI = 1618034;
const ONE = 1000000;

/** Random bits for one purpose: SHA-256 of the seed, the purpose and a counter, from the most significant bit down. */
export class Stream {
  /** @param {Uint8Array} seed @param {string} purpose */
  constructor(seed, purpose) {
    this.key = [...seed, ...new TextEncoder().encode(purpose)];
    this.count = 0;
    this.bits = [];
  }

  /** @param {number} bound @returns {number} a number from 0 to bound - 1 */
  below(bound) {
    const width = bound > 1 ? (bound - 1).toString(2).length : 0;
    for (;;) {
      let number = 0;
      for (let i = 0; i < width; i++) number = 2 * number + this.#bit();
      if (number < bound) return number;
    }
  }

  #bit() {
    if (this.bits.length === 0) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setUint32(4, this.count++);
      const block = sha256(Uint8Array.from([...this.key, ...new Uint8Array(counter.buffer)]));
      for (const byte of block) for (let bit = 7; bit >= 0; bit--) this.bits.push((byte >> bit) & 1);
      this.bits.reverse();
    }
    return this.bits.pop();
  }
}

/** @template T @param {T[]} items @param {Stream} stream */
export function shuffled(items, stream) {
  const out = [...items];
  for (let last = out.length - 1; last > 0; last--) {
    const other = stream.below(last + 1);
    [out[last], out[other]] = [out[other], out[last]];
  }
  return out;
}

/**
 * What the fingerprint is made of: the seed, and the draw in one line.
 * @param {{cards: number[], order: string, dead: number, look_alike: number, absent: number[], rounds: number, most: number}} draw
 * @param {Uint8Array} seed
 * @returns {Uint8Array}
 */
export function committed(draw, seed) {
  const line =
    `${draw.order} ${draw.cards.join()} dead ${draw.dead} look-alike ${Math.round(draw.look_alike * 1000)}` +
    ` absent ${draw.absent.join()} rounds ${draw.rounds} most ${draw.most}`;
  return Uint8Array.from([...seed, ...new TextEncoder().encode(line)]);
}

/**
 * @param {{cards: number[], order: string, dead: number, look_alike: number, absent: number[], rounds: number, most: number}} draw
 * @param {Uint8Array} seed
 * @param {{kimariji: string[], musume: number[]}} known  kimari-ji by number, and the cards in sound-group order
 * @returns {number[]}
 */
export function drawn(draw, seed, known) {
  const inside = draw.cards.filter((card) => !draw.absent.includes(card));
  const outside = known.musume.filter((card) => !draw.cards.includes(card) && !draw.absent.includes(card));
  outside.sort((a, b) => a - b);
  const stream = new Stream(seed, "dead");
  const strength = Math.round(draw.look_alike * 1000);
  const dead = strength
    ? weighted(outside, inside, draw.dead, strength, stream, known.kimariji)
    : shuffled(outside, stream).slice(0, draw.dead);
  const out = [];
  for (let round = 1; round <= draw.rounds; round++) {
    out.push(...oneRound(draw.order, inside, dead, new Stream(seed, round === 1 ? "order" : `order ${round}`), known));
  }
  return draw.most ? out.slice(0, draw.most) : out;
}

function oneRound(order, inside, dead, stream, known) {
  const deck = [...inside, ...dead];
  switch (order) {
    case "shuffle":
      return shuffled(deck, stream);
    case "number":
      return deck.sort((a, b) => a - b);
    case "musume":
      return known.musume.filter((card) => deck.includes(card));
    case "random":
      return deck.map(() => deck[stream.below(deck.length)]);
    default:
      return mingled(inside, dead, stream);
  }
}

function mingled(inside, dead, stream) {
  if (dead.length === 0) return [...inside];
  const places = shuffled([...dead.map(() => true), ...inside.map(() => false)], stream);
  const [given, extra] = [[...inside], [...dead]];
  return places.map((isDead) => (isDead ? extra : given).shift());
}

function weighted(candidates, among, count, strength, stream, kimariji) {
  const left = candidates.map((card) => {
    const shared = Math.max(0, ...among.map((other) => common(kimariji[card], kimariji[other])));
    return { card, weight: PHI * (1000 - strength) + ONE * shared * strength };
  });
  const out = [];
  while (out.length < count) {
    const total = left.reduce((sum, { weight }) => sum + weight, 0);
    let at = stream.below(total || left.length);
    const place = left.findIndex(({ weight }) => (at -= total ? weight : 1) < 0);
    out.push(left.splice(place, 1)[0].card);
  }
  return out;
}

function common(one, other) {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
