import { median } from './numbers';
import { table } from './table';

describe('table()', () => {
  it('prints a Markdown table with aligned numbers', () => {
    expect(
      table(
        ['case', 'ms'],
        [
          ['GET one', '1.20'],
          ['page', '12.00'],
        ],
      ),
    ).toBe('| case    |    ms |\n|---------|-------|\n| GET one |  1.20 |\n| page    | 12.00 |\n');
  });
});

describe('median()', () => {
  it('is not affected by a single slow measurement', () => {
    expect(median([9, 1, 2, 1000, 3])).toBe(3);
  });
});
