import { scaleNumber } from './measure';
import { roundTicks } from './ticks';

describe('roundTicks', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [12, [0, 5, 10, 15]],
    [930, [0, 200, 400, 600, 800, 1_000]],
    [1_000, [0, 200, 400, 600, 800, 1_000]],
    [246_900, [0, 50_000, 100_000, 150_000, 200_000, 250_000]],
  ])('returns axis ticks in round steps for the maximum value %d', (max, ticks) => {
    expect(roundTicks(max)).toEqual(ticks);
  });

  it('returns at most six axis ticks, and the last tick is at least the maximum value', () => {
    for (let max = 1; max < 1e9; max = Math.ceil(max * 1.37)) {
      const ticks = roundTicks(max);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
      expect(ticks.at(-2)).toBeLessThan(max);
    }
  });

  it.each(['en', 'de'])('returns axis ticks with distinct labels in the language %s', (language) => {
    const { format } = new Intl.NumberFormat(language, scaleNumber);
    for (const max of [1, 42, 930, 12_345, 2_469_000, 87_654_321]) {
      const labels = roundTicks(max).map(format);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });
});
