import { mintNonce, mintToken } from '@storewright/tokens';
import { requestIdOf } from './request-id';

const idOf = (given?: string) =>
  requestIdOf({ headers: given === undefined ? {} : { 'x-request-id': given } });
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the id of a request', () => {
  it.each(['a', '7', 'order-42.retry_1', '01JZZZZZZZZZZZZZZZZZZZZZZZ', 'f'.repeat(64)])(
    'is that of the client: %s',
    (id) => expect(idOf(id)).toBe(id),
  );

  it.each<[string, string | undefined]>([
    ['none is sent', undefined],
    ['it is empty', ''],
    ['it is longer than 64 characters', 'f'.repeat(65)],
    ['it has spaces', 'a b'],
    ['it would begin a line', 'a\nb'],
    ['several are sent', 'a, b'],
    ['it has quotes', '"a"'],
    ['it has letters beyond ASCII', 'ä'],
    ['it is a path', '../a'],
    ['it is a token', mintToken('oauth_token').reveal()],
    ['a token is in it', `x-${mintToken('access_token').reveal()}`],
    ['it is an app secret', mintToken('app_secret').reveal()],
    ['it is a nonce', mintNonce()],
  ])('is a new one where %s', (_, given) => {
    expect(idOf(given)).toMatch(uuid);
    expect(idOf(given)).not.toBe(idOf(given));
  });
});
