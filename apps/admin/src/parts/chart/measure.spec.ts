import { scaleNumber } from './measure';

it('scaleNumber formats axis ticks in steps of 650 with distinct labels', () => {
  const { format } = new Intl.NumberFormat('en', scaleNumber);
  expect([0, 650, 1_300, 1_950, 2_600, 12_345_678].map(format)).toEqual([
    ...['0', '650', '1.3K', '1.95K', '2.6K', '12.3M'],
  ]);
});
