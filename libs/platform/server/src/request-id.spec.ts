import { mintNonce, mintToken } from '@storewright/tokens';
import { requestIdOf } from './request-id';

const idOf = (given?: string) =>
  requestIdOf({ headers: given === undefined ? {} : { 'x-request-id': given } });
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('requestIdOf', () => {
  it.each(['a', '7', 'order-42.retry_1', '01JZZZZZZZZZZZZZZZZZZZZZZZ', 'f'.repeat(64)])(
    'returns the client’s id if the id is valid: %s',
    (id) => expect(idOf(id)).toBe(id),
  );

  it.each<[string, string | undefined]>([
    ['the header is absent', undefined],
    ['the header is empty', ''],
    ['the header is longer than 64 characters', 'f'.repeat(65)],
    ['the header contains spaces', 'a b'],
    ['the header contains a line break', 'a\nb'],
    ['the client sends several X-Request-Id headers', 'a, b'],
    ['the header contains quotes', '"a"'],
    ['the header contains non-ASCII letters', 'ä'],
    ['the header is a path', '../a'],
    ['the header is a token', mintToken('oauth_token').reveal()],
    ['the header contains a token', `x-${mintToken('access_token').reveal()}`],
    ['the header is an app secret', mintToken('app_secret').reveal()],
    ['the header is a nonce', mintNonce()],
  ])('returns a new id if %s', (_, given) => {
    expect(idOf(given)).toMatch(uuid);
    expect(idOf(given)).not.toBe(idOf(given));
  });
});
