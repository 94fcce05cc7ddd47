import { isTimestamp } from './timestamp';

describe('a time that a client sends', () => {
  it.each([
    '2030-01-31T12:00:00Z',
    '2028-02-29T23:59:59.123456Z',
    '2030-01-31T12:00:00+14:00',
    '9999-12-31T23:59:59-14:59',
  ])('may be %s', (text) => {
    expect(isTimestamp(text)).toBe(true);
  });

  it.each([
    '2030-01-31',
    '2030-01-31T12:00:00',
    '2030-01-31 12:00:00Z',
    '2030-02-29T00:00:00Z',
    '2030-13-01T00:00:00Z',
    '2030-00-10T00:00:00Z',
    '2030-01-01T24:00:00Z',
    '2030-01-01T00:00:60Z',
    '2030-01-01T00:00:00.1234567Z',
    '2030-01-01T00:00:00+15:00',
    '0000-01-01T00:00:00Z',
    'infinity',
    'now',
    1893456000000,
    null,
  ])('may not be %j', (value) => {
    expect(isTimestamp(value)).toBe(false);
  });
});
