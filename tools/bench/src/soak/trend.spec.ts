import { floorsOf, growthOf, percentile, type Point, slopeOf, thinned, withoutWarmUp } from './trend';

/** A point a second. */
const each = (...values: number[]): Point[] => values.map((value, at) => [at, value]);

describe('the trend of what is measured', () => {
  it('is the slope of a line, and what it adds over the whole time', () => {
    const line = each(10, 12, 14, 16);
    expect([slopeOf(line), growthOf(line)]).toEqual([2, 6]);
  });

  it('is not moved by a single peak', () => {
    expect(slopeOf(each(5, 5, 5, 900, 5, 5, 5))).toBe(0);
  });

  it('is none where there is one point, or no time between them', () => {
    expect([slopeOf([]), slopeOf([[1, 5]]), growthOf([]), slopeOf([[1, 5], [1, 9]])]).toEqual([0, 0, 0, 0]); // oxfmt-ignore
  });

  it('is the same of many points as of some of them', () => {
    const many = Array.from({ length: 5_000 }, (_, at): Point => [at, at * 3 + (at % 7)]);
    expect(slopeOf(many)).toBeCloseTo(3, 2);
  });

  it('leaves the warm-up out by its share of the time, not of the points', () => {
    expect(withoutWarmUp([[0, 1], [1, 1], [2, 1], [50, 2], [100, 3]], 0.3)).toEqual([[50, 2], [100, 3]]); // oxfmt-ignore
  });

  it('finds what is left after each collection: a sawtooth is flat, a leak is not', () => {
    const sawtooth = Array.from({ length: 60 }, (_, at): Point => [at, 100 + (at % 10) * 20]);
    const leak = sawtooth.map(([at, value]): Point => [at, value + at]);
    expect(growthOf(floorsOf(sawtooth, 6))).toBe(0);
    expect(slopeOf(floorsOf(leak, 6))).toBeCloseTo(1, 1);
  });

  it('names percentiles by nearest rank', () => {
    const values = [4, 1, 3, 2];
    expect([50, 99, 100, 0].map((percent) => percentile(values, percent))).toEqual([2, 4, 4, 1]);
    expect(percentile([], 99)).toBe(0);
  });

  it('thins to the first, the last and evenly between', () => {
    expect(thinned([0, 1, 2, 3, 4, 5, 6, 7, 8], 3)).toEqual([0, 4, 8]);
    expect(thinned([1, 2], 3)).toEqual([1, 2]);
  });
});
