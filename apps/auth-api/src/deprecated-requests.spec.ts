import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { declarationsOf } from '@storewright/contracts';
import { DeprecationNotices } from '@storewright/installs';
import {
  aGrant,
  anOwnedShop,
  anOwner,
  aRegisteredApp,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  type RegisteredApp,
  type TestService,
} from './testing/test-service';

let service: TestService;
let shop: OwnedShop;
let app: RegisteredApp;
let installation: string;
let path: string;

beforeAll(async () => {
  // The mail server is unreachable, so each mail stays in the queue.
  service = await authApi({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@shops.example' });
  shop = await anOwnedShop(service);
  app = await aRegisteredApp(service);
  ({ installation } = await aGrant(shop, app));
  path = `/api/apps/${app.id}/deprecated_requests`;
  // Inserts counts as the shop API records them.
  for (const [of, feature] of [
    [installation, 'things'],
    [installation, 'widgets.colour'],
    [randomUUID(), 'things'],
  ])
    await service.database.query(
      `INSERT INTO auth.deprecated_requests (shop_id, day, credential_id, credential, feature, sunset_at,
        requests, last_request_at)
       VALUES ($1, '2026-11-20T00:00:00Z', $2, 'installations', $3, '2027-04-01T00:00:00Z', 7, '2026-11-20T10:00:00Z')`,
      [shop.id, of, feature],
    );
});
afterAll(() => service.stop());

describe('GET /api/apps/{app_id}/deprecated_requests', () => {
  it(
    'shows the developer which deprecated features the app still uses, in which shop and until when ' +
      'they work',
    async () => {
      const { body } = await app.developer.api.get(`${path}?filter[feature]=things`);
      expect(body.data).toHaveLength(1);
      const [found] = body.data as [{ id: string; attributes: object; relationships: object }];
      expect(found.attributes).toEqual({
        ...{ feature: 'things', day: '2026-11-20T00:00:00.000000Z', requests: 7 },
        ...{ last_request_at: '2026-11-20T10:00:00.000000Z', sunset_at: '2027-04-01T00:00:00.000000Z' },
        ...{ shop_domain: shop.domain, in_contract: false },
      });
      expect(found.relationships).toMatchObject({
        installation: { data: { type: 'installations', id: installation } },
      });
      expect((await app.developer.api.get(`${path}/${found.id}`)).body.data).toEqual(found);
      expect(
        (await app.developer.api.get(`${path}?filter[shop_domain]=${shop.domain}`)).body.data,
      ).toHaveLength(2);
      expect((await app.developer.api.get(`${path}/${randomUUID()}`)).status).toBe(404);
    },
  );

  it('returns 404 to other developers and to the owner of a shop that installed the app', async () => {
    for (const { api } of [await anOwner(service), shop.owner]) {
      const response = await api.get(path);
      expect([response.status, codesOf(response)]).toEqual([404, ['not_found']]);
    }
  });
});

const contracts = () => `/api/apps/${app.id}/contracts`;
const contract = {
  resources: {
    orders: { operations: ['list'], reads: ['number', 'total_amount'], filters: ['total_amount[gte]'] },
    customers: { sorts: ['total_spent_amount'], copied: true },
  },
  events: ['orders.created', 'installations.uninstalled'],
};
const publish = (attributes: object, api = app.developer.api) =>
  api.post(contracts(), newObject('app_contracts', attributes));

/** Stores the names that the shop API declares. `deprecated` adds deprecations. */
async function declare(deprecated: object = {}): Promise<void> {
  const document = resolve(__dirname, '../../../docs/openapi/shop.json');
  const declared = declarationsOf(JSON.parse(readFileSync(document, 'utf8')) as object);
  await service.database.query(
    `INSERT INTO auth.api_declarations (api, declarations) VALUES ('shop', $1)
     ON CONFLICT (api) DO UPDATE SET declarations = EXCLUDED.declarations`,
    [JSON.stringify({ ...declared, deprecated: { ...declared.deprecated, ...deprecated } })],
  );
}

describe('POST /api/apps/{app_id}/contracts', () => {
  it('returns 503 until the shop API has stored its list of resources and attributes', async () => {
    expect(codesOf(await publish(contract))).toEqual(['unavailable']);
  });

  it('replaces the stored contract of the app and reports deprecated names in the new contract', async () => {
    await declare();
    expect((await publish({ resources: {}, events: [] })).status).toBe(201);
    const { status, body } = await publish(contract);
    expect([status, body.data.attributes]).toMatchObject([
      201,
      {
        ...{ resources: contract.resources, events: ['installations.uninstalled', 'orders.created'] },
        findings: [{ kind: 'deprecated', feature: 'customers.total_spent_amount' }],
      },
    ]);
    const listed = await app.developer.api.get(contracts());
    expect(listed.body.data).toEqual([body.data]);
    expect((await app.developer.api.get(`${contracts()}/${body.data.id}`)).body.data).toEqual(body.data);
  });

  it.each<[string, object, string, string]>([
    [
      'an undeclared field',
      { ...contract, resources: { orders: { reads: ['colour'] } } },
      '/data/attributes/resources',
      'The contract reads orders.colour, which the API does not declare.',
    ],
    [
      'an undeclared event',
      { ...contract, events: ['orders.painted'] },
      '/data/attributes/events',
      'The contract receives the event orders.painted, which the API does not declare.',
    ],
    [
      'a malformed list',
      { ...contract, resources: { orders: { reads: 'number' } } },
      '/data/attributes/resources/orders/reads',
      'This member must be an array of names.',
    ],
    [
      'a list of resources',
      { ...contract, resources: [] },
      '/data/attributes/resources',
      'an object with the uses of each resource type',
    ],
  ])('returns 422 for a contract with %s', async (_, attributes, pointer, detail) => {
    const { status, body } = await publish(attributes);
    expect([status, body.errors]).toMatchObject([
      422,
      [{ code: 'invalid_attribute', source: { pointer }, detail: expect.stringContaining(detail) as string }],
    ]);
  });

  it("returns 404 to people who are not the app's developer, and keeps the stored contract", async () => {
    const { api } = await anOwner(service);
    expect(codesOf(await publish({ resources: {}, events: [] }, api))).toEqual(['not_found']);
    expect(codesOf(await api.get(contracts()))).toEqual(['not_found']);
    expect((await app.developer.api.get(contracts())).body.data).toMatchObject([
      { attributes: { resources: contract.resources } },
    ]);
  });
});

describe('DeprecationNotices', () => {
  const mails = () =>
    service.database.query(
      `SELECT email, details ->> 'name' AS app, details -> 'deprecations' AS deprecations
       FROM auth.outgoing_mails WHERE kind = 'deprecation' ORDER BY id`,
    );

  it('sends the developer one email about all deprecated features in the contract or in counted requests', async () => {
    await service.database.query('DELETE FROM auth.outgoing_mails');
    const removal = { since: '2026-12-01', sunset: '2027-06-01', instead: 'Use another name.' };
    await declare({ 'orders.total_amount': removal, 'widgets.colour': removal, 'codes.code': removal });
    const notices = service.application.get(DeprecationNotices);
    await Promise.all([notices.send(), notices.send()]);
    await notices.send();
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      ...{ email: app.developer.email, app: 'An app' },
      deprecations: [
        { feature: 'customers.total_spent_amount', since: '2026-11-26' },
        { feature: 'orders.total_amount', ...removal },
        { feature: 'widgets.colour', ...removal },
      ],
    });
    const { text } = await notices.textOf(
      { email: 'dev@example.test', details: JSON.stringify({ name: 'A', deprecations: [] }) } as never,
      'en',
    );
    expect(text).toMatch(/^https?:\/\/\S+\/docs\/api-changes\/$/m);
    const { body } = await app.developer.api.get(path);
    const inContract = (body.data as { attributes: { feature: string; in_contract: boolean } }[]).map(
      ({ attributes: { feature, in_contract } }) => [feature, in_contract],
    );
    expect(inContract.sort()).toEqual([
      ['things', false],
      ['widgets.colour', false],
    ]);
  });

  it('deletes the stored contract of an app when the developer deletes the app', async () => {
    expect((await app.developer.api.delete(`/api/apps/${app.id}`)).status).toBe(204);
    expect(await service.database.query('SELECT FROM auth.app_contracts')).toEqual([]);
  });
});
