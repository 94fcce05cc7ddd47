import { hash, randomUUID } from 'node:crypto';
import { aPng } from '@storewright/testing';
import {
  aGrant,
  anOwnedShop,
  anOwner,
  aRegisteredApp,
  authApi,
  codesOf,
  listening,
  newObject,
  type OwnedShop,
  racing,
  untilRefused,
  type TestOwner,
  type TestService,
} from './testing/test-service';

let service: TestService;
let developer: TestOwner;

beforeAll(async () => {
  service = await authApi();
  developer = await anOwner(service);
});
afterAll(() => service.stop());

const valid = {
  name: 'Labels',
  install_url: 'https://labels.example/install?from=store',
  scopes: ['meta.get', 'meta.post'],
};
const register = (attributes: object, id?: string) =>
  developer.api.post('/api/apps', newObject('apps', attributes, id));

describe('POST /api/apps', () => {
  it('registers an app and returns the secret once', async () => {
    const { status, headers, body } = await register(valid);
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.meta.secret).toMatch(/^swk_[0-9A-Za-z]{46}$/);
    expect(body.data.attributes).toMatchObject({
      ...valid,
      webhook_url: null,
      webhook_events: [],
      require_proof: false,
      allowed_networks: null,
    });
    const shown = await developer.api.get(`/api/apps/${body.data.id}`);
    expect(shown.text).not.toContain(body.meta.secret);
    expect(shown.body.data.attributes).toEqual(body.data.attributes);
  });

  it('stores the app secret encrypted', async () => {
    const { body } = await register(valid);
    const rows = await service.database.query<{ sealed: string }>(
      'SELECT sealed FROM auth.app_secrets WHERE app_id = $1',
      [body.data.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.sealed).not.toContain((body.meta.secret as string).slice(4));
  });

  it('accepts a client-generated UUID once', async () => {
    const id = randomUUID();
    expect((await register(valid, id)).body.data.id).toBe(id);
    expect(codesOf(await register(valid, id))).toEqual(['already_exists']);
    expect(codesOf(await register(valid, 'mine'))).toEqual(['client_id_not_allowed']);
  });

  it('reports all unknown scopes, unknown events and invalid attributes in one response', async () => {
    const answer = await register({
      ...valid,
      name: '',
      scopes: ['meta.get', 'meta.destroy'],
      webhook_events: ['orders.eaten', 'meta.created'],
      webhook_url: 'ftp://x',
      colour: 'red',
    });
    expect(answer.status).toBe(422);
    const errors = answer.body.errors as { detail: string; source: { pointer: string } }[];
    expect(errors.map(({ source }) => source.pointer).sort()).toEqual([
      '/data/attributes/colour',
      '/data/attributes/name',
      '/data/attributes/scopes/1',
      '/data/attributes/webhook_events/0',
      '/data/attributes/webhook_url',
    ]);
    expect(JSON.stringify(errors)).toContain('meta.destroy');
    expect(JSON.stringify(errors)).toContain('orders.eaten');
  });

  it('rejects more scopes than the maximum', async () => {
    const answer = await register({ ...valid, scopes: Array(201).fill('meta.eat') });
    expect([answer.status, codesOf(answer)]).toEqual([422, ['invalid_attribute']]);
  });

  it('reports missing required attributes', async () => {
    const answer = await register({});
    expect(
      answer.body.errors.map(({ meta }: { meta: { attribute: string } }) => meta.attribute).sort(),
    ).toEqual(['install_url', 'name', 'scopes']);
  });
});

describe('attribute name of an app', () => {
  it('is plain text, so HTML in the name of an app is not interpreted', async () => {
    const name = '<img src=x onerror=alert(1)> & "Zoë’s" 店舗';
    const { body } = await register({ ...valid, name });
    expect(body.data.attributes.name).toBe(name);
    const shop = await anOwnedShop(service);
    expect((await shop.api.get(`${shop.path}/apps/${body.data.id}`)).body.data.attributes.name).toBe(name);
  });

  it.each([
    ['a line break', 'Labels\nfrom Storewright'],
    ['a right-to-left override', 'Labels \u202egpj.exe'],
    ['only invisible characters', '\u200b '],
  ])('rejects %s in POST and PATCH', async (_, name) => {
    const { id } = (await register(valid)).body.data as { id: string };
    const change = { data: { type: 'apps', id, attributes: { name } } };
    for (const answer of [
      await register({ ...valid, name }),
      await developer.api.patch(`/api/apps/${id}`, change),
    ]) {
      expect([answer.status, codesOf(answer)]).toEqual([422, ['invalid_attribute']]);
      expect(answer.body.errors[0].source.pointer).toBe('/data/attributes/name');
    }
  });
});

describe('attribute install_url of an app', () => {
  it.each([
    ['javascript:alert(1)', /https:\/\//],
    ['http://labels.example/install', /https:\/\//],
    ['https://user:pass@labels.example/', /user name/],
    ['https://labels.example/#x', /fragment/],
    ['https://*.labels.example/', /wildcard/],
    ['https://labels.example/?nonce=x', /query parameter "nonce"/],
    ['https://labels.example/?a=1&state=', /query parameter "state"/],
    ['https://labels.example/?code=x', /query parameter "code"/],
    ['https://labels.example/?%63ode', /query parameter "code"/],
    ['https://labels.example/?iss=https://evil.example', /query parameter "iss"/],
    ['https://labels.example/?error=access_denied', /query parameter "error"/],
    ['https://labels.example/?error_description=x', /query parameter "error_description"/],
  ])('rejects %s in POST and PATCH', async (install_url, reason) => {
    const { id } = (await register(valid)).body.data as { id: string };
    const change = { data: { type: 'apps', id, attributes: { install_url } } };
    for (const answer of [
      await register({ ...valid, install_url }),
      await developer.api.patch(`/api/apps/${id}`, change),
    ]) {
      expect([answer.status, codesOf(answer)]).toEqual([422, ['invalid_attribute']]);
      expect(answer.body.errors[0].detail).toMatch(reason);
    }
  });
});

describe('attributes description, privacy_url and support_url of an app', () => {
  const details = {
    description: 'Prints parcel labels <b>fast</b>.',
    privacy_url: 'https://labels.example/privacy',
    support_url: 'https://labels.example/help?from=store',
  };

  it('are returned to shop owners unchanged, and can be removed', async () => {
    const { body } = await register({ ...valid, ...details });
    expect(body.data.attributes).toMatchObject(details);
    const { id } = body.data as { id: string };
    const shop = await anOwnedShop(service);
    const seen = async () => (await shop.api.get(`${shop.path}/apps/${id}`)).body.data.attributes;
    expect(await seen()).toMatchObject(details);
    const attributes = { description: null, support_url: null };
    await developer.api.patch(`/api/apps/${id}`, { data: { type: 'apps', id, attributes } });
    expect(await seen()).toMatchObject({ ...attributes, privacy_url: details.privacy_url });
  });

  it.each([
    ['description', 'x'.repeat(501)],
    ['description', 'Labels \u202egpj.exe'],
    ['description', ''],
    ['privacy_url', 'javascript:alert(1)'],
    ['support_url', 'http://labels.example'],
    ['support_url', 1],
  ])('reject %s with the value %p', async (name, value) => {
    const answer = await register({ ...valid, [name]: value });
    expect([answer.status, new Set(codesOf(answer))]).toEqual([422, new Set(['invalid_attribute'])]);
    expect(answer.body.errors[0].source.pointer).toBe(`/data/attributes/${name}`);
  });
});

describe('PATCH /api/apps/{id}', () => {
  it('changes only the attributes in the request', async () => {
    const { body } = await register({
      ...valid,
      webhook_url: 'https://labels.example/hook',
      webhook_events: ['meta.created'],
    });
    const change = { data: { type: 'apps', id: body.data.id, attributes: { name: 'Stickers' } } };
    const answer = await developer.api.patch(`/api/apps/${body.data.id}`, change);
    expect(answer.status).toBe(200);
    const { updated_at, ...rest } = answer.body.data.attributes;
    expect(rest).toEqual({ ...body.data.attributes, name: 'Stickers', updated_at: undefined });
    expect(updated_at > body.data.attributes.updated_at).toBe(true);
  });

  it('accepts read-only attributes with their current values and rejects changed values', async () => {
    const { body } = await register(valid);
    const { id, attributes } = body.data as { id: string; attributes: object };
    const patch = (changes: object) =>
      developer.api.patch(`/api/apps/${id}`, { data: { type: 'apps', id, attributes: changes } });
    expect((await patch({ ...attributes, name: 'Stickers' })).status).toBe(200);
    const refused = await patch({ ...attributes, created_at: '2020-01-01T00:00:00Z' });
    expect([refused.status, codesOf(refused)]).toEqual([422, ['not_fillable', 'not_fillable']]);
  });

  it('notifies all service instances of a changed require_secret or require_proof attribute', async () => {
    const { body } = await register(valid);
    const { id } = body.data as { id: string };
    const announced = await listening(service);
    const change = { data: { type: 'apps', id, attributes: { require_proof: true } } };
    expect((await developer.api.patch(`/api/apps/${id}`, change)).body.data.attributes.require_proof).toBe(
      true,
    );
    expect(await announced()).toEqual([{ app_id: id }]);
  });

  it('stores allowed networks in canonical form and reports each string that is not a network', async () => {
    const { body } = await register({ ...valid, allowed_networks: ['203.0.113.7'] });
    const { id, attributes } = body.data as { id: string; attributes: { allowed_networks: string[] } };
    expect(attributes.allowed_networks).toEqual(['203.0.113.7/32']);
    const patch = (allowed_networks: unknown) =>
      developer.api.patch(`/api/apps/${id}`, {
        data: { type: 'apps', id, attributes: { allowed_networks } },
      });
    const refused = await patch(['10.0.0.0/8', '203.0.113.7/24', 'x']);
    const pointers = refused.body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer);
    expect([refused.status, pointers]).toEqual([
      422,
      ['/data/attributes/allowed_networks/1', '/data/attributes/allowed_networks/2'],
    ]);
    expect((await patch(Array(21).fill('10.0.0.0/8'))).body.errors[0].detail).toBe(
      'allowed_networks must be a list of 1 to 20 networks such as "203.0.113.0/24", or null.',
    );
    expect((await patch(null)).body.data.attributes.allowed_networks).toBeNull();
  });

  it('removes the webhook URL if webhook_url is null', async () => {
    const { body } = await register({ ...valid, webhook_url: 'https://labels.example/hook' });
    const change = { data: { type: 'apps', id: body.data.id, attributes: { webhook_url: null } } };
    expect(
      (await developer.api.patch(`/api/apps/${body.data.id}`, change)).body.data.attributes.webhook_url,
    ).toBeNull();
  });

  it('returns 412 if the app changed after the client read the app', async () => {
    const { body, headers } = await register(valid);
    const change = { data: { type: 'apps', id: body.data.id, attributes: { name: 'A' } } };
    const path = `/api/apps/${body.data.id}`;
    const ifMatch = { headers: { 'if-match': headers['etag']! } };
    expect((await developer.api.patch(path, change, ifMatch)).status).toBe(200);
    expect(codesOf(await developer.api.patch(path, change, ifMatch))).toEqual(['precondition_failed']);
  });
});

describe('routes of an app', () => {
  it('return 404 to every developer except the app’s developer', async () => {
    const { id } = await aRegisteredApp(service);
    const path = `/api/apps/${id}`;
    const change = { data: { type: 'apps', id, attributes: { name: 'mine now' } } };
    for (const answer of [
      await developer.api.get(path),
      await developer.api.patch(path, change),
      await developer.api.post(`${path}/secrets`, ''),
      await developer.api.get(`${path}/secrets`),
      await developer.api.get(`/api/app_statistics/${id}`),
    ])
      expect([answer.status, codesOf(answer)]).toEqual([404, ['not_found']]);
    const list = (await developer.api.get('/api/apps?page[size]=100')).body.data as { id: string }[];
    expect(list.map((app) => app.id)).not.toContain(id);
  });

  it('show shop owners only the attributes that are needed for an installation', async () => {
    const shop = await anOwnedShop(service);
    const { id, developer } = await aRegisteredApp(service, {
      scopes: ['meta.get'],
      install_url: 'https://app.example:8443/install?secret=plan',
      webhook_events: ['meta.created'],
    });
    await service.database.query(`UPDATE auth.owners SET name = 'Ada & Co' WHERE id = $1`, [developer.id]);
    const { text, body } = await shop.api.get(`${shop.path}/apps/${id}`);
    expect(body.data.attributes).toEqual({
      name: 'An app',
      maker: 'Ada & Co',
      install_host: 'app.example:8443',
      client_url: null,
      scopes: ['meta.get'],
      webhook_events: ['meta.created'],
      description: null,
      privacy_url: null,
      support_url: null,
      icon_url: null,
      granted_scopes: null,
      reviewed_scopes: null,
      ...{ optional_scopes: [], withdrawn_scopes: null },
    });
    expect(body.data.relationships.installation.data).toBeNull();
    expect(text).not.toContain(developer.email);
  });

  it(
    'show a shop owner the scopes that the shop granted while the app is installed, and nothing about ' +
      'other shops',
    async () => {
      const [shop, other] = [await anOwnedShop(service), await anOwnedShop(service)];
      const app = await aRegisteredApp(service, { scopes: ['meta.collection', 'meta.get'] });
      const { installation } = await aGrant(shop, app, ['meta.get']);
      const seen = async ({ api, path }: typeof shop) => (await api.get(`${path}/apps/${app.id}`)).body.data;
      const mine = await seen(shop);
      expect(mine.attributes).toMatchObject({
        scopes: ['meta.collection', 'meta.get'],
        granted_scopes: ['meta.get'],
      });
      expect(mine.relationships.installation.data).toEqual({ type: 'installations', id: installation });
      expect((await seen(other)).attributes.granted_scopes).toBeNull();
      await shop.api.delete(`${shop.path}/installations/${installation}`);
      expect((await seen(shop)).attributes.granted_scopes).toBeNull();
    },
  );
});

describe('GET /api/apps', () => {
  it('returns each app of the developer exactly once across pages, forwards and backwards', async () => {
    const busy = await anOwner(service);
    const ids: string[] = [];
    for (let each = 0; each < 7; each += 1)
      ids.push((await busy.api.post('/api/apps', newObject('apps', valid))).body.data.id as string);
    const walk = async (path: string | null, side: 'next' | 'prev') => {
      const met: string[][] = [];
      while (path) {
        const { body } = await busy.api.get(path.replace(/^http:\/\/[^/]+/, ''));
        met.push((body.data as { id: string }[]).map(({ id }) => id));
        path = body.links[side] as string | null;
      }
      return met;
    };
    expect((await walk('/api/apps?page[size]=3', 'next')).flat()).toEqual(ids);
    expect((await walk('/api/apps?page[size]=3&sort=-id', 'next')).flat()).toEqual(ids.toReversed());
    const last = (await busy.api.get('/api/apps?page[size]=3&page[number]=3&page[total]=true')).body;
    expect(last.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(6));
    expect(last.meta.page.total).toBe(7);
    const second = (await busy.api.get('/api/apps?page[size]=3')).body.links.next as string;
    expect((await walk(second, 'prev')).map((page) => page[0])).toEqual([ids[3], ids[0]]);
    expect((await walk('/api/apps?page[size]=3&sort=name', 'next')).flat()).toEqual(ids);
  });
});

describe('DELETE /api/apps/{id}', () => {
  const installed = async (shops: OwnedShop[], app: { id: string }) => {
    const tokens: string[] = [];
    for (const shop of shops) {
      const { nonce } = await aGrant(shop, app);
      const { body } = await service.api.get(`/api/oauth_tokens/nonce/${nonce}`);
      tokens.push(body.data.attributes.token as string);
    }
    return tokens;
  };

  it('removes the app from every shop immediately and writes audit log entries', async () => {
    const shops = [await anOwnedShop(service), await anOwnedShop(service)];
    const app = await aRegisteredApp(service, { scopes: ['shops.get'] });
    const tokens = await installed(shops, app);
    const use = (at: number) => service.api.as(tokens[at]).get(shops[at]!.path);
    for (const at of [0, 1]) expect((await use(at)).status).toBe(200);
    const { api } = app.developer;
    expect((await api.delete(`/api/apps/${app.id}`)).status).toBe(204);
    for (const at of [0, 1]) await untilRefused(() => use(at));
    for (const shop of shops) {
      const { body } = await shop.api.get(`${shop.path}/installations`);
      expect(body.data).toMatchObject([
        { attributes: { app_name: 'An app', status: 'uninstalled', token_status: 'revoked' } },
      ]);
      const log = (await shop.api.get(`${shop.path}/audit_entries?sort=-id&page[size]=2`)).body.data;
      expect(log).toMatchObject([
        { attributes: { kind: 'oauth_tokens.revoked', owner_name: null, detail: { reason: 'app deleted' } } },
        { attributes: { kind: 'installations.uninstalled', app_name: 'An app' } },
      ]);
    }
    const own = (await api.get('/api/audit_entries?filter[kind]=apps.deleted')).body.data;
    expect(own).toMatchObject([{ attributes: { detail: { name: 'An app', installed_shops: 2 } } }]);
  });

  it('leaves no valid token, secret or active installation of the app', async () => {
    const [shop, app] = [await anOwnedShop(service), await aRegisteredApp(service)];
    const { nonce } = await aGrant(shop, app);
    const { api } = app.developer;
    const path = `/api/apps/${app.id}`;
    await api.delete(path);
    expect(codesOf(await service.api.get(`/api/oauth_tokens/nonce/${nonce}`))).toEqual(['nonce_expired']);
    expect(await introspects(app.id, app.secret)).toBe(false);
    const change = { data: { type: 'apps', id: app.id, attributes: { name: 'x' } } };
    for (const answer of [
      await api.get(path),
      await api.patch(path, change),
      await api.delete(path),
      await api.post(`${path}/secrets`, ''),
      await api.get(`/api/app_statistics/${app.id}`),
      await shop.api.get(`${shop.path}/apps/${app.id}`),
    ])
      expect(answer.status).toBe(404);
    expect((await api.get('/api/apps')).body.data).toEqual([]);
    const again = newObject('installations', { app_id: app.id });
    expect((await shop.api.post(`${shop.path}/installations`, again)).status).toBe(422);
  });

  it("leaves the developer's remaining apps unchanged, and returns 404 to other developers", async () => {
    const shop = await anOwnedShop(service);
    const scopes = ['shops.get'];
    const [app, other] = [await aRegisteredApp(service), await aRegisteredApp(service, { scopes })];
    const [, token] = [await installed([shop], app), ...(await installed([shop], other))];
    expect((await developer.api.delete(`/api/apps/${app.id}`)).status).toBe(404);
    await app.developer.api.delete(`/api/apps/${app.id}`);
    expect((await service.api.as(token as string).get(shop.path)).status).toBe(200);
  });

  it('returns 412 if the app changed after the client read the app', async () => {
    const { body, headers } = await register(valid);
    const path = `/api/apps/${body.data.id}`;
    const ifMatch = { headers: { 'if-match': headers['etag']! } };
    await developer.api.patch(path, { data: { type: 'apps', id: body.data.id, attributes: { name: 'A' } } });
    expect(codesOf(await developer.api.delete(path, ifMatch))).toEqual(['precondition_failed']);
    expect((await developer.api.get(path)).status).toBe(200);
  });

  it('leaves no installation if a shop owner installs the app concurrently', async () => {
    const [shop, app] = [await anOwnedShop(service), await aRegisteredApp(service)];
    const agree = newObject('installations', { app_id: app.id });
    const lockApp = { text: 'SELECT 1 FROM auth.apps WHERE id = $1 FOR UPDATE', values: [app.id] };
    let turn = 0;
    await racing(service, lockApp, 6, () => {
      turn += 1;
      return turn === 3
        ? app.developer.api.delete(`/api/apps/${app.id}`)
        : shop.api.post(`${shop.path}/installations`, agree);
    });
    const living = await shop.api.get(`${shop.path}/installations?filter[status]=installed`);
    expect(living.body.data).toEqual([]);
  });
});

describe('GET /api/app_statistics/{id}', () => {
  it('returns the number of shops that currently have the app installed', async () => {
    const app = await aRegisteredApp(service);
    const shops = [await anOwnedShop(service), await anOwnedShop(service)];
    const counted = async () =>
      (await app.developer.api.get(`/api/app_statistics/${app.id}`)).body.data.attributes as object;
    expect(await counted()).toEqual({ installed_shops: 0 });
    const granted = [];
    for (const shop of shops) granted.push(await aGrant(shop, app));
    await aGrant(shops[0]!, app);
    expect(await counted()).toEqual({ installed_shops: 2 });
    await shops[0]!.api.delete(`${shops[0]!.path}/installations/${granted[0]!.installation}`);
    expect(await counted()).toEqual({ installed_shops: 1 });
  });
});

describe('POST /api/apps/{id}/secrets', () => {
  it('creates a secret, and the previous secret works until the first use of the new secret', async () => {
    const { body } = await register(valid);
    const { id } = body.data as { id: string };
    const secrets = [body.meta.secret as string];
    const works = async () => {
      const results = [];
      for (const secret of secrets) results.push(await introspects(id, secret));
      return results;
    };
    const rotate = async () => {
      const answer = await developer.api.post(`/api/apps/${id}/secrets`, '');
      expect(answer.status).toBe(201);
      expect(answer.headers['cache-control']).toBe('no-store');
      secrets.push(answer.body.meta.secret as string);
      return answer;
    };
    const first = await rotate();
    expect(await works()).toEqual([true, true]);
    expect(await works()).toEqual([false, true]);
    const left = new Date(first.body.meta.previous_secret_expires_at).getTime() - Date.now();
    expect(Math.round(left / 3_600_000)).toBe(24);
    await rotate();
    await rotate();
    expect(await introspects(id, secrets[1]!)).toBe(false);
    await service.database.query(
      `UPDATE auth.app_secrets SET expires_at = now() WHERE app_id = $1 AND expires_at > now()`,
      [id],
    );
    expect(await works()).toEqual([false, false, false, true]);
    const log = (await developer.api.get(`/api/audit_entries?filter[kind]=app_secrets.rotated`)).body.data;
    expect(log).toHaveLength(3);
    expect(log[0].relationships.app.data.id).toBe(id);
  });

  it('lists the active app secrets without their value', async () => {
    const { body } = await register(valid);
    const path = `/api/apps/${body.data.id}/secrets`;
    const texts = [body.meta.secret as string];
    for (let rotation = 0; rotation < 2; rotation += 1)
      texts.push((await developer.api.post(path, '')).body.meta.secret as string);
    const list = await developer.api.get(path);
    expect(list.body.data).toMatchObject([
      { attributes: { generation: 2, expires_at: expect.stringMatching(/\.\d{6}Z$/) as string } },
      { attributes: { generation: 3, expires_at: null } },
    ]);
    for (const secret of texts) expect(list.text).not.toContain(secret);
    expect(list.text).not.toContain('sealed');
    const self = (list.body.data[1].links.self as string).replace(/^http:\/\/[^/]+/, '');
    expect((await developer.api.get(self)).body.data).toEqual(list.body.data[1]);
    expect((await (await anOwner(service)).api.get(self)).status).toBe(404);
    const other = (await register(valid)).body.data.id as string;
    const id = self.split('/').at(-1)!;
    expect((await developer.api.get(`/api/apps/${other}/secrets/${id}`)).status).toBe(404);
  });

  it('leaves at most two active app secrets after concurrent rotations', async () => {
    const { id } = (await register(valid)).body.data as { id: string };
    const lockApp = { text: 'SELECT 1 FROM auth.apps WHERE id = $1 FOR UPDATE', values: [id] };
    await racing(service, lockApp, 8, () => developer.api.post(`/api/apps/${id}/secrets`, ''));
    const [alive] = await service.database.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM auth.app_secrets WHERE app_id = $1 AND (expires_at IS ' +
        'NULL OR expires_at > now())',
      [id],
    );
    expect(alive!.count).toBe(2);
  });
});

async function introspects(id: string, secret: string): Promise<boolean> {
  const { status } = await service.api.send('POST', '/oauth/introspect', {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    },
    body: 'token=x',
  });
  return status === 200;
}

describe('the icon of an app', () => {
  const png = aPng();
  const sent = (body: Buffer | string = png, headers: Record<string, string> = {}) => ({
    body,
    headers: { 'content-type': 'image/png', ...headers },
  });
  const aNewApp = async () => {
    const { id } = (await register(valid)).body.data as { id: string };
    return { id, path: `/api/apps/${id}`, icon: `/api/apps/${id}/icon` };
  };
  /** Returns the path of a documented URL. */
  const pathOf = (url: unknown) => new URL(String(url)).pathname;
  const shownBy = async (path: string) => (await developer.api.get(path)).body.data.attributes.icon_url;

  it('can be uploaded, downloaded by anyone, replaced and removed', async () => {
    const { path, icon, id } = await aNewApp();
    expect(await shownBy(path)).toBeNull();
    const set = await developer.api.send('PUT', icon, sent());
    expect(set.status).toBe(200);
    const { icon_url } = set.body.data.attributes as { icon_url: string };
    expect(icon_url).toBe(`http://localhost:3001${icon}/${hash('sha256', png)}`);
    expect([await shownBy(path), set.body.data.meta.version]).toEqual([icon_url, 2]);
    const list = (await developer.api.get('/api/apps?page[size]=100')).body.data as (typeof set.body.data)[];
    expect(list.find((each) => each.id === id).attributes.icon_url).toBe(icon_url);
    const answer = await service.api.get(pathOf(icon_url));
    expect([answer.status, answer.text]).toEqual([200, png.toString()]);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': 'inline; filename="icon.png"',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    const head = await service.api.send('HEAD', pathOf(icon_url));
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, String(png.length), '']);
    const other = aPng(128);
    const replaced = await developer.api.send('PUT', icon, sent(other));
    expect((await service.api.get(pathOf(icon_url))).status).toBe(404);
    expect((await service.api.get(pathOf(replaced.body.data.attributes.icon_url))).text).toBe(
      other.toString(),
    );
    for (let time = 0; time < 2; time += 1) expect((await developer.api.delete(icon)).status).toBe(204);
    expect(await shownBy(path)).toBeNull();
    expect(await service.database.query('SELECT FROM auth.app_icons WHERE app_id = $1', [id])).toEqual([]);
  });

  it('returns 304 if the client already has the current icon', async () => {
    const { icon } = await aNewApp();
    const { body } = await developer.api.send('PUT', icon, sent());
    const path = pathOf(body.data.attributes.icon_url);
    const { headers } = await service.api.get(path);
    const again = await service.api.get(path, { headers: { 'if-none-match': headers['etag']! } });
    expect([again.status, again.text, again.headers['cache-control']]).toEqual([
      304,
      '',
      headers['cache-control'],
    ]);
  });

  it('is returned for the Accept header of image requests, but not for the media type of JSON:API', async () => {
    const { icon } = await aNewApp();
    const { body } = await developer.api.send('PUT', icon, sent());
    const as = async (accept: string) =>
      (await service.api.get(pathOf(body.data.attributes.icon_url), { headers: { accept } })).status;
    expect(await as('image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8')).toBe(200);
    expect(await as('application/vnd.api+json')).toBe(406);
  });

  it.each(['%00', '%20', 'x', 'A'.repeat(64)])('returns 404 for the path …/icon/%s', async (digest) => {
    const { icon } = await aNewApp();
    await developer.api.send('PUT', icon, sent());
    const answer = await service.api.get(`${icon}/${digest}`, { headers: { accept: 'image/png' } });
    expect([answer.status, codesOf(answer)]).toEqual([404, ['not_found']]);
  });

  it('accepts an icon of exactly the maximum size', async () => {
    const { icon } = await aNewApp();
    const full = Buffer.concat([png, Buffer.alloc(256 * 1024 - png.length)]);
    expect((await developer.api.send('PUT', icon, sent(full))).status).toBe(200);
    const larger = await developer.api.send('PUT', icon, sent(Buffer.concat([full, Buffer.of(0)])));
    expect([larger.status, codesOf(larger)]).toEqual([413, ['payload_too_large']]);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 415, undefined],
    ['an SVG declared as PNG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png', 422, 'format'],
    ['a GIF', 'GIF89a', 'image/gif', 415, undefined],
    ['a document', '{}', 'application/vnd.api+json', 415, undefined],
    ['a PNG declared as WebP', png, 'image/webp', 422, 'format'],
    ['an empty body', '', 'image/png', 422, 'format'],
    ['an image that is not square', aPng(256, 128), 'image/png', 422, 'not_square'],
    ['an image that is too small', aPng(127), 'image/png', 422, 'dimensions'],
  ] as const)('rejects %s', async (_, body, type, status, reason) => {
    const { path, icon } = await aNewApp();
    const answer = await developer.api.send('PUT', icon, sent(body as Buffer, { 'content-type': type }));
    expect([answer.status, answer.body.errors[0].meta?.reason]).toEqual([status, reason]);
    expect(codesOf(answer)).toEqual([status === 415 ? 'unsupported_media_type' : 'invalid_icon']);
    expect(await shownBy(path)).toBeNull();
  });

  it('rejects a body above the size limit and a compressed body', async () => {
    const { icon } = await aNewApp();
    // The file contains only the header, so there is no image to decode.
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const refused = await developer.api.send('PUT', icon, sent(bomb));
    expect([refused.status, refused.body.errors[0].meta.reason]).toEqual([422, 'dimensions']);
    const coded = await developer.api.send('PUT', icon, sent(png, { 'content-encoding': 'gzip' }));
    expect(codesOf(coded)).toEqual(['unsupported_media_type']);
  });

  it('can be changed only by the developer of the app', async () => {
    const { icon } = await aNewApp();
    const stranger = await anOwner(service);
    for (const answer of [
      await stranger.api.send('PUT', icon, sent()),
      await stranger.api.delete(icon),
      await developer.api.send('PUT', `/api/apps/${randomUUID()}/icon`, sent()),
      await developer.api.send('PUT', '/api/apps/mine/icon', sent()),
      await service.api.get(`${icon}/${hash('sha256', png)}`),
      await service.api.get(`/api/apps/mine/icon/${hash('sha256', png)}`),
    ])
      expect([answer.status, codesOf(answer)]).toEqual([404, ['not_found']]);
    for (const answer of [await service.api.send('PUT', icon, sent()), await service.api.delete(icon)])
      expect([answer.status, codesOf(answer)]).toEqual([401, ['unauthorized']]);
    expect((await developer.api.get(icon)).headers['allow']).toContain('PUT');
  });

  it('increments the version of the app, writes an audit log entry and honors If-Match', async () => {
    const { path, icon, id } = await aNewApp();
    const { headers } = await developer.api.send('PUT', icon, sent());
    const same = await developer.api.send('PUT', icon, sent());
    expect(same.headers['etag']).toBe(headers['etag']);
    const change = { data: { type: 'apps', id, attributes: { name: 'Stickers', icon_url: null } } };
    expect(codesOf(await developer.api.patch(path, change))).toEqual(['not_fillable']);
    const late = await developer.api.send('PUT', icon, sent(aPng(128), { 'if-match': '"1-0"' }));
    expect(codesOf(late)).toEqual(['precondition_failed']);
    const log = await developer.api.get(`/api/audit_entries?filter[app]=${id}&filter[kind]=apps.updated`);
    expect(log.body.data.map((each: { attributes: { detail: object } }) => each.attributes.detail)).toEqual([
      { changed: ['icon_url'] },
    ]);
  });

  it('is visible to shop owners before and after the installation, until the developer deletes the app', async () => {
    const { id, path, icon } = await aNewApp();
    const { body } = await developer.api.send('PUT', icon, sent());
    const { icon_url } = body.data.attributes as { icon_url: string };
    const shop = await anOwnedShop(service);
    expect((await shop.api.get(`${shop.path}/apps/${id}`)).body.data.attributes.icon_url).toBe(icon_url);
    const { installation } = await aGrant(shop, { id });
    const seen = async () => {
      const one = (await shop.api.get(`${shop.path}/installations/${installation}`)).body.data;
      const [first] = (await shop.api.get(`${shop.path}/installations`)).body.data;
      expect(first).toEqual(one);
      return one.attributes.app_icon_url as string | null;
    };
    expect(await seen()).toBe(icon_url);
    const events = await service.database.query<{ resource: string }>(
      'SELECT resource::text FROM auth.event_outbox WHERE shop_id = $1',
      [shop.id],
    );
    expect(events[0]!.resource).toContain(icon_url);
    await developer.api.delete(path);
    expect(await seen()).toBeNull();
    expect((await service.api.get(pathOf(icon_url))).status).toBe(404);
    expect(await service.database.query('SELECT FROM auth.app_icons WHERE app_id = $1', [id])).toEqual([]);
  });
});
