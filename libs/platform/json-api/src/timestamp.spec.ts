import { parseTimestamp } from './timestamp';

describe('parseTimestamp', () => {
  it.each([
    ['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.000000Z'],
    ['2030-01-31T12:00Z', '2030-01-31T12:00:00.000000Z'],
    ['2030-01-31', '2030-01-31T00:00:00.000000Z'],
    ['2028-02-29T23:59:59.123456Z', '2028-02-29T23:59:59.123456Z'],
    ['2030-01-31T12:00:00.5Z', '2030-01-31T12:00:00.500000Z'],
    ['2030-01-31T12:00:00.123456789Z', '2030-01-31T12:00:00.123457Z'],
    ['2030-12-31T23:59:59.9999996Z', '2031-01-01T00:00:00.000000Z'],
    ['2030-01-31T12:00:00+14:00', '2030-01-30T22:00:00.000000Z'],
    ['2030-01-31T12:00:00-15:59', '2030-02-01T03:59:00.000000Z'],
    ['1969-07-20T20:17:40Z', '1969-07-20T20:17:40.000000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000000Z'],
    ['0001-01-01T14:00:00+14:00', '0001-01-01T00:00:00.000000Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
  ])('accepts %s', (text, moment) => {
    expect(parseTimestamp(text)).toBe(moment);
  });

  it.each([
    ['a time without an offset', '2030-01-31T12:00:00'],
    ['a space instead of the T', '2030-01-31 12:00:00Z'],
    ['a timestamp on a day that does not exist', '2030-02-29T00:00:00Z'],
    ['a date that does not exist', '2030-02-30'],
    ['month 13', '2030-13-01T00:00:00Z'],
    ['month 0', '2030-00-10T00:00:00Z'],
    ['hour 24', '2030-01-01T24:00:00Z'],
    ['a leap second', '2030-01-01T00:00:60Z'],
    ['ten fractional digits', '2030-01-01T00:00:00.1234567890Z'],
    ['an offset of 16 hours', '2030-01-01T00:00:00+16:00'],
    ['an offset of 24 hours', '2030-01-01T00:00:00-24:00'],
    ['the year 0', '0000-01-01T00:00:00Z'],
    ['a local time in the year 0', '0000-12-31T10:00:00-15:00'],
    ['a time in the year 0 that rounds to the year 1', '0000-12-31T23:59:59.9999999Z'],
    ['a time that is in the year 0 in UTC', '0001-01-01T00:00:00+14:00'],
    ['a time that is in the year 10000 in UTC', '9999-12-31T23:59:59-00:01'],
    ['hour 24 on the last day of the year 9999', '9999-12-31T24:00:00Z'],
    ['a time that rounds to the year 10000', '9999-12-31T23:59:59.9999999Z'],
    ['a year with five digits', '10000-01-01T00:00:00Z'],
    ['a sign before the year', '-0001-01-01T00:00:00Z'],
    ['the Postgres keyword infinity', 'infinity'],
    ['the Postgres keyword now', 'now'],
    ['an empty string', ''],
  ])('rejects %s', (_, text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});
