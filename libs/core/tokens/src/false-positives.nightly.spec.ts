import { parseToken, prefixes } from './index';

const STRINGS = 10_000_000;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 46;

/** Returns numbers below 2^32 of the generator xorshift32, so that every run tests the same strings. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

it(`parseToken accepts none of ${STRINGS} random strings with the prefix, length and alphabet of a token`, () => {
  const next = generator(20_261_127);
  const starts = Object.values(prefixes);
  let accepted = 0;
  for (let made = 0; made < STRINGS; made += 1) {
    let text: string = starts[made % starts.length]!;
    for (let at = 0; at < LENGTH; at += 1) text += DIGITS[next() % DIGITS.length]!;
    if (parseToken(text)) accepted += 1;
  }
  expect(accepted).toBe(0);
});
