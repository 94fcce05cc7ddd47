import {
  anApi,
  aProduct,
  aTenant,
  aVariant,
  changed,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { CatalogModule } from '@storewright/catalog';
import { startEpoch } from '@storewright/schema';
import { EventLogModule } from '../event-log.module';
import { anEventStream, type Message } from '../testing/sse-client';
import { MOST_STREAMS } from './open-streams';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await anApi([CatalogModule, EventLogModule]);
});
beforeEach(async () => {
  tenant = await aTenant(api);
});
afterAll(() => api.close());

const open: { close: () => void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function aStream({ query = '', headers = {}, of = tenant } = {}) {
  const { domain } = of.shop;
  const stream = await anEventStream(
    { port: api.port, domain, token: of.token },
    `/api/events${query}`,
    headers,
  );
  open.push(stream);
  return stream;
}

const eventOf = (message: Message | undefined) =>
  JSON.parse(message!.data) as { attributes: { sequence: number; event_type: string; data: { id: string } } };
const typeOf = (message: Message | undefined) => eventOf(message).attributes.event_type;
const errorOf = (message: Message | undefined) =>
  (JSON.parse(message!.data) as { errors: { status: string; code: string }[] }).errors[0];

/** Announces a change of the shop's credentials, as the auth API does. */
async function announced(): Promise<void> {
  const change = JSON.stringify({ shop_id: tenant.shop.id });
  await api.database.query(`SELECT pg_notify('storewright_credentials', $1)`, [change]);
}

describe('GET /api/events with Accept: text/event-stream', () => {
  it('sends new events when they are written, in the same format as the list', async () => {
    await aProduct(tenant.http);
    const stream = await aStream();
    expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([
      ...[200, 'text/event-stream', 'no-store'],
    ]);
    const { id, path } = await aProduct(tenant.http);
    const created = await stream.next();
    await tenant.http.patch(path, changed('products', id, { title: 'Cup' }));
    const updated = await stream.next();
    expect([typeOf(created), typeOf(updated)]).toEqual(['products.created', 'products.updated']);
    const { body } = await tenant.http.get('/api/events?filter[since]=1');
    expect([eventOf(created), eventOf(updated)]).toEqual(body.data);
    expect([created!.id, updated!.id]).toEqual(['1-2', '1-3']);
  });

  it('continues after Last-Event-ID, or after filter[since]', async () => {
    for (let written = 0; written < 3; written += 1) await aProduct(tenant.http);
    const continued = await aStream({ headers: { 'last-event-id': '1-2' } });
    expect((await continued.next())!.id).toBe('1-3');
    const since = await aStream({ query: '?filter[since]=1' });
    expect([(await since.next())!.id, (await since.next())!.id]).toEqual(['1-2', '1-3']);
  });

  it('sends only events that match the filters, and only the requested fields', async () => {
    const stream = await aStream({ query: '?filter[type]=products.deleted&fields[events]=event_type' });
    const { path } = await aProduct(tenant.http);
    await tenant.http.delete(path);
    expect(eventOf(await stream.next()).attributes).toEqual({ event_type: 'products.deleted' });
  });

  it('sends only events that the token can read', async () => {
    const reader = await aTenant(
      api,
      ['events.collection', 'variants.collection', 'variants.get'],
      tenant.shop,
    );
    const stream = await aStream({ of: reader });
    const { id } = await aProduct(tenant.http);
    await aVariant(tenant.http, id);
    expect(typeOf(await stream.next())).toBe('variants.created');
  });

  it.each([
    ['a revoked token', `status = 'revoked'`, ['401', 'invalid_token']],
    ['a token without the scope', `scopes = '{products.get}'`, ['403', 'insufficient_scope']],
  ])('ends with the error that a new request would cause, for %s', async (_, change, [status, code]) => {
    const stream = await aStream();
    await api.database.query(`UPDATE auth.access_tokens SET ${change} WHERE shop_id = $1`, [tenant.shop.id]);
    await announced();
    const last = await stream.next();
    expect([last!.event, errorOf(last)]).toEqual(['end', expect.objectContaining({ status, code })]);
    expect(await stream.next()).toBeUndefined();
  });

  it.each([
    [{ headers: { 'last-event-id': 'x' } }, { header: 'Last-Event-ID' }],
    [{ headers: { 'last-event-id': '1-9999999999999999999' } }, { header: 'Last-Event-ID' }],
    [{ query: '?page[size]=5' }, { parameter: 'page[size]' }],
    [{ query: '?sort=-sequence' }, { parameter: 'sort' }],
    [{ query: '?filter[type]=nothings.created' }, { parameter: 'filter[type]' }],
  ])(
    'returns 400 for the header Last-Event-ID %j',
    async ({ query = '', headers = {} }: { query?: string; headers?: object }, source) => {
      const answer = await tenant.http.get(`/api/events${query}`, {
        headers: { accept: 'text/event-stream', ...headers },
      });
      expect([answer.status, answer.body.errors[0].source]).toEqual([400, source]);
    },
  );

  it('returns 503 above the maximum number of event streams per token, until a stream is closed', async () => {
    const streams = await Promise.all(Array.from({ length: MOST_STREAMS.ofToken }, () => aStream()));
    const refused = await aStream();
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '10']);
    streams[0]!.close();
    let again = await aStream();
    while (again.status === 503) again = await aStream();
    expect(again.status).toBe(200);
  });

  it('sends an event to every event stream of the shop', async () => {
    const readers = await Promise.all(Array.from({ length: 4 }, () => aTenant(api, undefined, tenant.shop)));
    const streams = await Promise.all([...readers, ...readers].map((of) => aStream({ of })));
    await aProduct(tenant.http);
    expect((await Promise.all(streams.map((each) => each.next()))).map((each) => each!.id)).toEqual(
      streams.map(() => '1-1'),
    );
  });

  it('returns the JSON:API list if Accept contains a different media type, and no body for HEAD', async () => {
    for (const accept of ['application/json', '*/*', 'application/vnd.api+json'])
      expect((await tenant.http.get('/api/events', { headers: { accept } })).body.data).toEqual([]);
    const head = await tenant.http.send('HEAD', '/api/events', { headers: { accept: 'text/event-stream' } });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  // This test is the last one, because it starts a new epoch in every shop.
  it('ends when the event log starts a new epoch, and then accepts only Last-Event-IDs of the new epoch', async () => {
    await aProduct(tenant.http);
    const stream = await aStream();
    await startEpoch(api.database.administratorUrl, { owner: 'owner' });
    await announced();
    const last = await stream.next();
    expect([last!.event, errorOf(last)!.code]).toEqual(['end', 'events_expired']);
    expect((await aStream({ headers: { 'last-event-id': '1-1' } })).status).toBe(410);
    await aProduct(tenant.http);
    const { body } = await tenant.http.get('/api/events?filter[since]=1');
    const { epoch } = body.data[0].attributes;
    const continued = await aStream({ headers: { 'last-event-id': `${epoch}-1` } });
    expect((await continued.next())!.id).toBe(`${epoch}-2`);
  });
});
