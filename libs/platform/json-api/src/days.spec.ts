import fc from 'fast-check';
import { dayAfter, dayAt, daysBetween, firstMomentOf, isTimeZone } from './days';

const at = (moment: string) => Date.parse(moment);
const begins = (day: string, zone: string) => new Date(firstMomentOf(day, zone)).toISOString().slice(0, 16);
const hoursOf = (day: string, zone: string) =>
  (firstMomentOf(dayAfter(day, 1), zone) - firstMomentOf(day, zone)) / 3_600_000;

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Etc/GMT+5'])(
    'accepts the name %s',
    (name) => expect(isTimeZone(name)).toBe(true),
  );

  it.each(['', 'Europe', 'Europe/Nowhere', '+02:00', 'Etc/GMT+20', 'UTC\0', ' UTC', '../../etc/passwd'])(
    'rejects the name %j',
    (name) => expect(isTimeZone(name)).toBe(false),
  );
});

describe('firstMomentOf and dayAt', () => {
  it.each([
    ['2026-11-21', 'UTC', '2026-11-21T00:00'],
    ['2026-11-21', 'Europe/Berlin', '2026-11-20T23:00'],
    ['2026-11-21', 'Asia/Kolkata', '2026-11-20T18:30'],
    ['2026-11-21', 'Asia/Kathmandu', '2026-11-20T18:15'],
    ['2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00'],
    ['2026-11-21', 'America/Los_Angeles', '2026-11-21T08:00'],
  ])('start the day %s in %s at %s UTC', (day, zone, moment) => expect(begins(day, zone)).toBe(moment));

  it.each([
    ['2026-03-29', 'Europe/Berlin', 23],
    ['2026-10-25', 'Europe/Berlin', 25],
    ['2026-11-01', 'America/New_York', 25],
    ['2026-04-05', 'Australia/Lord_Howe', 24.5],
    ['2026-10-04', 'Australia/Lord_Howe', 23.5],
    // This date does not exist there: the calendar went from the 29th to the 31st.
    ['2011-12-30', 'Pacific/Apia', 0],
  ])('let the day %s in %s last %d hours', (day, zone, hours) => expect(hoursOf(day, zone)).toBe(hours));

  it('start a day at the first of two midnights, or after a midnight that a clock change skips', () => {
    expect([begins('2026-11-01', 'America/Havana'), hoursOf('2026-11-01', 'America/Havana')]).toEqual([
      ...['2026-11-01T04:00', 25],
    ]);
    expect([begins('2026-09-06', 'America/Santiago'), hoursOf('2026-09-06', 'America/Santiago')]).toEqual([
      ...['2026-09-06T04:00', 23],
    ]);
    expect([begins('2018-11-04', 'America/Sao_Paulo'), hoursOf('2018-11-03', 'America/Sao_Paulo')]).toEqual([
      ...['2018-11-04T03:00', 24],
    ]);
  });

  it('return the date of a time in the time zone', () => {
    expect(dayAt(at('2026-11-20T22:59:59.999Z'), 'Europe/Berlin')).toBe('2026-11-20');
    expect(dayAt(at('2026-11-20T23:00:00Z'), 'Europe/Berlin')).toBe('2026-11-21');
    expect(dayAt(at('2026-11-20T18:29:59Z'), 'Asia/Kolkata')).toBe('2026-11-20');
  });

  it('use UTC if the time zone is unknown', () => {
    expect(begins('2026-11-21', 'Europe/Nowhere')).toBe('2026-11-21T00:00');
  });

  it('assign every moment of a day to that day, in every time zone', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    // In earlier decades some clocks were set back across midnight by minutes.
    const moments = fc.integer({ min: at('2012-01-01') / 1000, max: at('2037-01-01') / 1000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, (zone, seconds) => {
        const day = dayAt(seconds * 1000, zone);
        expect(firstMomentOf(day, zone)).toBeLessThanOrEqual(seconds * 1000);
        expect(firstMomentOf(dayAfter(day, 1), zone)).toBeGreaterThan(seconds * 1000);
      }),
      { numRuns: 300 },
    );
  });
});

describe('daysBetween', () => {
  it('returns all days from the first to the last, and the end of the last day', () => {
    expect(daysBetween('2026-03-28', '2026-03-30', 'Europe/Berlin')).toEqual({
      days: ['2026-03-28', '2026-03-29', '2026-03-30'],
      starts: ['2026-03-27T23:00:00.000Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
      end: '2026-03-30T22:00:00.000Z',
    });
  });

  it('returns only times in the years that Postgres can parse', () => {
    expect(daysBetween('0001-01-01', '0001-01-01', 'Asia/Tokyo').starts).toEqual([
      '0001-01-01T00:00:00.000Z',
    ]);
    expect(daysBetween('9999-12-31', '9999-12-31', 'America/New_York').end).toBe('9999-12-31T23:59:59.999Z');
  });
});
