import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  approveListing,
  DomainRechecks,
  rejectListing,
  reviewListing,
  setHidden,
  submittedListings,
} from '@storewright/app-listings';
import { AuthDatabase } from '@storewright/database';
import { aPng } from '@storewright/testing';
import { listingTexts } from './testing/listings';
import {
  aGrant,
  aMember,
  anOwnedShop,
  anOwner,
  aRegisteredApp,
  authApi,
  codesOf,
  newObject,
  racing,
  type OwnedShop,
  type RegisteredApp,
  type TestService,
} from './testing/test-service';

let service: TestService;
let shop: OwnedShop;

beforeAll(async () => {
  service = await authApi({ WEBHOOKS_ALLOW_LOOPBACK: 'true' });
  shop = await anOwnedShop(service);
});
afterAll(() => service.stop());

const listingOf = ({ id }: RegisteredApp) => `/api/app_listings/${id}`;
const versionsOf = ({ id }: RegisteredApp) => `/api/apps/${id}/listing_versions`;
const change = (app: RegisteredApp, attributes: object, by = app.developer.api) =>
  by.patch(listingOf(app), { data: { type: 'app_listings', id: app.id, attributes } });
const upload = (app: RegisteredApp, body: Buffer, type = 'image/png', by = app.developer.api) =>
  by.send('POST', `/api/apps/${app.id}/listing_images`, { body, headers: { 'content-type': type } });
const screenshot = (width = 640) => aPng(width, 400);

/** An app with a complete draft. */
async function aDraft(attributes: object = {}): Promise<RegisteredApp> {
  const app = await aRegisteredApp(service);
  expect((await upload(app, screenshot())).status).toBe(201);
  expect((await change(app, { ...listingTexts, ...attributes })).status).toBe(200);
  return app;
}
const submit = async (app: RegisteredApp) => app.developer.api.post(versionsOf(app), undefined);

/** The review commands of the operator use this database. */
const database = () => service.application.get(AuthDatabase);
const approve = ({ id }: RegisteredApp) => approveListing(database(), id);
const inDirectory = ({ id }: RegisteredApp, by = shop) => by.api.get(`${by.path}/directory_apps/${id}`);

describe('PATCH /api/app_listings/{id}', () => {
  it('starts the draft with the names of app and developer, and stores changes with an ETag', async () => {
    const app = await aRegisteredApp(service);
    const { body, headers } = await app.developer.api.get(listingOf(app));
    expect(body.data.attributes).toMatchObject({
      ...{
        name: 'An app',
        developer_name: 'An owner',
        tagline: null,
        status: 'unlisted',
        review_status: null,
      },
      missing: ['tagline', 'description', 'categories', 'screenshots', 'support_url', 'privacy_url'],
    });
    const changed = await app.developer.api.patch(
      listingOf(app),
      { data: { type: 'app_listings', id: app.id, attributes: listingTexts } },
      { headers: { 'if-match': headers['etag']! } },
    );
    expect([changed.status, changed.body.data.attributes]).toMatchObject([200, listingTexts]);
    const late = await app.developer.api.patch(
      listingOf(app),
      { data: { type: 'app_listings', id: app.id, attributes: { tagline: 'Late' } } },
      { headers: { 'if-match': headers['etag']! } },
    );
    expect([late.status, codesOf(late)]).toEqual([412, ['precondition_failed']]);
  });

  it('returns 422 with a pointer for each invalid attribute', async () => {
    const app = await aRegisteredApp(service);
    const { status, body } = await change(app, {
      ...{ name: 'a\u202eb', tagline: 'x'.repeat(81), description: 'a\u0007b', categories: ['games'] },
      ...{ support_url: 'http://labels.example', screenshots: ['x'.repeat(64)] },
    });
    expect(status).toBe(422);
    expect(body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer).sort()).toEqual(
      ['categories/0', 'description', 'name', 'support_url', 'tagline'].map((at) => `/data/attributes/${at}`),
    );
    const unknown = await change(app, { screenshots: ['0'.repeat(64)] });
    expect([unknown.status, codesOf(unknown)]).toEqual([422, ['invalid_attribute']]);
  });
});

describe('POST /api/apps/{app_id}/listing_images', () => {
  it('adds the screenshot to the draft and serves the image without credentials', async () => {
    const app = await aRegisteredApp(service);
    const { body } = await upload(app, screenshot());
    const [digest] = body.data.attributes.screenshots as string[];
    const { status, headers } = await service.api.get(`/api/apps/${app.id}/listing_images/${digest}`);
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    await change(app, { screenshots: [] });
    expect((await service.api.get(`/api/apps/${app.id}/listing_images/${digest}`)).status).toBe(404);
  });

  it('returns 415 for an SVG, 413 for a large file, and 422 for a wrong media type or wrong dimensions', async () => {
    const app = await aRegisteredApp(service);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const of = async (body: Buffer, type?: string) => codesOf(await upload(app, body, type));
    expect(await of(svg, 'image/svg+xml')).toEqual(['unsupported_media_type']);
    expect(await of(svg)).toEqual(['invalid_image']);
    expect(await of(aPng(200, 200))).toEqual(['invalid_image']);
    // A decompression bomb: a small file that declares a huge image.
    const bomb = screenshot();
    bomb.writeUInt32BE(60_000, 16);
    expect(await of(bomb)).toEqual(['invalid_image']);
    expect(await of(Buffer.alloc(600 * 1024))).toEqual(['payload_too_large']);
  });

  it('returns 403 for a ninth screenshot', async () => {
    const app = await aRegisteredApp(service);
    await change(app, listingTexts);
    await service.database.query(
      'UPDATE auth.app_listings SET screenshots = array_fill($2::text, ARRAY[8]) WHERE id = $1',
      [app.id, '0'.repeat(64)],
    );
    expect(codesOf(await upload(app, screenshot()))).toEqual(['limit_reached']);
  });
});

describe('POST /api/apps/{app_id}/listing_versions', () => {
  it('returns 409 with the missing attributes if the draft is incomplete', async () => {
    const app = await aRegisteredApp(service);
    const { status, body } = await submit(app);
    expect([status, body.errors[0].code]).toEqual([409, 'illegal_transition']);
    expect(body.errors[0].meta.missing).toContain('tagline');
  });

  it('returns 409 while a version is in review, and accepts a new version after a withdrawal', async () => {
    const app = await aDraft();
    const { status, body } = await submit(app);
    expect([status, body.data.attributes]).toMatchObject([
      201,
      { number: 1, status: 'submitted', ...listingTexts },
    ]);
    expect(codesOf(await submit(app))).toEqual(['illegal_transition']);
    const address = `${versionsOf(app)}/${body.data.id as string}`;
    expect((await app.developer.api.delete(address)).status).toBe(204);
    expect((await app.developer.api.get(address)).body.data.attributes.status).toBe('withdrawn');
    expect((await submit(app)).body.data.attributes.number).toBe(2);
    await approve(app);
    const { body: listed } = await app.developer.api.get(`${versionsOf(app)}?filter[status]=approved`);
    const approved = `${versionsOf(app)}/${listed.data[0].id as string}`;
    expect(codesOf(await app.developer.api.delete(approved))).toEqual(['illegal_transition']);
  });

  it('leaves a version either approved or withdrawn if the approval and the withdrawal are concurrent', async () => {
    const app = await aDraft();
    const { body } = await submit(app);
    const lock = { text: 'SELECT FROM auth.apps WHERE id = $1 FOR UPDATE', values: [app.id] };
    const steps = [
      () =>
        approve(app).then(
          () => 'approved',
          () => 'refused',
        ),
      () =>
        app.developer.api.delete(`${versionsOf(app)}/${body.data.id as string}`).then(({ status }) => status),
    ];
    const results = await racing(service, lock, 2, () => Promise.resolve(steps.shift()!()));
    const isListed = (await inDirectory(app)).status === 200;
    expect(results).toEqual(isListed ? ['approved', 409] : ['refused', 204]);
  });

  it('returns 404 to other people for the draft, the versions and the screenshot upload of a listing', async () => {
    const app = await aDraft();
    const { body } = await submit(app);
    const { api } = await anOwner(service);
    for (const answer of [
      ...[await api.get(listingOf(app)), await change(app, { tagline: 'x' }, api)],
      ...[await api.get(versionsOf(app)), await api.post(versionsOf(app), undefined)],
      ...[await upload(app, screenshot(), 'image/png', api)],
      ...[await api.delete(`${versionsOf(app)}/${body.data.id as string}`)],
    ])
      expect([answer.status, codesOf(answer)]).toEqual([404, ['not_found']]);
    expect((await inDirectory(app)).status).toBe(404);
  });
});

describe('GET /api/shops/{shop_id}/directory_apps', () => {
  it('returns the approved version of a listing while a newer draft or version awaits approval', async () => {
    const app = await aDraft();
    await submit(app);
    await approve(app);
    const shown = (await inDirectory(app)).body.data.attributes;
    expect(shown).toMatchObject({
      ...listingTexts,
      verified_domain: null,
      installed_shops: 0,
      scopes: ['meta.get'],
    });
    await change(app, { name: 'Other', screenshots: [] });
    expect((await inDirectory(app)).body.data.attributes).toEqual(shown);
    expect((await service.api.get(new URL(shown.screenshots[0] as string).pathname)).status).toBe(200);
    expect((await app.developer.api.get(listingOf(app))).body.data.attributes).toMatchObject({
      ...{ name: 'Other', status: 'listed', listed_version: 1, is_changed: true },
    });
    await upload(app, screenshot(700));
    await app.developer.api.patch(`/api/apps/${app.id}`, {
      data: { type: 'apps', id: app.id, attributes: { scopes: ['meta.get', 'orders.get'] } },
    });
    await submit(app);
    expect((await inDirectory(app)).body.data.attributes).toMatchObject({
      ...{ name: 'Labels', scopes: ['meta.get', 'orders.get'], reviewed_scopes: ['meta.get'] },
    });
    const reviewed = async () =>
      (await shop.api.get(`${shop.path}/apps/${app.id}`)).body.data.attributes.reviewed_scopes;
    expect(await reviewed()).toEqual(['meta.get']);
    await approve(app);
    expect(await reviewed()).toEqual(['meta.get', 'orders.get']);
    await setHidden(database(), app.id, 'Asks for too much.');
    expect(await reviewed()).toBeNull();
    await setHidden(database(), app.id, null);
    const { name, permission_history } = (await inDirectory(app)).body.data.attributes;
    expect([name, permission_history]).toMatchObject([
      'Other',
      [
        { number: 2, scopes: ['meta.get', 'orders.get'] },
        { number: 1, scopes: ['meta.get'] },
      ],
    ]);
  });

  it('returns installation counts and the shop’s own installation, with search, filters and sorting', async () => {
    const [popular, quiet] = [
      await aDraft({ name: 'Zebra 100%', categories: ['analytics'] }),
      await aDraft({ name: 'Aardvark', categories: ['analytics', 'finance'] }),
    ];
    for (const app of [popular, quiet]) {
      await submit(app);
      await approve(app);
    }
    const { installation } = await aGrant(shop, popular);
    const list = async (query: string) => {
      const { status, body } = await shop.api.get(`${shop.path}/directory_apps?${query}`);
      expect([query, status]).toEqual([query, 200]);
      return (body.data as { attributes: { name: string } }[]).map(({ attributes }) => attributes.name);
    };
    expect(await list('filter[category]=analytics&sort=name')).toEqual(['Aardvark', 'Zebra 100%']);
    expect(await list('filter[category]=analytics&sort=-installed_shops')).toEqual([
      'Zebra 100%',
      'Aardvark',
    ]);
    expect(await list('filter[category]=finance')).toEqual(['Aardvark']);
    expect(await list('filter[q]=zEBRA')).toEqual(['Zebra 100%']);
    expect(await list('filter[q]=100%25')).toEqual(['Zebra 100%']);
    const { body } = await inDirectory(popular);
    expect(body.data.attributes.installed_shops).toBe(1);
    expect(body.data.relationships.installation.data).toEqual({ type: 'installations', id: installation });
    const staff = await aMember(service, shop, { role: 'staff', areas: ['orders'] });
    expect((await inDirectory(popular, staff)).status).toBe(403);
  });

  it('omits hidden and deleted apps, and images of deleted apps return 404', async () => {
    const [hidden, deleted] = [await aDraft(), await aDraft()];
    for (const app of [hidden, deleted]) {
      await submit(app);
      await approve(app);
    }
    const { screenshots } = (await inDirectory(deleted)).body.data.attributes as { screenshots: string[] };
    await setHidden(database(), hidden.id, 'Spam');
    await deleted.developer.api.delete(`/api/apps/${deleted.id}`);
    for (const app of [hidden, deleted]) expect((await inDirectory(app)).status).toBe(404);
    expect((await service.api.get(new URL(screenshots[0]!).pathname)).status).toBe(404);
    expect((await hidden.developer.api.get(listingOf(hidden))).body.data.attributes).toMatchObject({
      ...{ status: 'hidden', hidden_reasons: 'Spam' },
    });
    await setHidden(database(), hidden.id, null);
    expect((await inDirectory(hidden)).status).toBe(200);
  });
});

describe("operator's review of an app listing", () => {
  it('lists the submitted versions, fills in the checklist and stores the reasons for a rejection', async () => {
    const server = createServer((_, response) => response.writeHead(204).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const support_url = `http://localhost:${(server.address() as AddressInfo).port}/support`;
    // 169.254.169.254 is the metadata service of clouds, which the platform must not request.
    const app = await aDraft({ support_url, privacy_url: 'https://169.254.169.254/latest' });
    await submit(app);
    expect((await submittedListings(database())).map(({ app_id }) => app_id)).toContain(app.id);
    const { checks } = await reviewListing(database(), app.id, { allowLoopback: true });
    server.close();
    expect(checks.map(({ name, verdict }) => [name, verdict])).toEqual([
      ...[
        ['webhooks answer', 'ok'],
        ['uninstall cleans up', 'failed'],
        ['scopes are used', 'unknown'],
      ],
      ...[
        ['link to support', 'ok'],
        ['link to privacy policy', 'failed'],
      ],
    ]);
    expect(await rejectListing(database(), app.id, 'The privacy policy is missing.')).toBe(1);
    expect((await app.developer.api.get(listingOf(app))).body.data.attributes).toMatchObject({
      ...{ status: 'unlisted', review_status: 'rejected', review_reasons: 'The privacy policy is missing.' },
    });
    await expect(approve(app)).rejects.toThrow('no version of An app waits for its review');
    expect((await submittedListings(database())).map(({ app_id }) => app_id)).not.toContain(app.id);
  });
});

describe('POST /api/developer_domains/{id}/checks', () => {
  let server: Server;
  let answer: { status: number; text: string };
  let domain: string;
  beforeAll(async () => {
    server = createServer((_, response) => response.writeHead(answer.status).end(answer.text));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    domain = `localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it('verifies a domain by a file, and the daily check revokes the status if the file disappears', async () => {
    const app = await aDraft();
    await submit(app);
    await approve(app);
    const { api, id: owner } = app.developer;
    const { body } = await api.post('/api/developer_domains', newObject('developer_domains', { domain }));
    const { id, attributes } = body.data as { id: string; attributes: Record<string, string> };
    expect(attributes).toMatchObject({ domain, status: 'pending', record_name: `_storewright.${domain}` });
    const check = async () => (await api.post(`/api/developer_domains/${id}/checks`, undefined)).body.data;
    answer = { status: 404, text: attributes['record_value']! };
    expect((await check()).attributes).toMatchObject({ status: 'pending', problem: 'absent' });
    answer = { status: 200, text: `${attributes['record_value']!}\n` };
    expect((await check()).attributes).toMatchObject({ status: 'verified', problem: null });
    const badge = async () => (await inDirectory(app)).body.data.attributes.verified_domain;
    expect(await badge()).toBe(domain);
    const recheck = async () => {
      await service.database.query(
        'UPDATE auth.developer_domains SET next_check_at = now() WHERE next_check_at IS NOT NULL AND id = $1',
        [id],
      );
      await service.application.get(DomainRechecks).checkDue();
    };
    answer = { status: 503, text: '' };
    await recheck();
    expect(await badge()).toBe(domain);
    answer = { status: 404, text: '' };
    await recheck();
    expect(await badge()).toBeNull();
    const kinds = await service.database.query<{ kind: string }>(
      `SELECT kind FROM auth.audit_entries WHERE owner_id = $1 AND kind LIKE 'developer_domains.%' ORDER BY id`,
      [owner],
    );
    expect(kinds.map(({ kind }) => kind.split('.')[1])).toEqual(['created', 'verified', 'lost']);
  });

  it('rejects a second domain, an IP address and a domain that belongs to a different person', async () => {
    const [one, other] = [await anOwner(service), await anOwner(service)];
    const add = (by: typeof one, name: string) =>
      by.api.post('/api/developer_domains', newObject('developer_domains', { domain: name }));
    const { body } = await add(one, 'app.example');
    expect(codesOf(await add(one, 'other.example'))).toEqual(['limit_reached']);
    expect(codesOf(await add(other, '169.254.169.254'))).toEqual(['invalid_attribute']);
    const address = `/api/developer_domains/${body.data.id as string}`;
    expect((await other.api.get(address)).status).toBe(404);
    expect((await other.api.delete(address)).status).toBe(404);
    expect((await other.api.post(`${address}/checks`, undefined)).status).toBe(404);
    expect((await one.api.delete(address)).status).toBe(204);
    expect((await add(one, 'other.example')).status).toBe(201);
  });
});
