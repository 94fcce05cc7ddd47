import { byDay, lastDays, sum } from './days';

const count = (requests: number) => ({ requests, client_errors: 1, server_errors: 0 });
/** Returns the counts of an hour in UTC. */
const hour = (day: number, atHour: number, requests: number) => ({
  start: new Date(Date.UTC(2026, 10, day, atHour)).toISOString(),
  ...count(requests),
});

describe('lastDays and byDay', () => {
  const now = Date.parse('2026-11-21T15:30:00Z');
  const days = lastDays(now, 3, 'Europe/Berlin');

  it('return days that start at midnight in the time zone, including today', () => {
    expect(days.map((day) => day.toISOString())).toEqual([
      ...['2026-11-18T23:00:00.000Z', '2026-11-19T23:00:00.000Z', '2026-11-20T23:00:00.000Z'],
    ]);
  });

  it('add up hours by day and ignore hours before the first day', () => {
    const hours = [hour(18, 22, 100), hour(18, 23, 1), hour(19, 22, 2), hour(20, 23, 4), hour(21, 14, 8)];
    expect(byDay(hours, days).map(({ requests }) => requests)).toEqual([3, 0, 12]);
    expect(sum(byDay(hours, days))).toEqual({ requests: 15, client_errors: 4, server_errors: 0 });
  });

  it('assign hours to the day in which they start in time zones with a fractional offset', () => {
    const inIndia = lastDays(now, 2, 'Asia/Kolkata');
    const hours = [hour(20, 17, 1), hour(20, 18, 2), hour(20, 19, 4)];
    expect(byDay(hours, inIndia).map(({ requests }) => requests)).toEqual([3, 4]);
  });
});
