import { randomUUID } from 'node:crypto';
import { ageGrants, countUse } from './testing/counted-scopes';
import {
  aGrant,
  aMember,
  anOwnedShop,
  aRegisteredApp,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
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

const scopes = ['meta.get', 'meta.post', 'orders.get'];

const used = (id: string, scope: string, daysAgo = 0, requests = 1) =>
  countUse(service, shop, [id, scope], { daysAgo, requests });
const age = () => ageGrants(service, shop);

async function anInstallation(optional_scopes: string[] = []) {
  const app = await aRegisteredApp(service, { scopes, optional_scopes });
  const { nonce, installation } = await aGrant(shop, app);
  await age();
  return { app, nonce, installation };
}
async function aToken(of: string[] | null): Promise<string> {
  const token = newObject('access_tokens', { name: 'Script', scopes: of });
  const { body } = await shop.api.post(`${shop.path}/access_tokens`, token);
  await age();
  return body.data.id as string;
}

const path = () => `${shop.path}/scope_reductions`;
const reduce = (attributes: object, api = shop.api) =>
  api.post(path(), newObject('scope_reductions', attributes));
const installationOf = async (id: string) =>
  (await shop.api.get(`${shop.path}/installations/${id}`)).body.data.attributes;
const tokenScopes = async (id: string) =>
  (await shop.api.get(`${shop.path}/access_tokens/${id}`)).body.data.attributes.scopes;
const audit = async () =>
  (await shop.api.get(`${shop.path}/audit_entries?sort=-id&page[size]=1`)).body.data[0].attributes;
const detailOf = ({ body }: { body: { errors?: unknown } }) =>
  (body.errors as { detail: string }[])[0]!.detail;

describe('POST /api/shops/{shop_id}/scope_reductions', () => {
  it('removes the scopes that an app has not used for 30 days', async () => {
    const { installation, app } = await anInstallation();
    await used(installation, 'meta.get', 31, 5);
    await used(installation, 'orders.get', 2, 7);
    const proposals = async () =>
      (await shop.api.get(`${shop.path}/scope_uses/${installation}`)).body.data.attributes.proposals;
    const proposal = {
      removed_scopes: ['meta.get', 'meta.post'],
      remaining_scopes: ['orders.get'],
      ...{ unused_days: 30, refused_requests_30_days: 0 },
    };
    expect(await proposals()).toEqual([proposal]);
    const { status, body } = await reduce({ installation_id: installation, unused_days: 30 });
    expect([status, body.data.attributes]).toMatchObject([201, { name: 'An app', ...proposal }]);
    expect(await installationOf(installation)).toMatchObject({
      scopes: ['orders.get'],
      withdrawn_scopes: ['meta.get', 'meta.post'],
      permissions_changed: false,
    });
    expect(
      await service.database.query('SELECT scopes FROM auth.oauth_tokens WHERE app_id = $1', [app.id]),
    ).toEqual([{ scopes: ['orders.get'] }]);
    expect(await audit()).toMatchObject({
      kind: 'installations.scopes_withdrawn',
      detail: { dropped: ['meta.get', 'meta.post'], scopes: ['orders.get'] },
    });
    expect(await proposals()).toEqual([]);
  });

  it('does not restart the observation of the remaining scopes', async () => {
    const { installation } = await anInstallation();
    await used(installation, 'orders.get', 91);
    await used(installation, 'meta.get', 40);
    expect(await reduce({ installation_id: installation, unused_days: 90 })).toMatchObject({ status: 201 });
    const again = await reduce({ installation_id: installation, unused_days: 30 });
    expect(again.body.data.attributes).toMatchObject({
      removed_scopes: ['meta.get'],
      remaining_scopes: [],
    });
  });

  it('removes selected scopes even if the app uses them, and returns the number of affected requests', async () => {
    const { installation } = await anInstallation(['codes.get']);
    await used(installation, 'meta.get', 1, 3);
    const { body } = await reduce({ installation_id: installation, scopes: ['meta.get', 'meta.post'] });
    expect(body.data.attributes).toMatchObject({ refused_requests_30_days: 3, unused_days: null });
  });

  it('replaces all scopes of an access token by the scopes that requests used', async () => {
    const id = await aToken(null);
    await used(id, 'meta.get', 31);
    await used(id, 'meta.get');
    expect((await reduce({ access_token_id: id, unused_days: 30 })).status).toBe(201);
    expect(await tokenScopes(id)).toEqual(['meta.get']);
    expect(await audit()).toMatchObject({
      kind: 'access_tokens.changed',
      detail: { scopes: ['meta.get'], added: [] },
    });
  });

  it('returns 422 for scopes that are in use or were never granted, and for unknown credentials', async () => {
    const { installation: installation_id } = await anInstallation();
    await used(installation_id, 'meta.get', 31);
    await used(installation_id, 'meta.get');
    const wrong: [object, string][] = [
      [{ installation_id, unused_days: 30, scopes: ['meta.get'] }, 'was used in the last 30 days'],
      [
        { installation_id, unused_days: 90 },
        'Every granted scope was used in the last 90 days, or its uses were counted for fewer days.',
      ],
      [{ installation_id, scopes: ['codes.get'] }, 'The scope "codes.get" is not granted.'],
      [{ installation_id, scopes: [] }, 'at least one scope'],
      [{ installation_id, unused_days: 60 }, 'unused_days must be 30 or 90'],
      [{ installation_id }, 'The scopes to remove are missing. Send scopes, unused_days, or both.'],
      [{ unused_days: 30 }, 'either installation_id or access_token_id'],
      [{ installation_id, access_token_id: installation_id, unused_days: 30 }, 'either installation_id or'],
      [{ installation_id: randomUUID(), unused_days: 30 }, 'No installed app has this installation_id.'],
      [{ access_token_id: installation_id, unused_days: 30 }, 'No active access token has this id.'],
    ];
    for (const [attributes, detail] of wrong) {
      const answer = await reduce(attributes);
      expect([answer.status, detailOf(answer)]).toEqual([422, expect.stringContaining(detail)]);
    }
    expect((await installationOf(installation_id)).scopes).toEqual(scopes);
  });

  it('returns 403 to members without the permission to grant scopes', async () => {
    const { installation: installation_id } = await anInstallation();
    const { api } = await aMember(service, shop, { role: 'read_only' });
    const answer = await reduce({ installation_id, scopes: ['meta.get'] }, api);
    expect([answer.status, codesOf(answer)]).toEqual([403, ['insufficient_role']]);
  });

  it('applies only one of two concurrent reductions of the same scope', async () => {
    const { installation: installation_id } = await anInstallation();
    const both = await Promise.all(['1', '2'].map(() => reduce({ installation_id, scopes: ['meta.get'] })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  });
});

describe('DELETE /api/shops/{shop_id}/scope_reductions/{id}', () => {
  const undo = (id: string, api = shop.api) => api.delete(`${path()}/${id}`);
  const reduced = async (attributes: object) => (await reduce(attributes)).body.data.id as string;

  it('restores the scopes of an app, with an email and an audit log entry', async () => {
    const { installation: installation_id } = await anInstallation();
    const id = await reduced({ installation_id, scopes: ['meta.get'] });
    expect((await shop.api.get(path())).body.data).toMatchObject([{ id }]);
    expect((await undo(id)).status).toBe(204);
    expect(await installationOf(installation_id)).toMatchObject({ scopes, withdrawn_scopes: [] });
    expect(await audit()).toMatchObject({
      kind: 'installations.scopes_restored',
      detail: { added: ['meta.get'] },
    });
    expect((await undo(id)).status).toBe(404);
  });

  it('restores only the scopes that the app still requests', async () => {
    const { installation: installation_id, app } = await anInstallation();
    const id = await reduced({ installation_id, scopes: ['meta.get', 'meta.post'] });
    await app.developer.api.patch(`/api/apps/${app.id}`, {
      data: { type: 'apps', id: app.id, attributes: { scopes: ['meta.get', 'orders.get'] } },
    });
    expect((await undo(id)).status).toBe(204);
    expect((await installationOf(installation_id)).scopes).toEqual(['meta.get', 'orders.get']);
  });

  it('restores all scopes of an access token, unless the scopes changed after the reduction', async () => {
    const [untouched, changed] = [await aToken(null), await aToken(null)];
    const [one, other] = [
      await reduced({ access_token_id: untouched, scopes: ['meta.get'] }),
      await reduced({ access_token_id: changed, scopes: ['meta.get'] }),
    ];
    const data = { type: 'access_tokens', id: changed, attributes: { scopes: ['orders.get'] } };
    await shop.api.patch(`${shop.path}/access_tokens/${changed}`, { data });
    expect([(await undo(one)).status, (await undo(other)).status]).toEqual([204, 204]);
    expect(await tokenScopes(untouched)).toBeNull();
    expect(await tokenScopes(changed)).toEqual(['meta.get', 'orders.get']);
  });

  it('returns 409 after the app was reinstalled, and 404 after 30 days', async () => {
    const { installation: installation_id, app } = await anInstallation();
    const [first, second] = [
      await reduced({ installation_id, scopes: ['meta.get'] }),
      await reduced({ installation_id, scopes: ['meta.post'] }),
    ];
    await service.database.query(
      `UPDATE auth.scope_reductions SET created_at = now() - interval '31 days' WHERE id = $1`,
      [second],
    );
    expect((await undo(second)).status).toBe(404);
    await shop.api.delete(`${shop.path}/installations/${installation_id}`);
    expect(codesOf(await undo(first))).toEqual(['illegal_transition']);
    await aGrant(shop, app);
    expect(await installationOf(installation_id)).toMatchObject({ scopes, withdrawn_scopes: [] });
    expect(codesOf(await undo(first))).toEqual(['illegal_transition']);
  });

  it('returns 403 to members who lack the removed scopes', async () => {
    const { installation: installation_id } = await anInstallation();
    const id = await reduced({ installation_id, scopes: ['orders.get'] });
    const { api } = await aMember(service, shop, { role: 'staff', areas: ['apps', 'meta'] });
    expect((await undo(id, api)).status).toBe(403);
    expect((await installationOf(installation_id)).withdrawn_scopes).toEqual(['orders.get']);
  });
});

describe('optional and withdrawn scopes of an app', () => {
  const optional = ['codes.get', 'products.get'];

  it('are granted only if the owner selects the scopes, and can be granted or withdrawn later', async () => {
    const { installation, app } = await anInstallation(optional);
    expect(await installationOf(installation)).toMatchObject({ scopes, permissions_changed: false });
    await aGrant(shop, app, [...scopes, 'codes.get']);
    expect((await installationOf(installation)).scopes).toEqual([...scopes, 'codes.get'].sort());
    // Granting again without a selection keeps the optional scope.
    await aGrant(shop, app);
    await aGrant(shop, app, scopes);
    expect(await installationOf(installation)).toMatchObject({
      ...{ scopes, withdrawn_scopes: ['codes.get'], permissions_changed: false },
    });
    const { body } = await shop.api.get(`${shop.path}/apps/${app.id}`);
    expect(body.data.attributes).toMatchObject({
      ...{ scopes, optional_scopes: optional, granted_scopes: scopes, withdrawn_scopes: ['codes.get'] },
    });
  });

  it('are rejected with 422 if the app also requires them', async () => {
    const { api } = (await aRegisteredApp(service)).developer;
    const attributes = {
      name: 'An app',
      install_url: 'https://app.example/',
      scopes,
      optional_scopes: ['meta.get'],
    };
    const answer = await api.post('/api/apps', newObject('apps', attributes));
    expect([answer.status, detailOf(answer)]).toEqual([
      422,
      expect.stringContaining('"meta.get" cannot be in both'),
    ]);
  });

  it('stay withdrawn after a repeated grant', async () => {
    const { installation, app } = await anInstallation();
    await reduce({ installation_id: installation, scopes: ['orders.get'] });
    const { nonce } = await aGrant(shop, app);
    expect(await installationOf(installation)).toMatchObject({
      ...{ scopes: ['meta.get', 'meta.post'], withdrawn_scopes: ['orders.get'], permissions_changed: false },
    });
    const exchanged = await service.api.get(`/api/oauth_tokens/nonce/${nonce}`);
    expect(exchanged.body.data.attributes.scopes).toEqual(['meta.get', 'meta.post']);
  });
});
