import { randomUUID } from 'node:crypto';
import { customerResources } from '@storewright/erasures';
import { declaredResources } from '@storewright/scopes';
import { anAccessToken, type Response } from '@storewright/testing';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import {
  aGrant,
  aMember,
  anOwnedShop,
  aRegisteredApp,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  racing,
  type RegisteredApp,
  type TestService,
} from './testing/test-service';

let service: TestService;
let shop: OwnedShop;
let app: RegisteredApp;
let installation: string;
let token: string;

beforeAll(async () => {
  service = await authApi();
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
  app = await aRegisteredApp(service, { scopes: ['customers.get'] });
  ({ installation, token } = await installed(app));
});
afterAll(() => service.stop());

async function installed(of: RegisteredApp): Promise<{ installation: string; token: string }> {
  const { nonce, installation } = await aGrant(shop, of);
  const { body } = await service.api.get(`/api/oauth_tokens/nonce/${nonce}`);
  return { installation, token: body.data.attributes.token as string };
}
/** Opens the erasure of a customer as the worker does. */
async function anErasure(): Promise<string> {
  const id = randomUUID();
  await service.database.query(
    `WITH context AS (SELECT set_config('app.shop_id', $1, false))
     SELECT auth.open_customer_erasure($2, $3, now(), to_timestamp(0), '{}', $4) FROM context`,
    [shop.id, id, randomUUID(), customerResources],
  );
  return id;
}
const basic = ({ id, secret }: Pick<RegisteredApp, 'id' | 'secret'>) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const receipt = (erasure_id: string) => newObject('erasure_receipts', { erasure_id });
const confirmAs = (authorization: string) => (id: string) =>
  service.api.post('/api/erasure_receipts', receipt(id), { headers: { authorization } });
const byToken = (id: string) => confirmAs(`Bearer ${token}`)(id);
const bySecret = (id: string, of: RegisteredApp = app) => confirmAs(basic(of).authorization)(id);
const erasureOf = async (id: string) =>
  (await shop.api.get(`${shop.path}/erasures/${id}`)).body.data.attributes;
const uninstall = () => shop.api.delete(`${shop.path}/installations/${installation}`);
const openErasures = async () =>
  (await shop.api.get(`${shop.path}/erasures?filter[installation_id]=${installation}`)).body.data as {
    id: string;
    attributes: { status: string; subject: string; apps: { status: string }[] };
  }[];

describe('POST /api/erasure_receipts', () => {
  it('records the confirmation of an app with an OAuth token, and completes the erasure', async () => {
    const id = await anErasure();
    expect(await erasureOf(id)).toMatchObject({ status: 'open', apps: [{ name: 'An app', status: 'due' }] });
    const { status, body } = await byToken(id);
    expect(status).toBe(201);
    const confirmed = { erasure_id: id, app_id: app.id, shop_id: shop.id };
    expect(body.data).toMatchObject({ type: 'erasure_receipts', attributes: confirmed });
    expect(await erasureOf(id)).toMatchObject({
      status: 'completed',
      apps: [{ status: 'confirmed', confirmed_at: expect.any(String) as string }],
    });
  });

  it('returns the same receipt for concurrent and repeated requests', async () => {
    const id = await anErasure();
    const lock = {
      text: 'SELECT FROM auth.erasure_requests WHERE erasure_id = $1 FOR UPDATE',
      values: [id],
    };
    const answers = await racing(service, lock, 3, () => bySecret(id));
    answers.push(await byToken(id));
    expect(new Set(answers.map(({ body }) => body.data.attributes.confirmed_at as string)).size).toBe(1);
    const entries = await shop.api.get(`${shop.path}/audit_entries?filter[kind]=erasures.confirmed`);
    expect(entries.body.data).toHaveLength(1);
  });

  it('returns 404 to an unrelated app, for an erasure of a different shop, and for an unknown id', async () => {
    const id = await anErasure();
    const other = await aRegisteredApp(service, { scopes: ['products.get'] });
    const { token: otherToken } = await installed(other);
    const elsewhere = await anOwnedShop(service);
    const mine = shop;
    shop = elsewhere;
    const { token: tokenElsewhere } = await installed(app);
    shop = mine;
    for (const answer of [
      await bySecret(id, other),
      await confirmAs(`Bearer ${otherToken}`)(id),
      await confirmAs(`Bearer ${tokenElsewhere}`)(id),
      await byToken(randomUUID()),
      await byToken('x'),
    ])
      expect([answer.status, codesOf(answer)]).toEqual([404, ['not_found']]);
    expect(await erasureOf(id)).toMatchObject({ status: 'open' });
  });

  it('returns 401 without credentials, with a wrong secret, and with an access token', async () => {
    const id = await anErasure();
    const answers = [
      await service.api.post('/api/erasure_receipts', receipt(id)),
      await bySecret(id, { ...app, secret: 'wrong' }),
      await confirmAs(`Bearer ${await anAccessToken(service.database, shop)}`)(id),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});

describe('GET /api/shops/{shop_id}/erasures', () => {
  it('shows an app that missed the confirmation deadline as overdue', async () => {
    const id = await anErasure();
    await service.database.query(
      `UPDATE auth.erasures SET due_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    expect(await erasureOf(id)).toMatchObject({ status: 'overdue', apps: [{ status: 'overdue' }] });
    const list = (status: string) => shop.api.get(`${shop.path}/erasures?filter[status]=${status}`);
    expect((await list('overdue')).body.data).toHaveLength(1);
    expect((await list('open')).body.data).toEqual([]);
    expect((await bySecret(id)).status).toBe(201);
    expect((await list('completed')).body.data).toHaveLength(1);
  });

  it('returns a certificate with the state of each app, signed with a published key', async () => {
    const id = await anErasure();
    const path = `${shop.path}/erasures/${id}/certificate`;
    expect((await shop.api.get(`${shop.path}/erasures/${id.toUpperCase()}`)).body.data.id).toBe(id);
    const accept = { headers: { accept: 'application/json' } };
    const before = (await shop.api.get(path, accept)).body as unknown as { certificate: object };
    expect(before.certificate).toMatchObject({
      status: 'open',
      apps: [{ status: 'due', confirmed_at: null }],
    });
    await byToken(id);
    const { body, headers } = await shop.api.get(path, accept);
    expect(headers['content-type']).toBe('application/json');
    const { certificate, jws } = body as unknown as { certificate: object; jws: string };
    expect(certificate).toMatchObject({
      ...{ shop_id: shop.id, erasure_id: id, subject: 'customer', status: 'completed' },
      apps: [{ app_id: app.id, status: 'confirmed', confirmed_at: expect.any(String) as string }],
    });
    const keys = (await service.api.get('/.well-known/audit-keys.json')).body as unknown as JSONWebKeySet;
    const { payload, protectedHeader } = await compactVerify(jws, createLocalJWKSet(keys));
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual(certificate);
    expect(protectedHeader.typ).toBe('erasure-certificate+jws');
    expect((await shop.api.get(path.replace(id, randomUUID()), accept)).status).toBe(404);
  });

  it('returns 403 to staff without the area that includes the activity page', async () => {
    const member = await aMember(service, shop, { role: 'staff', areas: ['products'] });
    for (const path of ['erasures', `erasures/${randomUUID()}`, `erasures/${randomUUID()}/certificate`])
      expect((await member.api.get(`${shop.path}/${path}`)).status).toBe(403);
  });
});

describe('DELETE /api/shops/{shop_id}/installations/{id}', () => {
  it("requests an erasure of the shop's data, and the app can confirm the erasure with the app secret", async () => {
    await uninstall();
    const [erasure] = await openErasures();
    expect(erasure!.attributes).toMatchObject({ subject: 'shop', status: 'open', customer_id: null });
    expect((await byToken(erasure!.id)).status).toBe(401);
    expect((await bySecret(erasure!.id)).status).toBe(201);
    expect((await openErasures())[0]!.attributes.status).toBe('completed');
  });

  it("is undone by a reinstallation, which cancels the shop's erasure but keeps erasures of customers", async () => {
    const ofCustomer = await anErasure();
    await uninstall();
    await installed(app);
    const all = await openErasures();
    expect(all.map(({ attributes }) => [attributes.subject, attributes.apps[0]!.status])).toEqual(
      expect.arrayContaining([
        ['customer', 'due'],
        ['shop', 'cancelled'],
      ]),
    );
    const cancelled = all.find(({ attributes }) => attributes.subject === 'shop')!;
    const answer = await bySecret(cancelled.id);
    expect([answer.status, codesOf(answer)]).toEqual([409, ['illegal_transition']]);
    expect((await bySecret(ofCustomer)).status).toBe(201);
  });
});

it("an erasure is either confirmed or cancelled if the app's receipt and a reinstallation are concurrent", async () => {
  await uninstall();
  const { id } = (await openErasures())[0]!;
  const lock = { text: 'SELECT FROM auth.erasure_requests WHERE erasure_id = $1 FOR UPDATE', values: [id] };
  const requests = [() => bySecret(id), () => aGrant(shop, app)];
  const [answer] = (await racing(service, lock, 2, () => requests.shift()!() as Promise<object>)) as [
    Response,
  ];
  const [erasure] = await openErasures();
  expect([answer.status, erasure!.attributes.apps[0]!.status]).toEqual(
    answer.status === 201 ? [201, 'confirmed'] : [409, 'cancelled'],
  );
});

it('customerResources contains every resource with scopes for personal data', () => {
  const personal = declaredResources.filter(({ personal = [] }) => personal.length > 0);
  expect(customerResources).toEqual(expect.arrayContaining(personal.map(({ type }) => type)));
});
