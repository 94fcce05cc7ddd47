import { once } from 'node:events';
import { connect } from 'node:net';
import {
  aCustomer,
  anOrder,
  aProduct,
  aTenant,
  codesOf,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { cellsOf, HttpClient, type Response } from '@storewright/testing';
import { startShopApi } from './testing/shop-api';

/* Exports return all objects of a list in one response (docs/adr/exports.md). */
let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startShopApi();
});
beforeEach(async () => {
  tenant = await aTenant(api);
});
afterAll(() => api.close());

const asked = (attributes: object) => ({ data: { type: 'exports', attributes } });
const hostOf = ({ domain }: Tenant['shop']) => `${domain}.localhost`;
/** Sends an export with a client that accepts responses other than JSON:API documents. */
const exported = (attributes: object, { shop, token } = tenant, headers: Record<string, string> = {}) =>
  new HttpClient(api.port, hostOf(shop), token).post('/api/exports', asked(attributes), {
    headers: { accept: 'application/x-ndjson', ...headers },
  });

interface Line {
  id?: string;
  attributes?: Record<string, unknown>;
  meta: { cursor?: string; complete?: true; count?: number };
}
const linesOf = ({ text }: Response): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
const objectsOf = (answer: Response) => linesOf(answer).filter(({ id }) => id !== undefined);

/** Inserts customers, of whom the last one spent most. */
async function customers(count: number): Promise<void> {
  await api.database.query(
    `INSERT INTO shop.customers (shop_id, id, email, email_folded, accepts_marketing, tags, status,
      orders_count, total_spent_amount, version, created_at, updated_at)
     SELECT $1, lpad(to_hex(n), 32, '0')::uuid, n || '@x', n || '@x', false, '{}', 'active', 0, $2 - n, 1,
       now(), now() FROM generate_series(1, $2::integer) n`,
    [tenant.shop.id, count],
  );
}

describe('POST /api/exports', () => {
  it('streams one line per object, cursors to continue an interrupted export, and a final line', async () => {
    await customers(250);
    const answer = await exported({ resource_type: 'customers' });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    const lines = linesOf(answer);
    expect(objectsOf(answer).map(({ id }) => id)).toEqual([
      ...new Set(objectsOf(answer).map(({ id }) => id)),
    ]);
    expect(objectsOf(answer)).toHaveLength(250);
    expect(lines.flatMap(({ id, meta }) => (id ? [] : [meta.complete ?? meta.count]))).toEqual([
      100,
      200,
      true,
    ]);
    expect(lines.at(-1)).toEqual({ meta: { complete: true, count: 250 } });
    const [first] = (await tenant.http.get('/api/customers?page[size]=1')).body.data as object[];
    expect(lines[0]).toEqual(first);
  });

  it('ignores the header Idempotency-Key and exports again', async () => {
    await customers(3);
    const same = { 'idempotency-key': 'the same' };
    const [first, second] = [
      await exported({ resource_type: 'customers' }, tenant, same),
      await exported({ resource_type: 'codes' }, tenant, same),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers['idempotency-replayed']).toBeUndefined();
    expect(await api.database.query('SELECT key FROM shop.idempotency_keys')).toEqual([]);
  });

  it('continues after a cursor in a sorted export, and rejects the cursor in an export of another type', async () => {
    await customers(250);
    const whole = await exported({ resource_type: 'customers', sort: 'total_spent_amount' });
    const ids = objectsOf(whole).map(({ id }) => id);
    const { cursor } = linesOf(whole).find(({ meta, id }) => !id && meta.count === 200)!.meta;
    const rest = await exported({ resource_type: 'customers', sort: 'total_spent_amount', after: cursor });
    expect(objectsOf(rest).map(({ id }) => id)).toEqual(ids.slice(200));
    const elsewhere = await exported({ resource_type: 'orders', after: cursor });
    expect([elsewhere.status, elsewhere.body.errors[0].source]).toEqual([
      422,
      { pointer: '/data/attributes/after' },
    ]);
  });

  it('applies filters, sort fields and sparse fieldsets in the same way as the list', async () => {
    const [vip] = [
      await aCustomer(tenant.http, { tags: ['vip'], first_name: 'Anna' }),
      await aCustomer(tenant.http),
    ];
    const answers = await Promise.all([
      exported({ resource_type: 'customers', filter: { tags: 'vip' }, fields: ['tags'] }),
      exported({
        resource_type: 'customers',
        filter: { q: 'anna', total_spent_amount: { lte: 0 }, tags: ['vip', 'x'] },
      }),
    ]);
    for (const answer of answers) expect(objectsOf(answer).map(({ id }) => id)).toEqual([vip.id]);
    expect(objectsOf(answers[0])[0]!.attributes).toEqual({ tags: ['vip'] });
    const meta = {
      data: { type: 'meta', attributes: { resource_type: 'customers', resource_id: vip.id, data: { a: 1 } } },
    };
    await tenant.http.post('/api/meta', meta);
    const byMeta = await exported({ resource_type: 'customers', filter: { meta: { key: 'a', value: 1 } } });
    expect(objectsOf(byMeta)).toHaveLength(1);
    expect(
      objectsOf(await exported({ resource_type: 'meta', filter: { resource_id: vip.id } })),
    ).toHaveLength(1);
  });

  it('ignores @-members anywhere in the document (DS-18)', async () => {
    const { id } = await aCustomer(tenant.http, { tags: ['vip'] });
    await aCustomer(tenant.http);
    const data = { a: 1 };
    await tenant.http.post('/api/meta', {
      data: { type: 'meta', attributes: { resource_type: 'customers', resource_id: id, data } },
    });
    for (const filter of [
      { '@d': 1, tags: 'vip' },
      { tags: { '@d': 1, eq: 'vip' } },
      { meta: { '@d': 1, key: 'a', value: 1 } },
      { meta: [{ key: 'a', '@d': { key: 'b' } }] },
    ]) {
      const answer = await exported({ '@context': 'x', resource_type: 'customers', filter });
      expect([filter, answer.status, objectsOf(answer).map((each) => each.id)]).toEqual([filter, 200, [id]]);
    }
  });

  it('returns only the final line for an empty list', async () => {
    expect(linesOf(await exported({ resource_type: 'orders' }))).toEqual([
      { meta: { complete: true, count: 0 } },
    ]);
  });

  it('returns 422 with JSON pointers to invalid members', async () => {
    for (const [attributes, pointer] of [
      [{ resource_type: 'nothing' }, '/resource_type'],
      [{ resource_type: 'orders', filter: { status: { gt: 'x' } } }, '/filter/status/gt'],
      [{ resource_type: 'orders', filter: { colour: 'x' } }, '/filter/colour'],
      [{ resource_type: 'orders', filter: { meta: '{' } }, '/filter/meta'],
      [{ resource_type: 'orders', sort: 'nothing' }, '/sort'],
      [{ resource_type: 'orders', fields: ['nothing'] }, '/fields'],
      [{ resource_type: 'orders', fields: 'number' }, '/fields'],
      [{ resource_type: 'orders', delimiter: '|' }, '/delimiter'],
    ] as const) {
      const refused = await exported(attributes);
      expect([attributes, refused.status, refused.body.errors[0].source]).toEqual([
        attributes,
        422,
        { pointer: `/data/attributes${pointer}` },
      ]);
    }
  });

  it('requires the collection scope of the exported type and the scopes of the related types in filters', async () => {
    const other = await aTenant(api, ['orders.collection', 'orders.get'], tenant.shop);
    expect((await exported({ resource_type: 'orders' }, other)).status).toBe(200);
    for (const attributes of [
      { resource_type: 'customers' },
      { resource_type: 'orders', filter: { q: 'anna' } },
      { resource_type: 'orders', filter: { meta: { key: 'a' } } },
    ])
      expect(codesOf(await exported(attributes, other))).toEqual(['insufficient_scope']);
  });

  it('returns NDJSON or CSV by the Accept header, and 406 for other media types', async () => {
    for (const [accept, type] of [
      ['*/*', 'application/x-ndjson'],
      ['text/csv;q=0.1, application/x-ndjson', 'application/x-ndjson'],
      ['text/csv', 'text/csv; charset=utf-8; header=present'],
      ['text/*', 'text/csv; charset=utf-8; header=present'],
    ] as const) {
      const answer = await exported({ resource_type: 'orders' }, tenant, { accept });
      expect([accept, answer.headers['content-type']]).toEqual([accept, type]);
    }
    const refused = await exported({ resource_type: 'orders' }, tenant, {
      accept: 'application/vnd.api+json',
    });
    expect([refused.status, codesOf(refused)]).toEqual([406, ['not_acceptable']]);
  });
});

describe('POST /api/exports as CSV', () => {
  const csv = async (attributes: object) => {
    const { text } = await exported(attributes, tenant, { accept: 'text/csv' });
    return text.split('\r\n');
  };

  it('writes a header and one line per object, and escapes cells that a spreadsheet treats as a formula', async () => {
    const { id } = await aProduct(tenant.http, {
      title: '=1+1',
      description: 'a "quoted",\ntext',
      tags: ['a', 'b'],
    });
    const [header, ...lines] = await csv({
      resource_type: 'products',
      fields: ['title', 'description', 'tags'],
    });
    expect(header).toBe('id,title,description,tags');
    expect(lines).toEqual([`${id},'=1+1,"a ""quoted"",\ntext","a, b"`, '']);
    const filter = { title: '=1+1' };
    const asked = { resource_type: 'products', fields: ['title'], filter, delimiter: ';' };
    expect(await csv(asked)).toEqual(['id;title', `${id};'=1+1`, '']);
    const { text } = await exported({ resource_type: 'orders' }, tenant, { accept: 'text/csv' });
    expect(text).toMatch(
      /^id,actor_type,actor_id,actor_name,number,[\w,]+,customer_id,created_at,updated_at\r\n$/,
    );
  });

  it('writes one CSV line per order line, with decimal amounts and a column per address member', async () => {
    const line_items = [
      { title: 'Mug', price_amount: 1995, quantity: 2 },
      { title: 'Card; red', price_amount: 250, quantity: 1 },
    ];
    const billing_address = { city: 'Łódź', line1: '=1' };
    const { id } = await anOrder(tenant.http, { line_items, currency_code: 'EUR', billing_address });
    const fields = ['line_items', 'total_amount', 'billing_address'];
    const asked = { resource_type: 'orders', fields };
    const rowsOf = (lines: string[], delimiter: string) => {
      const [header, ...rows] = lines.filter(Boolean).map((line) => cellsOf(line, delimiter));
      return rows.map((row) => Object.fromEntries(header!.map((name, at) => [name, row[at]])));
    };
    const rows = rowsOf(await csv(asked), ',');
    expect(rows).toMatchObject([
      {
        id,
        line_items_title: 'Mug',
        line_items_price_amount: '19.95',
        line_items_total_amount: '39.90',
        total_amount: '42.40',
        billing_address_city: 'Łódź',
        billing_address_line1: "'=1",
      },
      {
        id,
        line_items_title: 'Card; red',
        line_items_price_amount: '2.50',
        line_items_quantity: '1',
        total_amount: '',
        billing_address_city: '',
      },
    ]);
    const [first] = rowsOf(await csv({ ...asked, delimiter: ';' }), ';');
    expect(first).toMatchObject({ line_items_price_amount: '19,95', total_amount: '42,40' });
  });

  it('writes all pages of a long list under a single header', async () => {
    await customers(250);
    const lines = await csv({ resource_type: 'customers', fields: ['email'] });
    expect(lines).toHaveLength(252);
    expect(lines.filter((line) => line === 'id,email')).toHaveLength(1);
  });
});

it("an export stops before its end if the client's token is revoked", async () => {
  // The response exceeds the buffers between the server and a client that does not read.
  await customers(30_000);
  const body = JSON.stringify(asked({ resource_type: 'customers' }));
  const socket = connect({ port: api.port, host: '127.0.0.1' });
  const head = [
    'POST /api/exports HTTP/1.1',
    `host: ${hostOf(tenant.shop)}`,
    'connection: close',
    `authorization: Bearer ${tenant.token}`,
    'content-type: application/vnd.api+json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await once(socket, 'readable');
  await api.database.query(`UPDATE auth.access_tokens SET status = 'revoked' WHERE shop_id = $1`, [
    tenant.shop.id,
  ]);
  api.clock.advance(5_000);
  let text = '';
  socket.on('error', () => undefined).on('data', (piece) => (text += piece.toString()));
  await once(socket, 'close');
  expect(text).toMatch(/^HTTP\/1\.1 200/);
  expect(text).toContain('"cursor"');
  expect(text).not.toContain('"complete":true');
});
