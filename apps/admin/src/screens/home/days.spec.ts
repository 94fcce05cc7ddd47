import { byDay, lastDays, sum } from './days';

const count = (requests: number) => ({ requests, client_errors: 1, server_errors: 0 });
/** An hour that begins at this local time. */
const hour = (day: number, atHour: number, requests: number) => ({
  start: new Date(2026, 10, day, atHour).toISOString(),
  ...count(requests),
});

describe('the last days', () => {
  const days = lastDays(new Date(2026, 10, 21, 15, 30), 3);

  it('begin at midnight where the viewer lives, today last', () => {
    expect(days).toEqual([new Date(2026, 10, 19), new Date(2026, 10, 20), new Date(2026, 10, 21)]);
  });

  it('have the requests of their hours; what is older is left out', () => {
    const hours = [hour(18, 23, 100), hour(19, 0, 1), hour(19, 23, 2), hour(21, 0, 4), hour(21, 15, 8)];
    expect(byDay(hours, days).map(({ requests }) => requests)).toEqual([3, 0, 12]);
    expect(sum(byDay(hours, days))).toEqual({ requests: 15, client_errors: 4, server_errors: 0 });
  });

  it('are none the fewer where the clock was put back on one of them', () => {
    expect(lastDays(new Date(2026, 9, 26, 12), 7)).toHaveLength(7);
  });
});
