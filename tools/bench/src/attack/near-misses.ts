/** Length in bytes of a tested header value. Node accepts 16 KiB for all headers together. */
const LENGTH = 15_500;

const filled = (unit: string, start = '', end = '') =>
  start + unit.repeat(Math.floor((LENGTH - start.length - end.length) / unit.length)) + end;

/** Header values that take quadratic time in an inefficient regular expression or parser. */
const anyText = [
  filled('\u00a0', '', 'x'),
  filled(' ', 'x', 'x'),
  filled('\t', 'x', 'x'),
  filled('a', '', '!'),
  filled('0', '', '!'),
];
const lists = [
  filled(','),
  filled('a,'),
  filled('a/a,'),
  filled('a;b,'),
  filled(', ', 'a', 'a'),
  filled('"'),
  filled('"\\'),
  filled('"a', ','),
];
const parameters = (start: string) => [
  filled(';', start),
  filled('; ', start, 'x'),
  filled('a', `${start};`),
  filled(';a=', start),
  filled(';a=b', start),
  filled(';profile=a', start),
  filled(';a="', start),
  filled('\\"', `${start};a="`),
  filled(' ', `${start};`, 'x'),
  filled(' ', start, 'x'),
];

const tags = [filled('W/'), filled('1', '"'), filled('"1-",'), filled('W/"1",'), filled('.', '"1-1')];

/**
 * Kind of request that contains the tested header. The service parses the header in every kind, but rejects
 * all kinds except `read meta`.
 */
export type Carrier = 'sessions' | 'token' | 'new meta' | 'changed meta' | 'read meta';

export interface NearMisses {
  header: string;
  carrier: Carrier;
  values: string[];
}

const mediaType = 'application/vnd.api+json';

export const nearMisses: NearMisses[] = [
  { header: 'Content-Encoding', carrier: 'sessions', values: [...anyText, filled(' ', 'identity', 'x')] },
  { header: 'Content-Type', carrier: 'sessions', values: [...anyText, ...parameters(mediaType)] },
  { header: 'Accept', carrier: 'sessions', values: [...anyText, ...lists, ...parameters(mediaType)] },
  { header: 'Accept-Language', carrier: 'sessions', values: [...anyText, ...lists, ...parameters('en')] },
  { header: 'Cookie', carrier: 'sessions', values: [...anyText, filled(';'), filled('a='), filled('a=b; ')] },
  { header: 'Host', carrier: 'sessions', values: [...anyText, filled('a.'), filled(':'), filled('-', 'a')] },
  { header: 'Origin', carrier: 'sessions', values: [...anyText, filled('a.', 'http://')] },
  { header: 'Forwarded', carrier: 'sessions', values: [...anyText, ...lists, ...parameters('for=a')] },
  { header: 'X-Forwarded-For', carrier: 'sessions', values: [...anyText, ...lists, filled('1.1.1.1,')] },
  { header: 'X-Forwarded-Host', carrier: 'sessions', values: [...anyText, ...lists, filled('a.')] },
  { header: 'X-Forwarded-Proto', carrier: 'sessions', values: [...anyText, ...lists] },
  { header: 'X-Request-Id', carrier: 'sessions', values: [...anyText, filled('sw'), filled('swa-')] },
  { header: 'X-CSRF-Token', carrier: 'sessions', values: anyText },
  { header: 'User-Agent', carrier: 'sessions', values: [...anyText, filled('Mozilla/'), filled('a/')] },
  { header: 'Prefer', carrier: 'sessions', values: [...anyText, ...lists, ...parameters('a')] },
  { header: 'traceparent', carrier: 'sessions', values: [...anyText, filled('00-')] },
  {
    header: 'Authorization',
    carrier: 'token',
    values: ['Bearer ', 'Basic '].flatMap((scheme) => [
      ...[filled(' ', scheme, 'x'), filled('A', scheme, '!'), filled('A', scheme), filled('=', scheme)],
      ...[filled('Ojo6', scheme), filled('\u00a0', scheme, 'x'), filled('a ', scheme)],
    ]),
  },
  { header: 'Content-Encoding', carrier: 'token', values: anyText },
  { header: 'Sec-Purpose', carrier: 'token', values: [...anyText, filled('pre'), filled('prefetc')] },
  {
    header: 'Authorization',
    carrier: 'new meta',
    values: [filled(' ', 'Bearer ', 'x'), filled('a', 'Bearer ')],
  },
  { header: 'Accept', carrier: 'new meta', values: [...anyText, ...lists, ...parameters(mediaType)] },
  { header: 'Content-Type', carrier: 'new meta', values: [...anyText, ...parameters(mediaType)] },
  { header: 'Idempotency-Key', carrier: 'new meta', values: [...anyText, filled('a')] },
  { header: 'Secret-Proof', carrier: 'new meta', values: anyText },
  { header: 'shop-id', carrier: 'new meta', values: [...anyText, filled('0-')] },
  { header: 'Host', carrier: 'new meta', values: [...anyText, filled('a.'), filled(':'), filled('-', 'a')] },
  { header: 'If-Match', carrier: 'changed meta', values: [...anyText, ...lists, ...tags] },
  { header: 'If-None-Match', carrier: 'read meta', values: [...anyText, ...lists, ...tags] },
];
