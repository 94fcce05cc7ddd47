/** How unlike shops are: by rank (Zipf), or by chance (lognormal). The larger `by`, the more the few largest have. */
export interface Tail {
  kind: 'zipf' | 'lognormal';
  by: number;
}

/** Shops of a platform, each at its index. */
export interface Shops {
  /** Of the average shop. */
  size: Float64Array;
  /** Likewise: a shop of twice the size has about twice the requests, some more and some less. */
  requests: Float64Array;
  /** Where Citus' hash puts the shop, 0 to below 1. */
  hash: Float64Array;
}

/** Of the logarithm of requests by size. */
const usageSpread = 0.5;

/** The same seed gives the same shops. */
export function shopsOf(count: number, tail: Tail, seed: number): Shops {
  const random = randomOf(seed);
  const size = Float64Array.from({ length: count }, (_, at) =>
    tail.kind === 'zipf' ? (at + 1) ** -tail.by : Math.exp(tail.by * normal(random)),
  );
  const requests = size.map((each) => each * Math.exp(usageSpread * normal(random)));
  const hash = Float64Array.from({ length: count }, random);
  return { size: withMeanOne(size), requests: withMeanOne(requests), hash };
}

function withMeanOne(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value / mean);
}

/** Box–Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** 0 to below 1 (SplitMix32). */
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
