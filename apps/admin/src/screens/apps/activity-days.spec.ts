import { chartDays, csvLines, sumsByType } from './activity-days';

const none = { customers: 0, customer_ids: [] };
const days = [
  { day: '2026-11-27', type: 'orders', reads: 3, writes: 1, customers: 2, customer_ids: ['a', 'b'] },
  { day: '2026-11-27', type: 'meta', reads: 9, writes: 0, ...none },
  { day: '2026-11-25', type: 'orders', reads: 2, writes: 0, ...none },
  { day: '2026-10-01', type: 'codes', reads: 1, writes: 0, ...none },
];

it('chartDays returns the requests of each of the last days, and omits older days', () => {
  expect(chartDays(days, 3, Date.parse('2026-11-27T23:59:00Z'))).toEqual([
    { day: '2026-11-25', reads: 2, writes: 0 },
    { day: '2026-11-26', reads: 0, writes: 0 },
    { day: '2026-11-27', reads: 12, writes: 1 },
  ]);
});

it('sumsByType adds up requests by resource type and returns the most used resource type first', () => {
  expect(sumsByType(days)).toEqual([
    { type: 'meta', reads: 9, writes: 0 },
    { type: 'orders', reads: 5, writes: 1 },
    { type: 'codes', reads: 1, writes: 0 },
  ]);
});

it('csvLines returns a CSV header and a CSV line for each day and resource type', () => {
  expect(csvLines(days.slice(0, 2))).toEqual([
    'day,type,reads,writes,customers,customer_ids',
    '2026-11-27,orders,3,1,2,a b',
    '2026-11-27,meta,9,0,0,',
    '',
  ]);
});
