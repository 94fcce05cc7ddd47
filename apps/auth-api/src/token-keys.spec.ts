import { randomBytes } from 'node:crypto';
import { testKey } from '@storewright/testing';
import {
  aGrant,
  anOwnedShop,
  aRegisteredApp,
  authApi,
  type OwnedShop,
  type RegisteredApp,
  type TestService,
} from './testing/test-service';

const newKey = randomBytes(32).toString('base64');

/**
 * Services with three values of TOKEN_KEY: the key that derived the tokens, a new key before that key, and the new key
 * alone.
 */
let older: TestService;
let both: TestService;
let newer: TestService;
let shop: OwnedShop;
let app: RegisteredApp;

beforeAll(async () => {
  older = await authApi();
  const AUTH_DATABASE_URL = older.database.url('auth');
  both = await authApi({ AUTH_DATABASE_URL, TOKEN_KEY: `${newKey}, ${testKey}` });
  newer = await authApi({ AUTH_DATABASE_URL, TOKEN_KEY: newKey });
});
afterAll(async () => {
  for (const service of [newer, both, older]) await service.stop();
});
beforeEach(async () => {
  shop = await anOwnedShop(older);
  app = await aRegisteredApp(older, { scopes: ['meta.get'] });
});

const exchange = async ({ api }: TestService, nonce: string) => {
  const { status, body } = await api.get(`/api/oauth_tokens/nonce/${nonce}`);
  return { status, token: body.data?.attributes.token as string | undefined };
};

/** Returns the app's token in the shop, requested with the secret of the app. */
const request = async ({ api }: TestService) => {
  const { status, body } = await api.send('POST', '/oauth/token', {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', shop: shop.domain }).toString(),
  });
  return { status, token: (body as { access_token?: string }).access_token };
};

describe('TOKEN_KEY with a new and an old key', () => {
  it('repeats the response of a nonce exchange that used the old key', async () => {
    const { nonce } = await aGrant(shop, app);
    const first = await exchange(older, nonce);
    expect(first).toEqual({ status: 200, token: expect.stringMatching(/^swo_/) as string });
    expect(await exchange(both, nonce)).toEqual(first);
    expect((await exchange(newer, nonce)).status).toBe(410);
  });

  it('exchanges a nonce with the new key, so services without the old key can repeat the response', async () => {
    const { nonce } = await aGrant(shop, app);
    const first = await exchange(both, nonce);
    expect(first).toEqual({ status: 200, token: expect.stringMatching(/^swo_/) as string });
    expect(await exchange(newer, nonce)).toEqual(first);
  });

  it('returns the valid token of the old key to an app that authenticates with its secret', async () => {
    await aGrant(shop, app);
    const first = await request(older);
    expect(first).toEqual({ status: 200, token: expect.stringMatching(/^swo_/) as string });
    expect(await request(both)).toEqual(first);
    expect(
      await older.database.query(
        'SELECT status FROM auth.oauth_tokens WHERE app_id = $1 AND digest IS NOT NULL',
        [app.id],
      ),
    ).toEqual([{ status: 'active' }]);
    const without = await request(newer);
    expect([without.status, without.token === first.token]).toEqual([200, false]);
  });
});
