import { v7 as uuidv7 } from 'uuid';
import { IdSample, levelOf } from './id-sample';

const estimateOf = ({ ids, level }: IdSample) => ids.size * 2 ** level;

describe('IdSample', () => {
  it('contains distinct ids, and contains all ids if there are at most 256', () => {
    const sample = new IdSample();
    const ids = Array.from({ length: 256 }, () => uuidv7());
    for (const id of [...ids, ...ids]) sample.add(id);
    expect([...sample.ids]).toEqual(ids);
    expect(sample.level).toBe(0);
  });

  it('estimates 20,000 distinct ids from at most 256 ids, even if two samples are merged', () => {
    const [one, other] = [new IdSample(), new IdSample()];
    for (let count = 0; count < 20_000; count += 1) (count < 15_000 ? one : other).add(uuidv7());
    one.merge(other);
    expect(one.ids.size).toBeLessThanOrEqual(256);
    expect([...one.ids].every((id) => levelOf(id) >= one.level)).toBe(true);
    // Six times the standard error of the smallest possible sample.
    expect(Math.abs(estimateOf(one) / 20_000 - 1)).toBeLessThan(0.55);
  });
});
