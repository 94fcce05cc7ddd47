import { randomUUID } from 'node:crypto';
import type { Response } from '@storewright/testing';
import {
  anOwnedShop,
  authApi,
  codesOf,
  listening,
  newObject,
  type OwnedShop,
  untilRefused,
  type TestService,
} from './testing/test-service';

let service: TestService;
let shop: OwnedShop;

beforeAll(async () => {
  service = await authApi();
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
});
afterAll(() => service.stop());

const generate = (path = shop.path) => shop.api.post(`${path}/session_tokens`, '');
const use = (token: string, path = shop.path) => service.api.as(token).get(path);
const tokenOf = ({ body }: Response) => body.data.attributes.token as string;

describe('POST /api/shops/{shop_id}/session_tokens', () => {
  it('creates a panel access token with all scopes for 15 minutes and returns the token value once', async () => {
    const before = Date.now();
    const answer = await generate();
    expect([answer.status, answer.headers['cache-control']]).toEqual([201, 'no-store']);
    const { type, attributes, links } = answer.body.data;
    expect([type, attributes]).toEqual([
      'session_tokens',
      {
        token: expect.stringMatching(/^swa_[0-9A-Za-z]{46}$/) as string,
        scopes: null,
        expires_at: expect.stringMatching(/\.\d{6}Z$/) as string,
      },
    ]);
    const minutes = (new Date(attributes.expires_at as string).getTime() - before) / 60_000;
    expect(minutes).toBeCloseTo(15, 0);
    const self = await shop.api.get((links.self as string).replace(/^http:\/\/[^/]+/, ''));
    expect(self.body.data.attributes).toEqual({ ...attributes, token: undefined });
    expect((await use(attributes.token)).body.data.attributes.domain).toBe(shop.domain);
  });

  it('creates a panel access token that the access token routes neither list nor revoke', async () => {
    const { id } = (await generate()).body.data as { id: string };
    expect((await shop.api.get(`${shop.path}/access_tokens`)).body.data).toEqual([]);
    expect((await shop.api.get(`${shop.path}/access_tokens/${id}`)).status).toBe(404);
    expect((await shop.api.delete(`${shop.path}/access_tokens/${id}`)).status).toBe(404);
  });

  it('writes no audit log entry, because the sign-in already wrote one', async () => {
    await generate();
    const { body } = await shop.api.get(`${shop.path}/audit_entries`);
    expect(body.data).toEqual([]);
  });

  it('creates a panel access token that works only in its shop', async () => {
    const other = await anOwnedShop(service, shop.owner);
    const token = tokenOf(await generate());
    const otherToken = tokenOf(await generate(other.path));
    expect((await use(token, other.path)).status).toBe(401);
    expect((await use(otherToken, other.path)).status).toBe(200);
  });

  it('creates a panel access token that expires no later than the session', async () => {
    await service.database.query(
      `UPDATE auth.sessions SET expires_at = now() + interval '3 minutes' WHERE owner_id = $1`,
      [shop.owner.id],
    );
    const { attributes } = (await generate()).body.data;
    const session = (await shop.api.get('/api/sessions/current')).body.data;
    expect(attributes.expires_at).toBe(session.attributes.expires_at);
  });

  it('deletes expired panel access tokens', async () => {
    const { id } = (await generate()).body.data as { id: string };
    await service.database.query('UPDATE auth.access_tokens SET expires_at = now() WHERE id = $1', [id]);
    expect((await shop.api.get(`${shop.path}/session_tokens/${id}`)).status).toBe(404);
    await generate();
    const rows = await service.database.query('SELECT 1 FROM auth.access_tokens WHERE shop_id = $1', [
      shop.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it("hides the panel access token from the person's other sessions", async () => {
    const { id } = (await generate()).body.data as { id: string };
    const { email, password } = shop.owner;
    const other = await service.api.post('/api/sessions', newObject('sessions', { email, password }));
    const path = `${shop.path}/session_tokens/${id}`;
    expect((await service.api.as(tokenOf(other)).get(path)).status).toBe(404);
    expect((await shop.api.get(path)).status).toBe(200);
  });

  it('returns 403 for a suspended shop', async () => {
    await service.database.query(`UPDATE auth.shops SET status = 'suspended' WHERE id = $1`, [shop.id]);
    expect(codesOf(await generate())).toEqual(['shop_suspended']);
  });
});

describe('a panel access token', () => {
  it('is revoked in every shop when the person signs out', async () => {
    const other = await anOwnedShop(service, shop.owner);
    const tokens = [
      [tokenOf(await generate()), shop.path],
      [tokenOf(await generate(other.path)), other.path],
    ] as const;
    for (const [token, path] of tokens) expect((await use(token, path)).status).toBe(200);
    const session = (await shop.api.get('/api/sessions/current')).body.data.id as string;
    const announced = await listening(service);
    expect((await shop.api.delete('/api/sessions/current')).status).toBe(204);
    expect(await announced()).toEqual([{ session_id: session }]);
    for (const [token, path] of tokens) await untilRefused(() => use(token, path));
  });

  it('stays valid when a different session of the person ends', async () => {
    const token = tokenOf(await generate());
    const { email, password } = shop.owner;
    const other = await service.api.post('/api/sessions', newObject('sessions', { email, password }));
    await service.api.as(tokenOf(other)).delete('/api/sessions/current');
    expect((await use(token)).status).toBe(200);
  });

  it('is rejected by routes that require a session', async () => {
    const api = service.api.as(tokenOf(await generate()));
    expect((await api.get(`${shop.path}/access_tokens`)).status).toBe(401);
    expect((await api.post(`${shop.path}/session_tokens`, '')).status).toBe(401);
  });
});

describe('GET /api/shops?filter[domain]', () => {
  it('finds a shop of the person by domain, and no shops of other people', async () => {
    const [mine, theirs] = [await anOwnedShop(service, shop.owner), await anOwnedShop(service)];
    const found = async (domain: string) =>
      ((await shop.api.get(`/api/shops?filter[domain]=${domain}`)).body.data as { id: string }[]).map(
        ({ id }) => id,
      );
    expect(await found(mine.domain)).toEqual([mine.id]);
    expect(await found(theirs.domain)).toEqual([]);
    expect(await found(randomUUID())).toEqual([]);
  });
});
