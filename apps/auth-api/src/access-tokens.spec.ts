import { until } from '@storewright/testing';
import {
  aMember,
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

const generate = (attributes: object) =>
  shop.api.post(`${shop.path}/access_tokens`, newObject('access_tokens', attributes));
const holder = (token: string) => service.api.as(token).get(shop.path);

describe('POST /api/shops/{shop_id}/access_tokens', () => {
  it('creates a token with all scopes and returns the token value once', async () => {
    const { status, headers, body } = await generate({ name: 'Nightly export' });
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('no-store');
    const { token } = body.meta as { token: string };
    expect(token).toMatch(/^swa_[0-9A-Za-z]{46}$/);
    expect(body.data.attributes).toEqual({
      name: 'Nightly export',
      scopes: null,
      allowed_networks: null,
      status: 'active',
      unused_expires_at: expect.any(String) as string,
      prefix: 'swa_',
      last_four: token.slice(-4),
      created_at: expect.stringMatching(/\.\d{6}Z$/) as string,
      last_used_at: null,
      expires_at: null,
      previous_expires_at: null,
    });
    for (const path of [`${shop.path}/access_tokens`, `${shop.path}/access_tokens/${body.data.id}`])
      expect((await shop.api.get(path)).text).not.toContain(token);
    expect((await holder(token)).status).toBe(200);
  });

  it('creates a token with the requested scopes and expiry', async () => {
    const { body } = await generate({
      name: 'x',
      scopes: ['meta.get', 'meta.get'],
      expires_at: '2100-01-01T02:00:00.123456+02:00',
    });
    expect(body.data.attributes).toMatchObject({
      scopes: ['meta.get'],
      expires_at: '2100-01-01T00:00:00.123456Z',
    });
  });

  it.each([
    ['no name', {}, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['an unknown scope', { name: 'x', scopes: ['meta.eat'] }, 'scopes'],
    ['a scope that is not a string', { name: 'x', scopes: [1] }, 'scopes'],
    ['an expiry in the past', { name: 'x', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an expiry that is not a timestamp', { name: 'x', expires_at: 'tomorrow' }, 'expires_at'],
    ['an empty list of networks', { name: 'x', allowed_networks: [] }, 'allowed_networks'],
    ['a host name as a network', { name: 'x', allowed_networks: ['a.example'] }, 'allowed_networks'],
    ['a day that does not exist', { name: 'x', expires_at: '2100-02-30T00:00:00Z' }, 'expires_at'],
  ])('rejects %s', async (_, attributes, attribute) => {
    const answer = await generate(attributes);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ code: 'invalid_attribute', meta: { attribute } }]);
  });

  it('rejects read-only attributes', async () => {
    const answer = await generate({ name: 'x', status: 'active', last_four: 'abcd' });
    expect(codesOf(answer)).toEqual(['not_fillable', 'not_fillable']);
  });

  it('stores the token value only as a digest', async () => {
    const { body } = await generate({ name: 'x' });
    const rows = await service.database.query(
      'SELECT row_to_json(t)::text FROM auth.access_tokens t UNION ALL SELECT row_to_json(a)::text ' +
        'FROM auth.audit_entries a',
    );
    expect(JSON.stringify(rows)).not.toContain((body.meta.token as string).slice(4, 40));
  });
});

describe('PATCH /api/shops/{shop_id}/access_tokens/{id}', () => {
  const change = (id: string, attributes: object, api = shop.api) =>
    api.patch(`${shop.path}/access_tokens/${id}`, { data: { type: 'access_tokens', id, attributes } });

  it('changes the name and the scopes of the token without replacing the token value', async () => {
    const { body } = await generate({ name: 'Nightly export', scopes: ['meta.get'] });
    const id = body.data.id as string;
    const announced = await listening(service);
    const answer = await change(id, { name: 'Weekly export', scopes: ['meta.post', 'meta.get', 'meta.get'] });
    expect(answer.status).toBe(200);
    expect(answer.body.data.attributes).toEqual({
      ...body.data.attributes,
      name: 'Weekly export',
      scopes: ['meta.get', 'meta.post'],
    });
    expect(await announced()).toEqual([{ shop_id: shop.id }]);
    const status = async () => (await holder(body.meta.token as string)).status;
    await until('the token has the new scopes', async () => (await status()) === 403);
    expect((await change(id, { scopes: null })).body.data.attributes.scopes).toBeNull();
    await until('the token has all scopes', async () => (await status()) === 200);
    const [last] = (await shop.api.get(`${shop.path}/audit_entries?sort=-id`)).body.data;
    expect(last.attributes).toMatchObject({
      kind: 'access_tokens.changed',
      detail: { access_token_id: id, name: 'Weekly export', scopes: null, added: null },
    });
  });

  it('restricts the token to its allowed networks within a second, with an audit log entry per change', async () => {
    const { body } = await generate({ name: 'x', allowed_networks: ['127.0.0.1', '127.0.0.1/32'] });
    const { id } = body.data as { id: string };
    expect(body.data.attributes.allowed_networks).toEqual(['127.0.0.1/32']);
    const result = async () => {
      const answer = await holder(body.meta.token as string);
      return answer.status === 200 ? 'served' : codesOf(answer)[0];
    };
    expect(await result()).toBe('served');
    const limited = await change(id, { allowed_networks: ['203.0.113.0/24', '2001:DB8::/32'] });
    const allowed_networks = ['203.0.113.0/24', '2001:db8::/32'];
    expect([limited.status, limited.body.data.attributes]).toMatchObject([200, { allowed_networks }]);
    await until('the token is refused', async () => (await result()) === 'network_not_allowed');
    expect((await change(id, { name: 'y' })).body.data.attributes.allowed_networks).toEqual(allowed_networks);
    await change(id, { allowed_networks: ['203.0.113.7'] });
    await change(id, { allowed_networks: null });
    await until('the token works again', async () => (await result()) === 'served');
    const path = `${shop.path}/audit_entries?sort=id&filter[kind]=access_tokens.networks_changed`;
    const details = (await shop.api.get(path)).body.data.map(
      ({ attributes }: { attributes: { detail: object } }) => attributes.detail,
    );
    expect(details).toEqual([
      { access_token_id: id, name: 'x', allowed_networks, widened: true },
      { access_token_id: id, name: 'y', allowed_networks: ['203.0.113.7/32'], widened: false },
      { access_token_id: id, name: 'y', allowed_networks: null, widened: true },
    ]);
  });

  it('returns 409 for a revoked token, 404 for an unknown token and 422 for an unknown scope', async () => {
    const { id } = (await generate({ name: 'x' })).body.data as { id: string };
    expect(codesOf(await change(id, { scopes: ['meta.eat'] }))).toEqual(['invalid_attribute']);
    expect(codesOf(await change(id, { expires_at: '2100-01-01T00:00:00Z' }))).toEqual(['not_fillable']);
    await shop.api.delete(`${shop.path}/access_tokens/${id}`);
    expect(codesOf(await change(id, { name: 'y' }))).toEqual(['illegal_transition']);
    for (const unknown of [shop.id, 'x'])
      expect(codesOf(await change(unknown, { name: 'y' }))).toEqual(['not_found']);
  });
});

describe('POST /api/shops/{shop_id}/access_tokens/{id}/rotations', () => {
  const rotate = (id: string, api = shop.api) => api.post(`${shop.path}/access_tokens/${id}/rotations`, '');

  it('returns a new token value once, and the previous value works until the new value is used', async () => {
    const { body } = await generate({ name: 'Nightly export' });
    const { id } = body.data as { id: string };
    const previous = body.meta.token as string;
    const rotated = await rotate(id);
    expect([rotated.status, rotated.headers['cache-control']]).toEqual([201, 'no-store']);
    const { token, previous_token_expires_at: end } = rotated.body.meta as Record<string, string>;
    expect(Math.round((Date.parse(end!) - Date.now()) / 3_600_000)).toBe(24);
    const { attributes } = rotated.body.data;
    expect(attributes).toMatchObject({ last_four: token!.slice(-4), previous_expires_at: end });
    expect(rotated.body.data.id).toBe(id);
    expect((await holder(previous)).status).toBe(200);
    expect((await holder(token!)).status).toBe(200);
    await untilRefused(() => holder(previous));
    expect((await holder(token!)).status).toBe(200);
    const shown = await shop.api.get(`${shop.path}/access_tokens/${id}`);
    expect(shown.body.data.attributes.previous_expires_at).toBeNull();
    const log = await shop.api.get(`${shop.path}/audit_entries?filter[kind]=access_tokens.rotated`);
    expect(log.body.data).toMatchObject([{ attributes: { detail: { access_token_id: id } } }]);
  });

  it('replaces a new token value that was never used, and keeps the value in use valid', async () => {
    const { body } = await generate({ name: 'x', expires_at: '2100-01-01T00:00:00Z' });
    const { id } = body.data as { id: string };
    const lost = (await rotate(id)).body.meta.token as string;
    const token = (await rotate(id)).body.meta.token as string;
    expect((await holder(lost)).status).toBe(401);
    expect((await holder(body.meta.token as string)).status).toBe(200);
    expect((await holder(token)).status).toBe(200);
    await untilRefused(() => holder(body.meta.token as string));
  });

  it('returns 409 for a revoked token, and 403 to a member with fewer rights than the token', async () => {
    const { id } = (await generate({ name: 'x' })).body.data as { id: string };
    const staff = await aMember(service, shop, { role: 'staff', areas: ['api_access'] });
    const refused = await rotate(id, staff.api);
    expect([refused.status, codesOf(refused)]).toEqual([403, ['insufficient_role']]);
    await shop.api.delete(`${shop.path}/access_tokens/${id}`);
    expect(codesOf(await rotate(id))).toEqual(['illegal_transition']);
  });
});

describe('DELETE /api/shops/{shop_id}/access_tokens/{id}', () => {
  it('revokes the token immediately, but keeps the token in the list', async () => {
    const { body } = await generate({ name: 'x' });
    const path = `${shop.path}/access_tokens/${body.data.id}`;
    expect((await holder(body.meta.token)).status).toBe(200);
    const announced = await listening(service);
    expect((await shop.api.delete(path)).status).toBe(204);
    expect(await announced()).toEqual([{ shop_id: shop.id }]);
    await untilRefused(() => holder(body.meta.token as string));
    expect((await shop.api.get(path)).body.data.attributes.status).toBe('revoked');
    expect((await shop.api.delete(path)).status).toBe(204);
    const log = (await shop.api.get(`${shop.path}/audit_entries`)).body.data as {
      attributes: { kind: string };
    }[];
    expect(log.map(({ attributes }) => attributes.kind)).toEqual([
      'access_tokens.created',
      'access_tokens.revoked',
    ]);
  });
});

describe('an expired access token', () => {
  it('is rejected and has the status expired', async () => {
    const { body } = await generate({ name: 'x', expires_at: '2100-01-01T00:00:00Z' });
    await service.database.query('UPDATE auth.access_tokens SET expires_at = now() WHERE id = $1', [
      body.data.id,
    ]);
    expect((await holder(body.meta.token)).status).toBe(401);
    const listed = (await shop.api.get(`${shop.path}/access_tokens?filter[status]=expired`)).body.data;
    expect(listed).toMatchObject([{ id: body.data.id, attributes: { status: 'expired' } }]);
  });
});

it('GET /api/shops/{shop_id}/access_tokens?filter[unused] lists unused tokens that expire within a week', async () => {
  const ids: Record<string, string> = {};
  for (const [name, created, used] of [
    ['never used', 84, null],
    ['used long ago', 200, 84],
    ['used recently', 200, 82],
    ['new', 82, null],
  ] as const) {
    ids[name] = (await generate({ name })).body.data.id as string;
    await service.database.query(
      `UPDATE auth.access_tokens SET created_at = now() - make_interval(days => $2),
        last_used_at = now() - make_interval(days => $3) WHERE id = $1`,
      [ids[name], created, used],
    );
  }
  const idsOf = async (unused: string) =>
    (await shop.api.get(`${shop.path}/access_tokens?filter[unused]=${unused}`)).body.data.map(
      ({ id }: { id: string }) => id,
    );
  expect(await idsOf('true')).toEqual([ids['never used'], ids['used long ago']]);
  expect(await idsOf('false')).toEqual([ids['used recently'], ids['new']]);
  await shop.api.delete(`${shop.path}/access_tokens/${ids['never used']}`);
  expect(await idsOf('true')).toEqual([ids['used long ago']]);
});

it('GET /api/shops/{shop_id}/access_tokens sorts by name in ascending and descending order', async () => {
  for (const name of ['b', 'a', 'é', 'B']) await generate({ name });
  const names = async (sort: string) => {
    const met: string[] = [];
    let path: string | null = `${shop.path}/access_tokens?sort=${sort}&page[size]=1`;
    while (path) {
      const { body } = await shop.api.get(path.replace(/^http:\/\/[^/]+/, ''));
      met.push(body.data[0].attributes.name as string);
      path = body.links.next as string | null;
    }
    return met;
  };
  expect(await names('name')).toEqual(['B', 'a', 'b', 'é']);
  expect(await names('-name')).toEqual(['é', 'b', 'a', 'B']);
});
