import {
  aCode,
  aCustomer,
  anOrder,
  aProduct,
  aTenant,
  aVariant,
  changed,
  codesOf,
  identifier,
  idsOf,
  query,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { HttpClient, until } from '@storewright/testing';
import { Client } from 'pg';
import { ScopeCounts } from '@storewright/access';
import { startSalesApi } from './testing/sales-api';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startSalesApi();
});
beforeEach(async () => {
  tenant = await aTenant(api);
});
afterAll(() => api.close());

const list = (type: string, parameters: Record<string, string>) =>
  tenant.http.get(`/api/${type}?${query(parameters)}`);
const found = async (type: string, parameters: Record<string, string>) => idsOf(await list(type, parameters));
const searched = (type: string, q: string) => found(type, { 'filter[q]': q });

const make = {
  products: (attributes: object) => aProduct(tenant.http, attributes),
  customers: (attributes: object) => aCustomer(tenant.http, attributes),
  orders: (attributes: object) => anOrder(tenant.http, attributes),
};
type Tagged = keyof typeof make;

describe.each(Object.keys(make) as Tagged[])('filter[tags] of %s', (type) => {
  it('matches objects with a given tag, any of several tags, all of several tags, or no tags', async () => {
    const [a, b, ab] = [
      await make[type]({ tags: ['vip'] }),
      await make[type]({ tags: ['gift', 'VIP'] }),
      await make[type]({ tags: ['vip', 'gift'] }),
    ].map(({ id }) => id);
    const none = (await make[type]({})).id;
    expect(await found(type, { 'filter[tags]': 'vip' })).toEqual([a, ab]);
    expect(await found(type, { 'filter[tags][eq]': 'VIP,nobody' })).toEqual([b]);
    expect(await found(type, { 'filter[tags]': 'vip,gift' })).toEqual([a, b, ab]);
    expect(await found(type, { 'filter[tags][all]': 'vip,gift' })).toEqual([ab]);
    expect(await found(type, { 'filter[tags][ne]': 'vip,VIP' })).toEqual([none]);
    expect(await found(type, { 'filter[tags]': 'vi' })).toEqual([]);
    const counted = await list(type, { 'filter[tags]': 'vip', 'page[total]': 'true', 'page[size]': '1' });
    expect([idsOf(counted), counted.body.meta.page.total]).toEqual([[a], 2]);
  });

  it('accepts a comma or a backslash in a tag if a backslash precedes it', async () => {
    const [comma, backslash] = [
      await make[type]({ tags: ['red, blue'] }),
      await make[type]({ tags: ['a\\b', 'c\\,d'] }),
    ].map(({ id }) => id);
    await make[type]({ tags: ['red', ' blue'] });
    expect(await found(type, { 'filter[tags]': 'red\\, blue' })).toEqual([comma]);
    expect(await found(type, { 'filter[tags]': 'red\\, blue,a\\b' })).toEqual([comma, backslash]);
    expect(await found(type, { 'filter[tags]': 'a\\\\b' })).toEqual([backslash]);
    expect(await found(type, { 'filter[tags]': 'c\\\\\\,d' })).toEqual([backslash]);
  });

  it('immediately finds an object by a new tag, and no longer by a removed tag', async () => {
    const { id, path } = await make[type]({ tags: ['old', 'kept'] });
    await tenant.http.patch(path, changed(type, id, { tags: ['new', 'kept'] }));
    expect(await found(type, { 'filter[tags]': 'old' })).toEqual([]);
    expect(await found(type, { 'filter[tags][all]': 'kept,new' })).toEqual([id]);
    expect(await termsOf(id)).toHaveLength(type === 'products' ? 3 : 2);
  });
});

const termsOf = (id: string) =>
  api.database.query('SELECT term FROM shop.search_terms WHERE resource_id = $1', [id]);

it('concurrent changes of a product leave only the search terms of the last change', async () => {
  const { id, path } = await make.products({ title: 'Mug', tags: [] });
  const titles = ['One', 'Two', 'Three', 'Four'];
  await Promise.all(
    titles.map((title) => tenant.http.patch(path, changed('products', id, { title, tags: [title] }))),
  );
  const { title } = (await tenant.http.get(path)).body.data.attributes as { title: string };
  expect((await termsOf(id)).map(({ term }) => term).sort()).toEqual([`\u0001${title}`, title.toLowerCase()]);
});

it('a change of a product removes search terms that a concurrent change added', async () => {
  const { id, path } = await make.products({ title: 'Mug', tags: [] });
  const other = new Client({ connectionString: api.database.administratorUrl });
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query(`UPDATE shop.products SET title = 'Late', version = version + 1 WHERE id = $1`, [id]);
    await other.query(
      `INSERT INTO shop.search_terms SELECT shop_id, 'products', id, 'title', 'late' FROM shop.products WHERE id = $1`,
      [id],
    );
    const changing = tenant.http.patch(path, changed('products', id, { title: 'Last' }));
    await until('it waits for the row', async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      return (await other.query(waiting)).rowCount === 1;
    });
    await other.query('COMMIT');
    expect((await changing).status).toBe(200);
  } finally {
    await other.end();
  }
  expect((await termsOf(id)).map(({ term }) => term)).toEqual(['last']);
});

it('deleting a product deletes its search terms', async () => {
  const { id, path } = await make.products({ title: 'Blue mug', tags: ['x'] });
  await tenant.http.delete(path);
  expect(await termsOf(id)).toEqual([]);
});

it('filter[tags] rejects an empty tag and more than 100 tags', async () => {
  for (const value of ['', 'a,,b', Array.from({ length: 101 }, (_, at) => at).join()]) {
    const refused = await list('orders', { 'filter[tags]': value });
    expect([refused.status, refused.body.errors[0].source]).toEqual([400, { parameter: 'filter[tags]' }]);
  }
});

describe('filter[q]', () => {
  it('finds customers by the start of any word in their names and email', async () => {
    const { id } = await make.customers({
      ...{ first_name: 'Zoë Maria', last_name: 'Müller-Weiß', email: 'Zoe.M@Example.com' },
    });
    const other = await make.customers({ first_name: 'Maria', last_name: 'Schmidt' });
    for (const q of ['zoe', 'ZOË', 'mull', 'weiss', 'Zoë Maria Müller-Weiß', 'mar müll', 'zoe.m@ex'])
      expect([q, await searched('customers', q)]).toEqual([q, [id]]);
    expect(await searched('customers', 'maria')).toEqual([id, other.id]);
    for (const q of ['oë', 'maria nobody', 'example.com'])
      expect([q, await searched('customers', q)]).toEqual([q, []]);
  });

  it('finds orders by number, email and name of the customer', async () => {
    const customer = await make.customers({ first_name: 'Anna', email: 'anna@home.example' });
    const { id, response } = await anOrder(
      tenant.http,
      { email: 'guest@work.example' },
      { customer: identifier('customers', customer.id) },
    );
    await make.orders({ email: 'other@work.example' });
    const { number } = response.body.data.attributes as { number: number };
    for (const q of [String(number), `#${number}`, 'guest', 'ann', 'anna@home', `anna ${number}`])
      expect([q, await searched('orders', q)]).toEqual([q, [id]]);
    expect(await searched('orders', String(number).slice(0, -1))).toEqual([]);
    expect(await found('orders', { 'filter[q]': 'anna', 'filter[status]': 'cancelled' })).toEqual([]);
  });

  it('finds orders by words in the first 1,000 characters of the note, until the note changes', async () => {
    const note = `Gift for Zoë, ring twice${' '.repeat(1_000)}unsearched`;
    const { id, path } = await make.orders({ note, tags: ['vip'] });
    await make.orders({ note: 'Another wish' });
    for (const q of ['ring', 'zoe gift', 'twi']) expect([q, await searched('orders', q)]).toEqual([q, [id]]);
    expect(await searched('orders', 'unsearched')).toEqual([]);
    await tenant.http.patch(path, changed('orders', id, { note: null }));
    expect(await searched('orders', 'ring')).toEqual([]);
    expect(await termsOf(id)).toHaveLength(1);
  });

  it('finds products by words in the title, and codes by the start of the code', async () => {
    const product = await make.products({ title: 'Blue Cotton T-Shirt (crème)' });
    for (const q of ['cott', 'shirt blue', 't-sh', 'creme'])
      expect([q, await searched('products', q)]).toEqual([q, [product.id]]);
    const code = await aCode(tenant.http, { code: 'SUMMER-26' });
    expect(await searched('codes', 'summ')).toEqual([code.id]);
    expect(await searched('codes', '26')).toEqual([]);
  });

  it('no longer finds a redacted customer or the notes in the customer’s orders', async () => {
    const { id, path } = await make.customers({ first_name: 'Secret', tags: ['secret'] });
    const order = await anOrder(tenant.http, { note: 'Secret' }, { customer: identifier('customers', id) });
    await tenant.http.patch(path, changed('customers', id, { status: 'redacted' }));
    expect([await termsOf(id), await termsOf(order.id)]).toEqual([[], []]);
  });

  it('accepts one to eight words and rejects more words', async () => {
    for (const q of ['', '  ', 'a b c d e f g h i', 'nul\0']) {
      const refused = await list('products', { 'filter[q]': q });
      expect([q, refused.status, codesOf(refused)]).toEqual([q, 400, ['invalid_query_parameter']]);
    }
  });

  it('returns 403 for a search of orders by a token without the scope to list customers', async () => {
    const { http } = await aTenant(api, ['orders.collection'], tenant.shop);
    const refused = await http.get(`/api/orders?${query({ 'filter[q]': 'anna' })}`);
    expect([refused.status, codesOf(refused)]).toEqual([403, ['insufficient_scope']]);
  });

  it('never finds objects of another shop', async () => {
    await make.products({ title: 'Ours' });
    tenant = await aTenant(api);
    expect(await searched('products', 'ours')).toEqual([]);
  });
});

describe('GET /api/search', () => {
  type Shown = { type: string; id: string; attributes?: Record<string, unknown> };
  const search = (parameters: Record<string, string>, { http }: { http: HttpClient } = tenant) =>
    http.get(`/api/search?${query(parameters)}`);
  const typesOf = ({ body }: { body: { data: Shown[] } }) => body.data.map(({ type, id }) => [type, id]);
  const complete = { status: 'complete', has_more: false };

  it('finds objects of all types in one collection, grouped by type and newest first', async () => {
    const product = await make.products({ title: 'Annas mug', handle: 'annas-mug' });
    const variant = await aVariant(tenant.http, product.id, { sku: 'ANNA-1' });
    const code = await aCode(tenant.http, { code: 'ANNA10' });
    const customer = await make.customers({ first_name: 'Anna' });
    const older = await anOrder(tenant.http, {}, { customer: identifier('customers', customer.id) });
    const newer = await make.orders({ email: 'anna@home.example' });
    await make.orders({ email: 'berta@home.example' });
    const response = await search({ 'filter[q]': 'anna', 'fields[orders]': 'number' });
    expect(typesOf(response)).toEqual([
      ['codes', code.id],
      ['customers', customer.id],
      ['orders', newer.id],
      ['orders', older.id],
      ['products', product.id],
      ['variants', variant.id],
    ]);
    const types = { codes: complete, customers: complete, orders: complete, products: complete };
    expect(response.body.meta).toEqual({ types: { ...types, variants: complete } });
    const order = response.body.data.find(({ type }: Shown) => type === 'orders');
    expect([Object.keys(order.attributes as object), order.relationships]).toEqual([['number'], undefined]);
    const limited = await search({ 'filter[q]': 'anna', 'filter[type]': 'orders', 'page[size]': '1' });
    expect([typesOf(limited), limited.body.meta.types]).toEqual([
      [['orders', newer.id]],
      { orders: { ...complete, has_more: true } },
    ]);
    for (const q of ['annas-m', 'anna-1', 'Anna-1'])
      expect([q, typesOf(await search({ 'filter[q]': q }))]).toEqual([
        q,
        [q === 'annas-m' ? ['products', product.id] : ['variants', variant.id]],
      ]);
  });

  it('searches only types that the token can list, and orders without the names of customers', async () => {
    const customer = await make.customers({ first_name: 'Anna' });
    await anOrder(tenant.http, {}, { customer: identifier('customers', customer.id) });
    const own = await make.orders({ email: 'anna@home.example' });
    const staff = await aTenant(api, ['orders.collection', 'meta.get'], tenant.shop);
    const response = await search({ 'filter[q]': 'anna' }, staff);
    expect([typesOf(response), response.body.meta]).toEqual([
      [['orders', own.id]],
      { types: { orders: complete } },
    ]);
    const refused = await search({ 'filter[q]': 'anna', 'filter[type]': 'orders,customers' }, staff);
    expect([refused.status, refused.body.errors[0].meta]).toEqual([
      403,
      { required_scopes: ['customers.collection'] },
    ]);
  });

  it('records the use of the permission scopes of the searched types and of related types', async () => {
    const app = await aTenant(api, ['orders.collection', 'customers.collection', 'codes.collection']);
    await search({ 'filter[q]': 'anna', 'filter[type]': 'orders' }, app);
    await api.application.get(ScopeCounts).flush();
    const uses = await api.database.query('SELECT scope FROM auth.scope_days WHERE shop_id = $1', [
      app.shop.id,
    ]);
    expect(uses.map(({ scope }) => scope).sort()).toEqual(['customers.collection', 'orders.collection']);
  });

  it('returns 403 for a token that can list no type, and 401 without a token', async () => {
    const staff = await aTenant(api, ['meta.collection', 'orders.get'], tenant.shop);
    const refused = await search({ 'filter[q]': 'anna' }, staff);
    expect([refused.status, codesOf(refused)]).toEqual([403, ['insufficient_scope']]);
    expect(refused.body.errors[0].meta.required_scopes).toContain('orders.collection');
    expect((await tenant.http.as().get('/api/search?filter[q]=anna')).status).toBe(401);
  });

  it('finds no objects of another shop', async () => {
    await make.products({ title: 'Ours' });
    await make.orders({ email: 'ours@home.example' });
    tenant = await aTenant(api);
    expect(typesOf(await search({ 'filter[q]': 'ours' }))).toEqual([]);
  });

  it.each([
    [{}, undefined],
    [{ 'filter[q]': 'a b c d e f g h i' }, 'filter[q]'],
    [{ 'filter[q]': 'a', 'filter[type]': 'orders,meta' }, 'filter[type]'],
    [{ 'filter[q]': 'a', 'page[size]': '26' }, 'page[size]'],
    [{ 'filter[q]': 'a', 'fields[orders]': 'nothing' }, 'fields[orders]'],
    [{ 'filter[q]': 'a', 'fields[meta]': 'data' }, 'fields[meta]'],
    [{ 'filter[q]': 'a', include: 'customer' }, 'include'],
  ])('returns 400 for the query %j', async (parameters, parameter) => {
    const refused = await search(parameters as Record<string, string>);
    const { code, source } = refused.body.errors[0];
    expect([refused.status, code, source?.parameter]).toEqual([400, 'invalid_query_parameter', parameter]);
  });

  it('omits a type whose search takes too long, and returns 503 if every search takes too long', async () => {
    const product = await make.products({ title: 'Anna' });
    const http = new HttpClient(api.port, `${tenant.shop.domain}.localhost`, tenant.token);
    const other = new Client({ connectionString: api.database.administratorUrl });
    await other.connect();
    try {
      await other.query('BEGIN; LOCK TABLE shop.customers IN ACCESS EXCLUSIVE MODE');
      const [some, none] = await Promise.all(
        ['customers,products', 'customers'].map((types) =>
          search({ 'filter[q]': 'anna', 'filter[type]': types }, { ...tenant, http }),
        ),
      );
      const unavailable = { status: 'unavailable', has_more: false };
      expect([typesOf(some!), some!.body.meta.types]).toEqual([
        [['products', product.id]],
        { customers: unavailable, products: complete },
      ]);
      expect([none!.status, codesOf(none!)]).toEqual([503, ['overloaded']]);
    } finally {
      await other.end();
    }
  });
});

describe('search with more matches than the database reads by id', () => {
  /**
   * Creates 6,000 customers. The first 4,500 have the name Anna, the others Berta, and the last one has a
   * tag.
   */
  async function many(): Promise<void> {
    await api.database.query(
      `WITH made AS (
         INSERT INTO shop.customers (shop_id, id, email, email_folded, first_name, accepts_marketing, tags,
           status, orders_count, total_spent_amount, version, created_at, updated_at)
         SELECT $1, lpad(to_hex(n), 32, '0')::uuid, n || '@x', n || '@x',
           CASE WHEN n <= 4500 THEN 'Anna' ELSE 'Berta' END, false,
           CASE WHEN n = 6000 THEN '{anna,last}' ELSE '{all}' END::text[], 'active', 0, n, 1, now(), now()
         FROM generate_series(1, 6000) n RETURNING shop_id, id, first_name, tags)
       INSERT INTO shop.search_terms SELECT shop_id, 'customers', id, e.field, e.term FROM made,
         LATERAL (SELECT 'first_name' AS field, lower(first_name) AS term UNION ALL SELECT 'tags',
           E'\\u0001' || t FROM unnest(tags) t) e`,
      [tenant.shop.id],
    );
    await api.database.query('ANALYZE shop.customers, shop.search_terms');
  }

  it('returns all pages, reports that a page reads at most 4,000 objects, and returns correct totals', async () => {
    await many();
    const q = { 'filter[q]': 'berta', 'page[size]': '100' };
    const first = await list('customers', q);
    expect([idsOf(first), first.body.meta]).toEqual([[], { page: { partial: true } }]);
    let path: string | null = first.body.links.next as string;
    const met: string[] = [];
    for (; path;) {
      const page = await tenant.http.get(path.replace(/^https?:\/\/[^/]+/, ''));
      met.push(...idsOf(page));
      path = page.body.links.next as string | null;
    }
    expect([met.length, new Set(met).size]).toEqual([1500, 1500]);
    const last = await list('customers', { ...q, sort: '-total_spent_amount', 'page[size]': '2' });
    expect(idsOf(last).map((id) => parseInt(id.replaceAll('-', ''), 16))).toEqual([6000, 5999]);
    const counted = await list('customers', {
      'filter[q]': 'berta',
      'page[total]': 'true',
      'page[number]': '2',
    });
    expect([idsOf(counted).length, counted.body.meta.page.total]).toEqual([25, 1500]);
    const both = await list('customers', { 'filter[q]': 'berta', 'filter[tags]': 'last' });
    expect(idsOf(both)).toHaveLength(1);
    const back = await list('customers', { ...q, 'page[before]': '', 'page[size]': '1' });
    expect(back.status).toBe(400);
  });
});

describe('filter[…][exists]', () => {
  it('finds orders with a customer, or orders without a customer', async () => {
    const { id: customer } = await make.customers({});
    const linked = await anOrder(tenant.http, {}, { customer: identifier('customers', customer) });
    const alone = await make.orders({ email: 'a@example.com' });
    const ofOrders = (parameters: Record<string, string>) => found('orders', parameters);
    expect(await ofOrders({ 'filter[customer][exists]': 'true' })).toEqual([linked.id]);
    expect(await ofOrders({ 'filter[customer][exists]': 'false' })).toEqual([alone.id]);
    expect(await ofOrders({ 'filter[email][exists]': 'true', 'filter[customer][exists]': 'false' })).toEqual([
      alone.id,
    ]);
    const silent = await make.orders({ email: null });
    expect(await ofOrders({ 'filter[email][ne]': 'b@example.com' })).toEqual([linked.id, alone.id]);
    expect(await ofOrders({ 'filter[email][exists]': 'false' })).toEqual([silent.id]);
  });

  it('returns 400 for values other than true and false, and for attributes that are never null', async () => {
    for (const [parameter, value] of [
      ['filter[customer][exists]', 'null'],
      ['filter[status][exists]', 'true'],
    ] as const) {
      const refused = await list('orders', { [parameter]: value });
      expect([refused.status, refused.body.errors[0].source]).toEqual([400, { parameter }]);
    }
  });
});
