import { UsageError } from './failures';
import { readOptions } from './options';

const environment = {
  STOREWRIGHT_BASE_URL: 'http://demo-shop.localhost:3000',
  STOREWRIGHT_TOKEN: 'swo_abc123',
  WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
};
const to = ['--to', 'http://localhost:4000/webhooks'];

it('readOptions() reads URL, token and webhook secret from environment variables', () => {
  expect(readOptions(to, environment)).toEqual({
    baseUrl: 'http://demo-shop.localhost:3000',
    domain: 'demo-shop',
    token: 'swo_abc123',
    secret: environment.WEBHOOK_SECRET,
    hasOwnSecret: false,
    printsSecret: false,
    target: 'http://localhost:4000/webhooks',
    types: new Set(),
  });
});

it('readOptions() reads the sequence number, event types and target URL from options', () => {
  const words = [...to, '--since', '0', '--type', 'meta.created', '--type=shops.updated'];
  expect(readOptions([...words, '--base-url', 'https://a-shop.shops.example/'], environment)).toMatchObject({
    baseUrl: 'https://a-shop.shops.example',
    domain: 'a-shop',
    since: 0,
    types: new Set(['meta.created', 'shops.updated']),
  });
});

it('readOptions() always derives the same secret from the token if WEBHOOK_SECRET is not set', () => {
  const secretFor = (token: string) =>
    readOptions(['--print-secret'], { ...environment, STOREWRIGHT_TOKEN: token, WEBHOOK_SECRET: '' });
  const { secret, hasOwnSecret, printsSecret } = secretFor('swo_abc123');
  expect([hasOwnSecret, printsSecret]).toEqual([true, true]);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secretFor('swo_abc123').secret).toBe(secret);
  expect(secretFor('swo_abc124').secret).not.toBe(secret);
});

it.each([
  'http://localhost:4000',
  'http://127.0.0.1:80/a?b=c',
  'http://127.1.2.3:4000/',
  'http://[::1]:4000/',
  'https://my.localhost:4443/',
])('targetOf() accepts the URL %s of this machine', (address) => {
  expect(readOptions(['--to', address], environment).target).toBe(address);
});

it.each([
  'https://app.example/webhooks',
  'http://10.0.0.1:4000/',
  'http://169.254.169.254/',
  'http://0.0.0.0:4000/',
  'http://localhost.app.example:4000/',
  'http://127.0.0.1.app.example:4000/',
  'http://[::ffff:127.0.0.1]:4000/',
  'http://localhost:22/',
  'ftp://localhost:4000/',
  'localhost:4000',
])('targetOf() rejects the URL %s', (address) => {
  expect(() => readOptions(['--to', address], environment)).toThrow(/^the URL of --to must /);
});

it.each<[string, string[], NodeJS.ProcessEnv, RegExp]>([
  ['no target', [], {}, /--to is required/],
  ['an extra argument', [...to, 'now'], {}, /^accepts --to/],
  ['an option without its value', ['--to'], {}, /^accepts --to/],
  ['a negative sequence number', [...to, '--since', '-1'], {}, /^accepts --to/],
  [
    'a fractional sequence number',
    [...to, '--since', '1.5'],
    {},
    /must be the sequence number of an event, or 0/,
  ],
  [
    'an unknown event',
    [...to, '--type', 'meta.made'],
    {},
    /"meta\.made"; there are codes\.created, codes\.updated/,
  ],
  ['no address', to, { STOREWRIGHT_BASE_URL: '' }, /STOREWRIGHT_BASE_URL is not set/],
  [
    'the central host',
    to,
    { STOREWRIGHT_BASE_URL: 'http://localhost:3000' },
    /must be the URL of a shop's own host/,
  ],
  [
    'an IP address',
    to,
    { STOREWRIGHT_BASE_URL: 'http://127.0.0.1:3000' },
    /must be the URL of a shop's own host/,
  ],
  [
    'an address with a path',
    to,
    { STOREWRIGHT_BASE_URL: 'http://a.localhost/api' },
    /must be the URL of a shop's own host/,
  ],
  ['no token', to, { STOREWRIGHT_TOKEN: undefined }, /STOREWRIGHT_TOKEN is not set/],
  ['an unknown simulation', [...to, '--simulate', '500'], {}, /--simulate must be one of 429, 503, slow, /],
])('readOptions() throws an error that explains the invalid option: %s', (_, words, changed, line) => {
  const read = () => readOptions(words, { ...environment, ...changed });
  expect(read).toThrow(UsageError);
  expect(read).toThrow(line);
});

it.each<[string, string[], NodeJS.ProcessEnv]>([
  ['a token as an option', [...to, '--token', 'geheim'], {}],
  ['a secret as an option', [...to, '--secret=geheim'], {}],
  ['an invalid token', to, { STOREWRIGHT_TOKEN: 'geheim!' }],
  ['a token with a line break', to, { STOREWRIGHT_TOKEN: 'swa_a\r\ngeheim: 1' }],
  ['an invalid webhook secret', to, { WEBHOOK_SECRET: 'geheim' }],
  ['a password in the address', to, { STOREWRIGHT_BASE_URL: 'http://u:geheim@a.localhost' }],
])('readOptions() throws an error without a possible secret: %s', (_, words, changed) => {
  expect(() => readOptions(words, { ...environment, ...changed })).toThrow(/^(?![^]*geheim)/);
});
