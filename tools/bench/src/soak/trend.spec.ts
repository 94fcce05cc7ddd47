import { percentile } from '../numbers';
import { floorsOf, growthOf, type Point, slopeOf, thinned, withoutWarmUp } from './trend';

/** Returns one point per second. */
const each = (...values: number[]): Point[] => values.map((value, at) => [at, value]);

describe('trend', () => {
  it('slopeOf() and growthOf() return the slope of a line and its total growth', () => {
    const line = each(10, 12, 14, 16);
    expect([slopeOf(line), growthOf(line)]).toEqual([2, 6]);
  });

  it('slopeOf() ignores a single peak', () => {
    expect(slopeOf(each(5, 5, 5, 900, 5, 5, 5))).toBe(0);
  });

  it('slopeOf() and growthOf() return 0 for a single point or for points at the same time', () => {
    expect([
      slopeOf([]),
      slopeOf([[1, 5]]),
      growthOf([]),
      slopeOf([
        [1, 5],
        [1, 9],
      ]),
    ]).toEqual([0, 0, 0, 0]);
  });

  it('slopeOf() approximates the slope of many points from a sample of these points', () => {
    const many = Array.from({ length: 5_000 }, (_, at): Point => [at, at * 3 + (at % 7)]);
    expect(slopeOf(many)).toBeCloseTo(3, 2);
  });

  it('withoutWarmUp() drops points by share of the time range, not by share of their number', () => {
    expect(
      withoutWarmUp(
        [
          [0, 1],
          [1, 1],
          [2, 1],
          [50, 2],
          [100, 3],
        ],
        0.3,
      ),
    ).toEqual([
      [50, 2],
      [100, 3],
    ]);
  });

  it('floorsOf() returns a flat line for memory that rises and falls, and a rising line for a leak', () => {
    const sawtooth = Array.from({ length: 60 }, (_, at): Point => [at, 100 + (at % 10) * 20]);
    const leak = sawtooth.map(([at, value]): Point => [at, value + at]);
    expect(growthOf(floorsOf(sawtooth, 6))).toBe(0);
    expect(slopeOf(floorsOf(leak, 6))).toBeCloseTo(1, 1);
  });

  it('percentile() uses the nearest-rank method', () => {
    const values = [4, 1, 3, 2];
    expect([50, 99, 100, 0].map((percent) => percentile(values, percent))).toEqual([2, 4, 4, 1]);
    expect(percentile([], 99)).toBe(0);
  });

  it('thinned() keeps the first, the last and evenly spaced elements', () => {
    expect(thinned([0, 1, 2, 3, 4, 5, 6, 7, 8], 3)).toEqual([0, 4, 8]);
    expect(thinned([1, 2], 3)).toEqual([1, 2]);
  });
});
