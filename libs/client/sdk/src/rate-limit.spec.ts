import { readRateLimit } from './rate-limit';

const read = (policy?: string, limit?: string) =>
  readRateLimit(
    new Headers({ ...(policy && { 'ratelimit-policy': policy }), ...(limit && { ratelimit: limit }) }),
  );
const left = { policy: 'requests', quota: 600, windowSeconds: 60, remaining: 598, resetSeconds: 41 };

describe('readRateLimit', () => {
  it.each([
    ['as the platform sends them', '"requests";q=600;w=60', '"requests";r=598;t=41'],
    ['with parameters in another order', '"requests";w=60;q=600', '"requests";t=41;r=598'],
    [
      'with parameters that are new',
      '"requests";q=600;qu="requests";w=60',
      '"requests";pk=:YQ==:;r=598;t=41',
    ],
    ['with further limits', '"requests";q=600;w=60, "day";q=9;w=9', '"requests";r=598;t=41, "day";r=1;t=2'],
  ])('returns the rate limit for headers %s', (_, policy, limit) =>
    expect(read(policy, limit)).toEqual(left),
  );

  it.each([
    ['the headers contain no rate limit', undefined, undefined],
    ['one of the two headers is missing', '"requests";q=600;w=60', undefined],
    ['the two headers name different limits', '"requests";q=600;w=60', '"day";r=598;t=41'],
    ['a number is missing', '"requests";q=600;w=60', '"requests";r=598'],
    ['the headers have the format of an older draft', '600;w=60', 'limit=600, remaining=598, reset=41'],
    ['a number is not an integer', '"requests";q=600;w=60', '"requests";r=1.5;t=41'],
  ])('returns undefined if %s', (_, policy, limit) => expect(read(policy, limit)).toBeUndefined());
});
