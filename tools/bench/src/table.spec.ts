import { median } from './load';
import { table } from './table';

describe('the report', () => {
  it('is a Markdown table with the numbers under each other', () => {
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

  it('quotes the middle of the turns, which one slow turn does not move', () => {
    expect(median([9, 1, 2, 1000, 3])).toBe(3);
  });
});
