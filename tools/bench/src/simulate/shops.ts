/** Distribution of shop sizes. A larger `by` increases the share of the largest shops. */
export interface Tail {
  kind: 'zipf' | 'lognormal';
  by: number;
}

export interface Shops {
  /** Size of each shop as a multiple of the average size. */
  size: Float64Array;
  /**
   * Requests of each shop as a multiple of the average number. Roughly proportional to the size of the shop.
   */
  requests: Float64Array;
  /** Position of each shop in Citus's hash range, scaled to values from 0 (inclusive) to 1 (exclusive). */
  hash: Float64Array;
}

/** Standard deviation of the logarithm of a shop's requests divided by its size. */
const USAGE_SPREAD = 0.5;

/** Generates simulated shops. The same seed returns the same shops. */
export function shopsOf(count: number, tail: Tail, seed: number): Shops {
  const random = randomOf(seed);
  const size = Float64Array.from({ length: count }, (_, at) =>
    tail.kind === 'zipf' ? (at + 1) ** -tail.by : Math.exp(tail.by * normal(random)),
  );
  const requests = size.map((each) => each * Math.exp(USAGE_SPREAD * normal(random)));
  const hash = Float64Array.from({ length: count }, random);
  return { size: withMeanOne(size), requests: withMeanOne(requests), hash };
}

function withMeanOne(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value / mean);
}

/** Returns a normally distributed random number (Box–Muller transform). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Returns a generator of pseudorandom numbers from 0 (inclusive) to 1 (exclusive), by SplitMix32. */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
