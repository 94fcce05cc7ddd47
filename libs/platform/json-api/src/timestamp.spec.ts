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
    ['a time without its zone', '2030-01-31T12:00:00'],
    ['a blank for the T', '2030-01-31 12:00:00Z'],
    ['a day that is not there', '2030-02-29T00:00:00Z'],
    ['a day that is not there, alone', '2030-02-30'],
    ['a 13th month', '2030-13-01T00:00:00Z'],
    ['a day 0', '2030-00-10T00:00:00Z'],
    ['an hour 24', '2030-01-01T24:00:00Z'],
    ['a leap second', '2030-01-01T00:00:60Z'],
    ['ten digits behind the point', '2030-01-01T00:00:00.1234567890Z'],
    ['an offset that no place on earth has', '2030-01-01T00:00:00+16:00'],
    ['an offset of a day', '2030-01-01T00:00:00-24:00'],
    ['the year 0', '0000-01-01T00:00:00Z'],
    ['the year 0 by its zone alone', '0000-12-31T10:00:00-15:00'],
    ['the year 0 but for rounding', '0000-12-31T23:59:59.9999999Z'],
    ['the year 0 in UTC', '0001-01-01T00:00:00+14:00'],
    ['the year 10000 in UTC', '9999-12-31T23:59:59-00:01'],
    ['the year 10000, by an hour 24', '9999-12-31T24:00:00Z'],
    ['the year 10000, by rounding', '9999-12-31T23:59:59.9999999Z'],
    ['five digits of a year', '10000-01-01T00:00:00Z'],
    ['a sign before the year', '-0001-01-01T00:00:00Z'],
    ['a word of Postgres', 'infinity'],
    ['another word of Postgres', 'now'],
    ['nothing', ''],
  ])('rejects %s', (_, text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});
