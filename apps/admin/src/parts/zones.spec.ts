import { allZones } from './zone-names';
import { clockAt, dayAt, firstMomentOf, isOffTheHour, lastDates, momentOf } from './zone-days';
import { knownZone } from './zones';

const at = (moment: string) => Date.parse(moment);
const momentIn = (clock: string, zone: string) => new Date(momentOf(clock, zone)).toISOString();

describe('time zone functions', () => {
  it('clockAt returns local time regardless of the browser’s time zone', () => {
    const moment = at('2026-11-20T18:30:00Z');
    expect(clockAt(moment, 'Asia/Kolkata')).toBe('2026-11-21T00:00');
    expect(dayAt(moment - 1, 'Asia/Kolkata')).toBe('2026-11-20');
    expect(clockAt(moment, 'America/New_York')).toBe('2026-11-20T13:30');
    expect(lastDates(moment, 3, 'Asia/Kolkata')).toEqual(['2026-11-19', '2026-11-20', '2026-11-21']);
  });

  it.each([
    ['2026-11-30T15:00', 'Europe/Berlin', '2026-11-30T14:00:00.000Z'],
    ['2026-07-30T15:00', 'Asia/Kathmandu', '2026-07-30T09:15:00.000Z'],
    // An ambiguous local time means the earlier time. A skipped local time means the moment of the clock
    // change.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ])('momentOf(%s) in %s is %s', (clock, zone, moment) => expect(momentIn(clock, zone)).toBe(moment));

  it('firstMomentOf returns the first of two midnights, or the clock change if midnight is skipped', () => {
    expect(firstMomentOf('2026-11-01', 'America/Havana')).toBe(at('2026-11-01T04:00:00Z'));
    expect(firstMomentOf('2026-09-06', 'America/Santiago')).toBe(at('2026-09-06T04:00:00Z'));
  });

  it('momentOf returns NaN for an empty text', () => expect(momentOf('', 'UTC')).toBeNaN());

  it('knownZone returns UTC for a time zone that the browser does not know', () => {
    expect([knownZone('Europe/Nowhere'), knownZone('Europe/Berlin')]).toEqual(['UTC', 'Europe/Berlin']);
  });

  it('isOffTheHour returns true in time zones with a fractional offset', () => {
    const now = at('2026-11-20T18:30:00Z');
    expect(
      ['UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'Europe/Berlin'].map((zone) => isOffTheHour(zone, now)),
    ).toEqual([...[false, true, true, false]]);
  });
});

it('allZones lists every time zone once, by current name and with its offset', () => {
  const zones = allZones('Europe/Berlin', at('2026-11-20T18:30:00Z'));
  expect(zones.filter(({ id }) => ['Asia/Calcutta', 'Europe/Kiev'].includes(id))).toEqual([]);
  expect(zones).toContainEqual({ id: 'Asia/Kolkata', text: 'Asia/Kolkata (GMT+05:30)' });
  expect(zones).toContainEqual({ id: 'America/New_York', text: 'America/New York (GMT−05:00)' });
  expect(zones.filter(({ id }) => id === 'UTC')).toHaveLength(1);
  expect(new Set(zones.map(({ text }) => text)).size).toBe(zones.length);
});
