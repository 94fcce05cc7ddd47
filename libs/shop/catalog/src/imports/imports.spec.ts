import {
  anApi,
  aProduct,
  aTenant,
  aVariant,
  eventsOf,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { anApp, anOAuthToken, HttpClient, until } from '@storewright/testing';
import { CatalogModule } from '../catalog.module';
import { ImportJob } from './import-job';
import { badRows, codesOfBadRows, HEADER_OF_BAD_ROWS } from './testing/bad-rows';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await anApi([CatalogModule]);
});
beforeEach(async () => {
  tenant = await aTenant(api);
});
afterAll(() => api.close());

const work = () => api.application.get(ImportJob).run();

/** A client whose responses need not be JSON:API documents. */
const plain = ({ shop, token }: Tenant) => new HttpClient(api.port, `${shop.domain}.localhost`, token);

const upload = (kind: string, file: string | Buffer, headers = {}, { http } = tenant) =>
  http.post(`/api/imports/${kind}`, file, { headers: { 'content-type': 'text/csv', ...headers } });

/** Uploads a file and waits until its rows are checked. */
async function checked(kind: string, file: string | Buffer) {
  const { status, body } = await upload(kind, file);
  expect(status).toBe(201);
  await work();
  return read(body.data.id as string);
}

async function read(id: string) {
  const { body } = await tenant.http.get(`/api/imports/${id}`);
  return { id, ...(body.data.attributes as Record<string, unknown>) };
}

const change = (id: string, state: string) =>
  tenant.http.patch(`/api/imports/${id}`, { data: { type: 'imports', id, attributes: { state } } });

async function imported(kind: string, file: string | Buffer) {
  const { id } = await checked(kind, file);
  expect((await change(id, 'running')).status).toBe(200);
  await work();
  return read(id);
}

async function attributesOf(type: string): Promise<Record<string, unknown>[]> {
  const { body } = await tenant.http.get(`/api/${type}?page[size]=100`);
  return (body.data as { attributes: Record<string, unknown> }[]).map(({ attributes }) => attributes);
}

async function errorsOf(id: string) {
  const { body } = await tenant.http.get(`/api/imports/${id}/rows?filter[failed]=true&page[size]=100`);
  return (
    body.data as { attributes: { number: number; errors: { column: string; code: string }[] } }[]
  ).flatMap(({ attributes: { number, errors } }) => errors.map(({ column, code }) => [number, column, code]));
}

describe('CSV import of products', () => {
  const file = [
    'Handle,Title,Status,Tags,SKU,Variant title,Price,Inventory quantity,Supplier',
    'mug,Mug,active,"kitchen, blue",M-1,Blue,19.95,3,x',
    'mug,,,,M-2,Red,21,4,x',
    ',Plate,draft,,P-1,,=1+1,1,x',
    'bowl,=SUM(A1),draft,,,,,,x',
  ].join('\r\n');

  it('writes nothing before its start, then writes the valid rows with the same events as API requests', async () => {
    const preview = await checked('products', file);
    expect(preview).toMatchObject({ state: 'checked', row_count: 4, checked_count: 4, failed_count: 1 });
    expect(preview).toMatchObject({ columns: expect.arrayContaining([{ header: 'Supplier', name: null }]) });
    expect(await attributesOf('products')).toEqual([]);
    expect((await change(preview.id, 'running')).status).toBe(200);
    await work();
    expect(await read(preview.id)).toMatchObject({ state: 'finished', done_count: 3, failed_count: 1 });
    expect(await attributesOf('products')).toMatchObject([
      { handle: 'mug', title: 'Mug', status: 'active', tags: ['kitchen', 'blue'] },
      { handle: 'bowl', title: '=SUM(A1)', status: 'draft' },
    ]);
    expect(await attributesOf('variants')).toMatchObject([
      { sku: 'M-1', title: 'Blue', price_amount: 1_995, currency_code: 'EUR', inventory_quantity: 3 },
      { sku: 'M-2', title: 'Red', price_amount: 2_100, inventory_quantity: 4 },
    ]);
    const types = (await eventsOf(api.database, tenant.shop)).map(({ type }) => type);
    expect(types.filter((type) => !type.startsWith('imports.'))).toEqual([
      ...['products.created', 'variants.created', 'variants.created', 'products.created'],
    ]);
  });

  it('returns the errors of each row with their columns, as JSON and as a CSV file', async () => {
    const { id } = await checked('products', file);
    expect(await errorsOf(id)).toEqual([[4, 'price_amount', 'invalid_attribute']]);
    const { headers, text } = await plain(tenant).get(`/api/imports/${id}/errors`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      'row,column,code,detail',
      '4,price_amount,invalid_attribute,"price_amount must be an amount such as 19.95, ' +
        'with at most 2 decimal places and no symbols."',
    ]);
    const valid = await tenant.http.get(`/api/imports/${id}/rows?filter[failed]=false&page[size]=2`);
    expect(valid.body.data).toMatchObject([{ attributes: { number: 2 } }, { attributes: { number: 3 } }]);
    expect((await tenant.http.get(valid.body.links.next as string)).body.data).toHaveLength(1);
  });

  it('updates products by handle and variants by SKU, and ignores empty cells', async () => {
    const product = await aProduct(tenant.http, { title: 'Mug', handle: 'mug', description: 'Old' });
    await aVariant(tenant.http, product.id, {
      sku: 'M-1',
      title: 'Blue',
      price_amount: 1_000,
      currency_code: 'JPY',
    });
    const other = await aProduct(tenant.http, { title: 'Plate' });
    await aVariant(tenant.http, other.id, { sku: 'P-1' });
    const result = await imported(
      'products',
      'sku,handle,title,description,price\nM-1,mug,Cup,,1500\nP-1,mug,,,1\nP-1,,Dish,,2\nX,,,,3',
    );
    expect(result).toMatchObject({ state: 'finished', done_count: 1, failed_count: 3 });
    expect(await errorsOf(result.id)).toEqual([
      [3, 'sku', 'already_exists'],
      [4, 'sku', 'already_exists'],
      [5, 'sku', 'not_found'],
    ]);
    expect(await attributesOf('products')).toMatchObject([
      { title: 'Cup', description: 'Old' },
      { title: 'Plate' },
    ]);
    expect(await attributesOf('variants')).toMatchObject([
      { price_amount: 1_500, title: 'Blue' },
      { sku: 'P-1' },
    ]);
  });

  it('changes nothing if the file is an unchanged export of products', async () => {
    const tags = ['a,b', '=c', '"d"'];
    const made = await aProduct(tenant.http, {
      title: '=1+1',
      description: '-x;=y\n@z',
      tags,
      status: 'active',
    });
    const exports = { data: { type: 'exports', attributes: { resource_type: 'products' } } };
    const { text } = await plain(tenant).post('/api/exports', exports, { headers: { accept: 'text/csv' } });
    expect(await imported('products', text)).toMatchObject({ done_count: 1, failed_count: 0 });
    expect((await tenant.http.get(made.path)).headers['etag']).toBe(made.etag);
  });

  it.each<[string, (text: string) => string | Buffer]>([
    ['a byte order mark', (text) => `\uFEFF${text}`],
    ['semicolons and decimal commas', (text) => text.replaceAll(',', ';').replaceAll('.', ',')],
    ['tabs in UTF-16', (text) => Buffer.from(`\uFEFF${text.replaceAll(',', '\t')}`, 'utf16le')],
    ['line feeds and empty lines', (text) => text.replaceAll('\r\n', '\n\n')],
  ])('reads a CSV file with %s', async (_, format) => {
    await imported('products', format('title,sku,price\r\nCrème,C-1,19.95\r\n'));
    expect(await attributesOf('products')).toMatchObject([{ handle: 'creme', title: 'Crème' }]);
    expect(await attributesOf('variants')).toMatchObject([{ sku: 'C-1', price_amount: 1_995 }]);
  });

  it('reports row and column for every kind of error in a file of 200 rows', async () => {
    const result = await checked('products', [HEADER_OF_BAD_ROWS, ...badRows(200)].join('\n'));
    expect(result).toMatchObject({ state: 'checked', row_count: 200, failed_count: 200 });
    expect(await errorsOf(result.id)).toEqual(expect.arrayContaining(codesOfBadRows(200).slice(0, 100)));
  });
});

describe('CSV import of inventory', () => {
  it('sets the stock of variants with known SKUs and changes no other attributes', async () => {
    const product = await aProduct(tenant.http);
    for (const sku of ['A', 'B']) await aVariant(tenant.http, product.id, { sku, inventory_quantity: 1 });
    const result = await imported('inventory', 'sku,quantity\nA,7\nB,\nC,3\nA,8\n,5\nB,1.5');
    expect(result).toMatchObject({ done_count: 2, failed_count: 4 });
    expect(await errorsOf(result.id)).toEqual([
      [4, 'sku', 'not_found'],
      [5, 'sku', 'already_exists'],
      [6, 'sku', 'invalid_attribute'],
      ...[
        [7, 'sku', 'already_exists'],
        [7, 'inventory_quantity', 'invalid_attribute'],
      ],
    ]);
    expect(await attributesOf('variants')).toMatchObject([
      { inventory_quantity: 7 },
      { inventory_quantity: 1 },
    ]);
    const { body } = await tenant.http.get('/api/inventory_changes?sort=id');
    expect(body.data.map(({ attributes: { reason, delta } }: Change) => [reason, delta])).toEqual([
      ['created', 1],
      ['created', 1],
      ['imported', 6],
    ]);
  });
});

interface Change {
  attributes: { reason: string; delta: number };
}

describe('POST /api/imports/{kind}', () => {
  it.each<[string, string, string | Buffer]>([
    ['empty', 'products', ''],
    ['empty', 'products', 'handle,title\n'],
    ['encoding', 'products', Buffer.from('title\nCr\u00e8me', 'latin1')],
    ['duplicate_column', 'products', 'title,price,Price amount\nMug,1,2'],
    ['missing_column', 'products', 'price\n1'],
    ['missing_column', 'inventory', 'sku,price\nA,1'],
    ['malformed_row', 'products', 'title\nMug\n"Plate'],
    ['too_many_columns', 'products', `title${',x'.repeat(100)}\nMug`],
  ])('returns 422 with the reason %s for an invalid file of %s', async (reason, kind, file) => {
    const { status, body } = await upload(kind, file);
    expect([status, body.errors]).toMatchObject([422, [{ code: 'invalid_file', meta: { reason } }]]);
    expect(
      await api.database.query('SELECT 1 FROM shop.import_rows WHERE shop_id = $1', [tenant.shop.id]),
    ).toEqual([]);
  });

  it('returns 413 for a file above the size limit, and 415 for a media type other than CSV', async () => {
    const large = await upload('products', 'title', { 'content-length': '50000001' });
    expect([large.status, large.body.errors[0].code]).toEqual([413, 'payload_too_large']);
    const json = await tenant.http.post('/api/imports/products', { data: {} });
    expect([json.status, json.body.errors[0].code]).toEqual([415, 'unsupported_media_type']);
  });

  it('returns 403 without the permission scopes to write the imported objects', async () => {
    const scopes = ['imports.post', 'imports.get', 'imports.patch', 'variants.patch'];
    const limited = await aTenant(api, scopes, tenant.shop);
    const refused = await upload('products', 'title\nMug', {}, limited);
    expect([refused.status, refused.body.errors[0].code]).toEqual([403, 'insufficient_scope']);
    expect((await upload('inventory', 'sku,quantity\nA,1', {}, limited)).status).toBe(201);
    const { id } = await checked('products', 'title\nMug');
    const data = { type: 'imports', id, attributes: { state: 'running' } };
    expect((await limited.http.patch(`/api/imports/${id}`, { data })).status).toBe(403);
  });

  it('stores the file name and the author of the CSV import', async () => {
    const disposition = `attachment; filename="x.csv"; filename*=UTF-8''Preise%20M%C3%A4rz.csv`;
    const { body } = await upload('products', 'title\nMug', { 'content-disposition': disposition });
    expect(body.data.attributes).toMatchObject({ file_name: 'Preise März.csv', actor_type: 'access_token' });
  });
});

describe('PATCH /api/imports/{id}', () => {
  /** Returns a function that starts an import with the token of an app that has a daily limit. */
  async function limitedTo(daily_write_limit: number) {
    const app = await anApp(api.database);
    const scopes = ['imports.patch', 'variants.patch'];
    const token = await anOAuthToken(api.database, tenant.shop, app, scopes);
    await api.database.query('UPDATE auth.oauth_tokens SET daily_write_limit = $2 WHERE app_id = $1', [
      app.id,
      daily_write_limit,
    ]);
    return async (id: string, headers: Record<string, string> = {}) => {
      const data = { type: 'imports', id, attributes: { state: 'running' } };
      const { status, body } = await tenant.http.as(token).patch(`/api/imports/${id}`, { data }, { headers });
      return [status, body.errors?.[0].code];
    };
  }

  it("counts each row against the app's daily write limit, and starts no import above the limit", async () => {
    const start = await limitedTo(2);
    const { id } = await checked('inventory', 'sku,quantity\nA,1\nB,2');
    expect(await start(id)).toEqual([429, 'daily_limit_exceeded']);
    expect(await read(id)).toMatchObject({ state: 'checked' });
  });

  it('counts the rows of an import only once if an app sends concurrent requests to start the import', async () => {
    const start = await limitedTo(5 + 2);
    const { id } = await checked('inventory', 'sku,quantity\nA,1\nB,2');
    const answers = await Promise.all(Array.from({ length: 5 }, () => start(id)));
    // A request after the end of the import is 409.
    expect(answers).toContainEqual([200, undefined]);
    expect(answers).not.toContainEqual([429, 'daily_limit_exceeded']);
    expect(await start(id)).toEqual([429, 'daily_limit_exceeded']);
  });

  it('does not count the rows of an import if its start fails with 412', async () => {
    const start = await limitedTo(1 + 1 + 2);
    const { id } = await checked('inventory', 'sku,quantity\nA,1\nB,2');
    expect(await start(id, { 'if-match': '"other"' })).toEqual([412, 'precondition_failed']);
    expect(await start(id)).toEqual([200, undefined]);
  });

  it('cancels an import, which then writes nothing and cannot be started again', async () => {
    const { id } = await checked('products', 'title\nMug');
    expect((await change(id, 'cancelled')).body.data.attributes).toMatchObject({ state: 'cancelled' });
    const restarted = await change(id, 'running');
    expect([restarted.status, restarted.body.errors[0].code]).toEqual([409, 'illegal_transition']);
    await work();
    expect(await attributesOf('products')).toEqual([]);
  });
});

describe('ImportJob', () => {
  const titles = Array.from({ length: 250 }, (_, at) => `product-${at}`);

  it('continues an import after the loss of its database connection without repeating a row', async () => {
    const { id: blocking } = await aProduct(tenant.http, { title: 'Locked', handle: 'product-150' });
    const { id } = await checked(
      'products',
      ['handle,title', ...titles.map((each) => `${each},T`)].join('\n'),
    );
    await api.database.query('BEGIN');
    await api.database.query('SELECT 1 FROM shop.products WHERE id = $1 FOR UPDATE', [blocking]);
    await change(id, 'running');
    const waiting = 'SELECT pid FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()';
    let pids: { pid: number }[] = [];
    await until('the batch waits', async () => (pids = await api.database.query(waiting)).length > 0);
    await api.database.query('SELECT pg_terminate_backend($1)', [pids[0]!.pid]);
    await api.database.query('COMMIT');
    await work();
    await work();
    expect(await read(id)).toMatchObject({ state: 'finished', done_count: 250, failed_count: 0 });
    const events = await eventsOf(api.database, tenant.shop);
    const created = events
      .filter(({ type }) => type === 'products.created')
      .map(({ resource_id }) => resource_id);
    expect([created.length, new Set(created).size]).toEqual([250, 250]);
  });

  it('writes the valid rows of a batch if a single row is rejected', async () => {
    const { id } = await checked('products', 'handle,title,sku,price\na,A,S-1,1\nb,B,S-2,1\nc,C,S-3,1');
    const other = await aProduct(tenant.http, { title: 'Other' });
    await aVariant(tenant.http, other.id, { sku: 'S-2' });
    await change(id, 'running');
    await work();
    expect(await read(id)).toMatchObject({ state: 'finished', done_count: 2, failed_count: 1 });
    expect(await errorsOf(id)).toEqual([[3, 'sku', 'already_exists']]);
  });

  it('deletes an import and its rows after 14 days', async () => {
    const { id } = await checked('products', 'title\nMug');
    const recent = await checked('products', 'title\nMug');
    await api.database.query(
      `UPDATE shop.imports SET created_at = now() - interval '15 days' WHERE id = $1`,
      [id],
    );
    await work();
    expect((await tenant.http.get(`/api/imports/${id}`)).status).toBe(404);
    expect((await tenant.http.get(`/api/imports/${recent.id}`)).status).toBe(200);
  });
});
