import { hash } from 'node:crypto';
import { readPicture } from '@storewright/images';
import { aPng } from '@storewright/testing';
import {
  aMember,
  anOwnedShop,
  anOwner,
  authApi,
  codesOf,
  listening,
  newObject,
  type OwnedShop,
  racing,
  type TestOwner,
  type TestService,
} from './testing/test-service';
import { anAccessToken } from '@storewright/testing';

let service: TestService;
let owner: TestOwner;
let count = 0;

beforeAll(async () => {
  service = await authApi({
    MAX_SHOPS_PER_PERSON: '2',
    MAX_TEST_SHOPS_PER_PERSON: '3',
    AUTH_URL: 'http://id.shops.example',
  });
});
beforeEach(async () => {
  owner = await anOwner(service);
});
afterAll(() => service.stop());

const aDomain = () => `own-${(count += 1)}`;
const create = ({ api }: TestOwner, attributes: object = { domain: aDomain(), name: 'Café Öl' }) =>
  api.post('/api/shops', newObject('shops', attributes));
const ownedBy = async ({ api }: TestOwner) =>
  ((await api.get('/api/shops')).body.data as { attributes: { domain: string } }[]).map(
    ({ attributes }) => attributes.domain,
  );

describe('POST /api/shops', () => {
  it('creates a shop with the person as owner, and an audit log entry', async () => {
    const domain = aDomain();
    const { status, body, headers } = await create(owner, { domain, name: 'Café Öl' });
    expect([status, headers['location']]).toEqual([201, body.data.links.self]);
    expect(body.data).toMatchObject({
      type: 'shops',
      attributes: { domain, name: 'Café Öl', title: 'Café Öl', description: '' },
    });
    const path = `/api/shops/${body.data.id}`;
    expect((await owner.api.get(path)).body.data).toEqual(body.data);
    expect((await owner.api.get(`${path}/membership`)).body.data.attributes.role).toBe('owner');
    const [entry] = (await owner.api.get(`${path}/audit_entries`)).body.data as {
      attributes: Record<string, unknown>;
      relationships: { owner: unknown };
    }[];
    expect(entry!.attributes).toMatchObject({ kind: 'shops.created', detail: { domain, name: 'Café Öl' } });
    expect(entry!.relationships.owner).toEqual({ data: { type: 'owners', id: owner.id } });
    const stranger = await anOwner(service);
    expect((await stranger.api.get(path)).status).toBe(404);
  });

  it('accepts a title and a description', async () => {
    const given = { domain: aDomain(), name: 'Öl', title: 'Oils', description: 'From Crete' };
    expect((await create(owner, given)).body.data.attributes).toEqual(given);
  });

  it.each([
    ['-shop'],
    ['Shop'],
    ['shop.other'],
    ['x'.repeat(64)],
    [''],
    ['xn--pple-43d'],
    ['www'],
    ['account'],
    ['id'],
    [7],
  ])('returns 422 for the reserved or malformed domain %j', async (domain) => {
    const answer = await create(owner, { domain, name: 'A shop' });
    expect([answer.status, codesOf(answer)]).toEqual([422, ['invalid_attribute']]);
    expect(answer.body.errors[0].source).toEqual({ pointer: '/data/attributes/domain' });
  });

  it.each([
    [{ domain: 'no-name' }, 'invalid_attribute'],
    [{ domain: 'no-name', name: ' ' }, 'invalid_attribute'],
    [{ domain: 'no-name', name: 'A shop', status: 'suspended' }, 'unknown_attribute'],
  ])('returns 422 for the attributes %j', async (attributes, code) => {
    const answer = await create(owner, attributes);
    expect([answer.status, codesOf(answer)]).toEqual([422, [code]]);
  });

  it('rejects a client-generated id', async () => {
    const id = '01a1fcc3-bb62-71d1-84a4-9a254e1fb861';
    const answer = await owner.api.post(
      '/api/shops',
      newObject('shops', { domain: aDomain(), name: 'x' }, id),
    );
    expect([answer.status, codesOf(answer)]).toEqual([403, ['client_id_not_allowed']]);
  });

  it('returns 409 for a taken domain, and creates one shop for concurrent requests with one domain', async () => {
    const people = [owner, await anOwner(service), await anOwner(service)];
    const domain = aDomain();
    const answers = await Promise.all(people.map((each) => create(each, { domain, name: 'A shop' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(codesOf(refused)).toEqual(['already_exists']);
    expect(refused.body.errors[0].source).toEqual({ pointer: '/data/attributes/domain' });
    expect((await Promise.all(people.map(ownedBy))).flat()).toEqual([domain]);
  });
});

describe('the limit of shops per person', () => {
  const refusal = { code: 'shop_limit_reached', meta: { limit: 2 } };

  it('is returned by GET /api/owners/current, and is enforced by POST /api/shops', async () => {
    expect((await owner.api.get('/api/owners/current')).body.meta.limits).toEqual({
      shops: 2,
      test_shops: 3,
    });
    for (const _ of [1, 2]) expect((await create(owner)).status).toBe(201);
    const answer = await create(owner);
    expect([answer.status, answer.body.errors]).toMatchObject([403, [refusal]]);
    expect(await ownedBy(owner)).toHaveLength(2);
  });

  it('counts shops that the operator created, but not shops in which the person is not an owner', async () => {
    const made = async (role: string) => {
      const [shop] = await service.database.query<{ id: string }>(
        'INSERT INTO auth.shops (id, domain, name, title, description) VALUES (gen_random_uuid(), ' +
          `$1, 'A shop', '', '') RETURNING id`,
        [aDomain()],
      );
      const values = [shop!.id, owner.id, role];
      await service.database.query(
        'INSERT INTO auth.members (shop_id, owner_id, role) VALUES ($1, $2, $3)',
        values,
      );
    };
    for (const role of ['owner', 'administrator', 'read_only']) await made(role);
    expect((await create(owner)).status).toBe(201);
    expect((await create(owner)).status).toBe(403);
  });

  it('applies to concurrent requests', async () => {
    const lock = { text: 'SELECT FROM auth.owners WHERE id = $1 FOR UPDATE', values: [owner.id] };
    const answers = await racing(service, lock, 5, () => create(owner));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403]);
    expect(await ownedBy(owner)).toHaveLength(2);
  });
});

describe('PATCH /api/shops/{shop_id}', () => {
  const changeBy = (
    { api }: Pick<TestOwner, 'api'>,
    { id, path }: OwnedShop,
    attributes: object,
    etag?: string,
  ) =>
    api.patch(
      path,
      { data: { type: 'shops', id, attributes } },
      { headers: etag === undefined ? {} : { 'if-match': etag } },
    );

  it('allows owners and administrators to change the shop, with event, audit log entry and notification', async () => {
    const shop = await anOwnedShop(service);
    const before = (await shop.api.get(shop.path)).body.data;
    expect(before.meta).toMatchObject({ time_zone: 'UTC', currency_code: 'EUR', version: 1 });
    const change = await listening(service);
    const administrator = await aMember(service, shop, { role: 'administrator' });
    const { status, body, headers } = await changeBy(administrator, shop, {
      ...{ name: 'Öl', time_zone: 'Asia/Kolkata', currency_code: 'INR', domain: before.attributes.domain },
    });
    expect([status, body.data.attributes.name]).toEqual([200, 'Öl']);
    expect(body.data.meta).toEqual({
      ...{ is_test: false, time_zone: 'Asia/Kolkata', currency_code: 'INR', version: 2 },
      ...{ support_email: null, support_phone: null, address: null, logo_url: null },
      ...{ second_factor_required: false, api_suspended: false },
    });
    const after = await shop.api.get(shop.path);
    expect([after.body.data, after.headers['etag']]).toEqual([body.data, headers['etag']]);
    expect(await change()).toContainEqual({ shop_id: shop.id });
    const [entry] = (await shop.api.get(`${shop.path}/audit_entries?filter[kind]=shops.updated`)).body.data;
    expect(entry.attributes.detail).toMatchObject({
      before: { time_zone: 'UTC', currency_code: 'EUR' },
      after: { name: 'Öl', time_zone: 'Asia/Kolkata', currency_code: 'INR' },
    });
    const events = await service.database.query<{ changed: string[]; resource: string }>(
      `SELECT changed, resource FROM auth.event_outbox WHERE shop_id = $1 AND type = 'shops.updated'`,
      [shop.id],
    );
    expect(events.map(({ changed }) => changed)).toEqual([entry.attributes.detail.changed]);
    expect(JSON.parse(events[0]!.resource)).toMatchObject({
      ...{ attributes: { name: 'Öl' }, meta: { time_zone: 'Asia/Kolkata', currency_code: 'INR' } },
    });
    // Repeating a change does not change the version.
    expect((await changeBy(shop, shop, { name: 'Öl' })).body.data.meta.version).toBe(2);
  });

  it('suspends all apps and access tokens of the shop, while the owner keeps access', async () => {
    const shop = await anOwnedShop(service);
    const token = await anAccessToken(service.database, { id: shop.id, domain: shop.domain });
    const { status, body } = await changeBy(shop, shop, { api_suspended: true });
    expect([status, body.data.meta]).toMatchObject([200, { api_suspended: true, version: 2 }]);
    expect(codesOf(await service.api.as(token).get(shop.path))).toEqual(['api_suspended']);
    expect((await changeBy(shop, shop, { api_suspended: false })).body.data.meta.version).toBe(3);
    const kinds = (await shop.api.get(`${shop.path}/audit_entries?filter[kind]=shops.api_suspended`)).body
      .data;
    expect(kinds).toHaveLength(1);
    const events = `SELECT FROM auth.event_outbox WHERE shop_id = $1 AND type = 'shops.updated'`;
    expect(await service.database.query(events, [shop.id])).toEqual([]);
  });

  it('returns 403 to staff without the area for shop settings, and 412 for an outdated If-Match', async () => {
    const shop = await anOwnedShop(service);
    const ticked = await aMember(service, shop, { role: 'staff', areas: ['settings'] });
    const staff = await aMember(service, shop, { role: 'staff', areas: ['orders', 'people'] });
    const { headers } = await shop.api.get(shop.path);
    expect((await changeBy(ticked, shop, { name: 'By staff' }, headers['etag'])).status).toBe(200);
    const late = await changeBy(shop, shop, { name: 'Late' }, headers['etag']);
    expect([late.status, codesOf(late)]).toEqual([412, ['precondition_failed']]);
    const refused = await changeBy(staff, shop, { name: 'x' });
    expect([refused.status, codesOf(refused)]).toEqual([403, ['insufficient_role']]);
    expect((await changeBy(await anOwner(service), shop, { name: 'x' })).status).toBe(404);
    const domain = await changeBy(shop, shop, { domain: 'another' });
    expect([domain.status, codesOf(domain)]).toEqual([422, ['not_fillable']]);
  });

  it('returns 422 with a suggested time zone for an unknown time zone', async () => {
    const shop = await anOwnedShop(service);
    const { headers } = await shop.api.get(shop.path);
    for (const [time_zone, help] of [
      ...['Europe/Nowhere', '+02:00', '', 7, null].map((zone) => [zone, 'IANA'] as const),
      ['europe/berlin', 'must be spelled "Europe/Berlin"'] as const,
    ])
      for (const { status, body } of [
        await changeBy(shop, shop, { time_zone }),
        await create(owner, { domain: 'never-made', name: 'x', time_zone }),
      ]) {
        const [error] = body.errors as { code: string; source: object; detail: string }[];
        const { code, source, detail } = error!;
        expect([status, code, source]).toEqual([
          ...[422, 'invalid_attribute', { pointer: '/data/attributes/time_zone' }],
        ]);
        expect(detail).toContain(help);
      }
    expect((await shop.api.get(shop.path)).headers['etag']).toBe(headers['etag']);
  });

  it('changes and removes the contact details, with an event and an audit log entry', async () => {
    const shop = await anOwnedShop(service);
    const contact = {
      ...{ support_email: 'help@shop.example', support_phone: '+49 30 123456' },
      address: 'Hauptstraße 1\n10115 Berlin',
    };
    const given = { ...contact, support_email: ` ${contact.support_email} ` };
    const { status, body } = await changeBy(shop, shop, given);
    expect([status, body.data.meta]).toMatchObject([200, { ...contact, version: 2 }]);
    const listed = (await shop.api.get('/api/shops')).body.data as { id: string; meta: object }[];
    expect(listed.find(({ id }) => id === shop.id)!.meta).toEqual(body.data.meta);
    const none = { support_email: null, support_phone: null, address: null };
    expect((await changeBy(shop, shop, none)).body.data.meta).toMatchObject({ ...none, version: 3 });
    const entries = await shop.api.get(`${shop.path}/audit_entries?filter[kind]=shops.updated&sort=id`);
    expect(
      (entries.body.data as { attributes: { detail: object } }[]).map(({ attributes }) => attributes.detail),
    ).toMatchObject([
      { before: none, after: contact },
      { before: contact, after: none },
    ]);
    const events = await service.database.query<{ changed: string[]; resource: string }>(
      `SELECT changed, resource FROM auth.event_outbox WHERE shop_id = $1 AND type = 'shops.updated' ORDER BY id`,
      [shop.id],
    );
    expect(events.map(({ changed }) => changed)).toEqual([Object.keys(none), Object.keys(none)]);
    expect(events.map(({ resource }) => JSON.parse(resource).meta)).toMatchObject([contact, none]);
  });

  it.each([
    ['support_email', ['no address', '', `${'x'.repeat(315)}@a.example`, 7]],
    ['support_phone', ['', ' ', '1'.repeat(33), '+49\n30']],
    ['address', ['', 'x'.repeat(501), 'a\0b', 7]],
  ])('returns 422 for an invalid %s and changes nothing', async (name, values) => {
    const shop = await anOwnedShop(service);
    const { headers } = await shop.api.get(shop.path);
    for (const value of values) {
      const { status, body } = await changeBy(shop, shop, { [name]: value });
      expect([value, status, body.errors[0].source]).toEqual([
        ...[value, 422, { pointer: `/data/attributes/${name}` }],
      ]);
    }
    expect((await shop.api.get(shop.path)).headers['etag']).toBe(headers['etag']);
  });

  it.each(['ANG', 'XXX', 'eur', '', 978, null])('returns 422 for the default currency %j', async (code) => {
    const shop = await anOwnedShop(service);
    for (const { status, body } of [
      await changeBy(shop, shop, { currency_code: code }),
      await create(owner, { domain: 'never-made', name: 'x', currency_code: code }),
    ])
      expect([status, body.errors[0].source]).toEqual([422, { pointer: '/data/attributes/currency_code' }]);
  });

  it('is not needed to set the time zone and the default currency of a new shop', async () => {
    const given = { domain: aDomain(), name: 'Öl', time_zone: 'Pacific/Chatham', currency_code: 'NZD' };
    expect((await create(owner, given)).body.data.meta).toMatchObject({
      ...{ time_zone: 'Pacific/Chatham', currency_code: 'NZD' },
    });
  });
});

describe('PUT /api/shops/{shop_id}/logo', () => {
  const upload = (
    { api }: Pick<TestOwner, 'api'>,
    { path }: OwnedShop,
    body: Buffer | string,
    headers: Record<string, string> = {},
  ) => api.send('PUT', `${path}/logo`, { body, headers: { 'content-type': 'image/png', ...headers } });
  const stored = (shop: OwnedShop) =>
    service.database.query<{ digest: string; bytes: Buffer }>(
      'SELECT digest, bytes FROM auth.shop_logos WHERE shop_id = $1',
      [shop.id],
    );
  const metaOf = async (shop: OwnedShop) => (await shop.api.get(shop.path)).body.data.meta;

  it('re-encodes the image as WebP of at most 640 pixels, at a URL with the digest of the image', async () => {
    const shop = await anOwnedShop(service);
    const { status, body } = await upload(shop, shop, aPng(800, 400));
    const [logo] = await stored(shop);
    const logo_url = `${shop.path}/logo/${logo!.digest}`;
    expect([status, body.data.meta]).toMatchObject([200, { logo_url, version: 2 }]);
    expect(hash('sha256', logo!.bytes)).toBe(logo!.digest);
    expect(readPicture('image/webp', logo!.bytes)).toEqual({ width: 640, height: 320, isAnimated: false });
    expect(await metaOf(shop)).toEqual(body.data.meta);
    // The same image again changes nothing.
    expect((await upload(shop, shop, aPng(800, 400))).body.data.meta.version).toBe(2);
    const replaced = await upload(shop, shop, aPng(64));
    expect(replaced.body.data.meta.logo_url).not.toBe(logo_url);
    for (let time = 0; time < 2; time += 1)
      expect((await shop.api.delete(`${shop.path}/logo`)).status).toBe(204);
    expect(await metaOf(shop)).toMatchObject({ logo_url: null, version: 4 });
    expect(await stored(shop)).toEqual([]);
    const events = await service.database.query<{ changed: string[]; resource: string }>(
      `SELECT changed, resource FROM auth.event_outbox WHERE shop_id = $1 AND type = 'shops.updated' ORDER BY id`,
      [shop.id],
    );
    expect(events.map(({ changed }) => changed)).toEqual([['logo_url'], ['logo_url'], ['logo_url']]);
    expect(JSON.parse(events[0]!.resource).meta.logo_url).toBe(logo_url);
  });

  it('rejects an SVG, a decompression bomb, an outdated If-Match and members without the permission', async () => {
    const shop = await anOwnedShop(service);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const bomb = aPng(8);
    bomb.writeUInt32BE(60_000, 16);
    const packer = await aMember(service, shop, { role: 'read_only' });
    for (const [answer, code] of [
      [await upload(shop, shop, svg, { 'content-type': 'image/svg+xml' }), 'unsupported_media_type'],
      [await upload(shop, shop, svg), 'invalid_image'],
      [await upload(shop, shop, bomb), 'invalid_image'],
      [await upload(shop, shop, aPng(8), { 'if-match': '"0"' }), 'precondition_failed'],
      [await upload(packer, shop, aPng(8)), 'insufficient_role'],
    ] as const)
      expect(codesOf(answer)).toEqual([code]);
    expect([await metaOf(shop), await stored(shop)]).toMatchObject([{ logo_url: null, version: 1 }, []]);
  });
});

describe('a test shop', () => {
  const createTest = ({ api }: TestOwner, attributes: object = { domain: aDomain(), name: 'For tests' }) =>
    api.post('/api/test_shops', newObject('test_shops', attributes));
  const pathOf = (id: string) => `/api/test_shops/${id}`;
  const statusOf = async ({ api }: TestOwner, id: string) =>
    (await api.get(pathOf(id))).body.data.attributes.status as string;
  const done = (id: string, status = 'ready') =>
    service.database.query('UPDATE auth.test_shops SET status = $2 WHERE shop_id = $1', [id, status]);

  it('belongs to the developer who sent the request, and is marked as a test shop', async () => {
    const domain = aDomain();
    const change = await listening(service);
    const { status, body, headers } = await createTest(owner, { domain, name: 'For tests' });
    const { id } = body.data;
    expect([status, headers['location']]).toEqual([201, body.data.links.self]);
    expect(body.data.attributes).toMatchObject({
      ...{ domain, name: 'For tests', status: 'preparing' },
      base_url: `http://${domain}.localhost:3000`,
    });
    expect(body.data.relationships.shop).toEqual({ data: { type: 'shops', id } });
    expect((await owner.api.get(pathOf(id))).body.data).toEqual(body.data);
    expect((await owner.api.get('/api/test_shops')).body.data).toEqual([body.data]);
    const { data } = (await owner.api.get(`/api/shops/${id}`)).body;
    expect([data.attributes.domain, data.meta.is_test]).toEqual([domain, true]);
    expect((await owner.api.get('/api/shops')).body.data[0].meta).toEqual(data.meta);
    expect(await change()).toContainEqual({ shop_id: id });
    const [entry] = (await owner.api.get(`/api/shops/${id}/audit_entries`)).body.data;
    expect(entry.attributes).toMatchObject({ kind: 'shops.created', detail: { domain, is_test: true } });
  });

  it('returns 404 to people who are not its developer, including members with the role owner', async () => {
    const { id } = (await createTest(owner)).body.data;
    const stranger = await anOwner(service);
    await service.database.query('INSERT INTO auth.members (shop_id, owner_id) VALUES ($1, $2)', [
      id,
      stranger.id,
    ]);
    const { api } = stranger;
    const answers = [await api.get(pathOf(id)), await api.delete(pathOf(id))];
    answers.push(await api.post(`${pathOf(id)}/resets`, ''));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await api.get('/api/test_shops')).body.data).toEqual([]);
    expect(await statusOf(owner, id)).toBe('preparing');
  });

  it('is reset on request of the developer, once per pending request', async () => {
    const { id } = (await createTest(owner)).body.data;
    const reset = () => owner.api.post(`${pathOf(id)}/resets`, '');
    expect((await reset()).body.data.attributes.status).toBe('preparing');
    await done(id);
    for (const _ of [1, 2]) {
      const answer = await reset();
      expect([answer.status, answer.body.data.attributes.status]).toEqual([201, 'resetting']);
    }
    const kinds = `/api/shops/${id}/audit_entries?filter[kind]=test_shops.reset`;
    expect((await owner.api.get(kinds)).body.data).toHaveLength(1);
  });

  it('closes immediately after a deletion by the developer, and cannot be reset afterwards', async () => {
    const { id } = (await createTest(owner)).body.data;
    for (const _ of [1, 2]) expect((await owner.api.delete(pathOf(id))).status).toBe(204);
    expect(await statusOf(owner, id)).toBe('removing');
    const [shop] = await service.database.query('SELECT status FROM auth.shops WHERE id = $1', [id]);
    expect(shop).toEqual({ status: 'suspended' });
    const answer = await owner.api.post(`${pathOf(id)}/resets`, '');
    expect([answer.status, codesOf(answer)]).toEqual([409, ['illegal_transition']]);
    const log = await owner.api.get('/api/audit_entries?filter[kind]=test_shops.deleted');
    expect(
      log.body.data.map(({ attributes }: { attributes: { detail: object } }) => attributes.detail),
    ).toEqual([expect.objectContaining({ shop_id: id })]);
  });

  it(
    'counts towards its own limit until it is deleted, also for concurrent requests, and not towards ' +
      'the limit of shops',
    async () => {
      const lock = { text: 'SELECT FROM auth.owners WHERE id = $1 FOR UPDATE', values: [owner.id] };
      const answers = await racing(service, lock, 5, () => createTest(owner));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403]);
      const refused = answers.find(({ status }) => status === 403)!;
      expect(refused.body.errors).toMatchObject([{ code: 'shop_limit_reached', meta: { limit: 3 } }]);
      const { id } = answers.find(({ status }) => status === 201)!.body.data;
      await owner.api.delete(pathOf(id));
      expect((await createTest(owner)).status).toBe(403);
      for (const _ of [1, 2]) expect((await create(owner)).status).toBe(201);
    },
  );

  it.each(['-shop', 'www', 'xn--pple-43d'])(
    'cannot use the reserved or malformed domain %j',
    async (domain) => {
      const answer = await createTest(owner, { domain, name: 'x' });
      expect([answer.status, codesOf(answer)]).toEqual([422, ['invalid_attribute']]);
    },
  );
});
