import { randomUUID } from 'node:crypto';
import {
  anApi,
  aProduct,
  aTenant,
  aVariant,
  codesOf,
  eventsOf,
  newProduct,
  newVariant,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { atomicExtension, mediaType } from '@storewright/json-api';
import { anAccessToken, type HttpClient, type Response, until } from '@storewright/testing';
import { CatalogModule } from './catalog.module';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await anApi([CatalogModule]);
});
beforeEach(async () => {
  tenant = await aTenant(api);
});
afterAll(() => api.close());

const inExtension = `${mediaType};ext="${atomicExtension}"`;
const send = (operations: unknown, http: HttpClient = tenant.http, headers: Record<string, string> = {}) =>
  http.post(
    '/api/operations',
    { 'atomic:operations': operations },
    { headers: { 'content-type': inExtension, ...headers } },
  );
interface Results {
  'atomic:results': { data: { attributes: { handle: string } } }[];
}
const add = (document: object, more: object = {}) => {
  const { data } = document as { data: object };
  return { op: 'add', data: { ...data, ...more } };
};
const refused = ({ status, body }: Response) => [
  status,
  ...(body.errors as { code: string; source?: { pointer?: string } }[]).map(({ code, source }) => [
    code,
    source?.pointer,
  ]),
];
const countOf = async (type: string) =>
  (await tenant.http.get(`/api/${type}?page[total]=true`)).body.meta.page.total as number;
type Stored = Record<'id' | 'type', string> & Record<'attributes' | 'meta', object>;
/** Returns the members of an object that do not depend on its id, URLs and times. */
const withoutOwn = ({ type, attributes, meta }: Stored) => {
  return [type, attributes, { ...meta, created_at: '', updated_at: '' }];
};
const events = async () => (await eventsOf(api.database, tenant.shop)).map(({ type }) => type);

it('POST /api/operations creates a product whose title a different product has, together with a variant', async () => {
  const product = { op: 'add', data: { type: 'products', lid: 'mug', attributes: { title: 'Mug' } } };
  const variant = {
    op: 'add',
    data: {
      type: 'variants',
      attributes: { title: 'Blue', price_amount: 1495, currency_code: 'EUR' },
      relationships: { product: { data: { type: 'products', lid: 'mug' } } },
    },
  };
  const handles: unknown[] = [];
  for (let times = 0; times < 3; times += 1) {
    const { status, body } = await send([product, variant]);
    expect(status).toBe(200);
    handles.push((body as never as Results)['atomic:results'][0]!.data.attributes.handle);
  }
  expect(handles).toEqual(['mug', 'mug-2', 'mug-3']);
});

describe('POST /api/operations', () => {
  it('returns one result per operation, and the atomic extension in Content-Type (AT-01, AT-05)', async () => {
    const [old, kept] = [await aProduct(tenant.http), await aProduct(tenant.http)];
    const answer = await send([
      add(newProduct({ title: 'New' })),
      { op: 'update', data: { type: 'products', id: kept.id, attributes: { title: 'Changed' } } },
      { op: 'remove', ref: { type: 'products', id: old.id } },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe(`${mediaType}; ext="${atomicExtension}"`);
    expect(answer.body['atomic:results']).toMatchObject([
      { data: { type: 'products', attributes: { title: 'New' } } },
      { data: { type: 'products', id: kept.id, attributes: { title: 'Changed' }, meta: { version: 2 } } },
      {},
    ]);
    const { links } = answer.body['atomic:results'][0].data;
    expect((await tenant.http.get(new URL(links.self as string).pathname)).status).toBe(200);
    expect((await tenant.http.get(old.path)).status).toBe(404);
  });

  it('resolves local ids of objects that earlier operations in the same request create', async () => {
    const answer = await send([
      add(newProduct({ title: 'Shirt' }), { lid: 'shirt' }),
      add(newVariant(undefined, { title: 'S' }), {
        lid: 's',
        relationships: { product: { data: { type: 'products', lid: 'shirt' } } },
      }),
      {
        op: 'update',
        ref: { type: 'variants', lid: 's' },
        data: { type: 'variants', attributes: { title: 'Small' } },
      },
    ]);
    const [product, , variant] = answer.body['atomic:results'].map((result: { data: object }) => result.data);
    expect(variant.attributes.title).toBe('Small');
    expect(variant.relationships.product.data).toEqual({ type: 'products', id: product.id });
  });

  it('accepts href instead of ref', async () => {
    const product = await aProduct(tenant.http);
    const answer = await send([
      { ...add(newVariant(product.id)), href: '/api/variants' },
      { op: 'remove', href: product.path },
    ]);
    expect(answer.status).toBe(200);
    expect([await countOf('products'), await countOf('variants')]).toEqual([0, 0]);
  });

  it.each([
    ['the address of links', (path: string, origin: string) => origin + path],
    ['that address in other letters', (path: string, origin: string) => origin.toUpperCase() + path],
    ['an absolute path', (path: string) => path],
    ['a path relative to /api/operations', (path: string) => path.replace('/api/', '')],
    ['a path up and down again', (path: string) => `..${path}`],
    ['a reference with a host', (path: string, origin: string) => origin.replace('http:', '') + path],
  ])('accepts the href %s', async (_, written) => {
    const { path, response } = await aProduct(tenant.http);
    const { origin } = new URL(response.body.data.links.self as string);
    const answer = await send([{ op: 'remove', href: written(path, origin) }]);
    expect([answer.status, (await tenant.http.get(path)).status]).toEqual([200, 404]);
  });

  it.each([
    ['the host of a different shop', (path: string) => `http://other-shop.localhost${path}`],
    ['a foreign host', (path: string) => `https://evil.example${path}`],
    ['a foreign host without a scheme', (path: string) => `//evil.example${path}`],
    ['a foreign host after backslashes', (path: string) => `\\\\evil.example${path}`],
    ['a different port', (path: string, { hostname }: URL) => `http://${hostname}:1${path}`],
    ['a different scheme', (path: string, { host }: URL) => `ftp://${host}${path}`],
    ['a name and password', (path: string, { host }: URL) => `http://a:b@${host}${path}`],
    ['a query', (path: string) => `${path}?include=variants`],
    ['an empty query', (path: string) => `${path}?`],
    ['a fragment', (path: string) => `${path}#a`],
    ['an empty string', () => ''],
  ])('rejects a href with %s and changes nothing', async (_, written) => {
    const { path, response } = await aProduct(tenant.http);
    const href = written(path, new URL(response.body.data.links.self as string));
    const answer = await send([{ op: 'remove', href }]);
    expect(refused(answer)).toEqual([400, ['malformed_operation', '/atomic:operations/0/href']]);
    expect((await tenant.http.get(path)).status).toBe(200);
  });

  it('rolls back all operations and events if one operation fails, with a pointer to it (AT-02)', async () => {
    const { id } = await aProduct(tenant.http, { handle: 'taken' });
    const before = await events();
    const answer = await send([
      add(newProduct({ title: 'First' })),
      { op: 'remove', ref: { type: 'products', id } },
      add(newProduct({ title: 'Second' })),
      { op: 'update', data: { type: 'products', id: randomUUID(), attributes: { title: 'x' } } },
    ]);
    expect(refused(answer)).toEqual([404, ['not_found', '/atomic:operations/3']]);
    expect([await countOf('products'), await events()]).toEqual([1, before]);
    const taken = await send([add(newProduct()), add(newProduct({ handle: 'taken' }))]);
    expect(refused(taken)).toEqual([409, ['already_exists', '/atomic:operations/1/data/attributes/handle']]);
    const nowhere = await send([add(newVariant(randomUUID()))]);
    expect(refused(nowhere)).toEqual([
      404,
      ['not_found', '/atomic:operations/0/data/relationships/product/data/id'],
    ]);
  });

  it('creates one event per operation, in the order of the operations', async () => {
    const variant = await aVariant(tenant.http, (await aProduct(tenant.http)).id);
    const before = await events();
    await send([
      add(newProduct()),
      { op: 'update', data: { type: 'variants', id: variant.id, attributes: { title: 'Small' } } },
      { op: 'remove', ref: { type: 'variants', id: variant.id } },
    ]);
    expect((await events()).slice(before.length)).toEqual([
      'products.created',
      'variants.updated',
      'variants.deleted',
    ]);
  });

  it('creates several objects of the same type with the same results and events as separate requests', async () => {
    const product = await aProduct(tenant.http);
    const sent = [
      newProduct({
        title: 'Crème brûlée "2"\n',
        tags: ['a, b', '"c"'],
        status: 'active',
        published_at: '2020-01-02T03:04:05Z',
      }),
      newProduct({ title: 'Mug', handle: 'a-mug', description: 'é \\ 😀' }),
      newProduct({ title: 'Cup' }),
      ...[3, 1, 2].map((position) =>
        newVariant(product.id, { sku: `sku-${position}`, position, price_amount: 1990 }),
      ),
      newProduct({ title: 'Cup', published_at: '2020-01-02T03:04:05.678Z' }),
    ];
    const other = await aTenant(api);
    const copy = await aProduct(other.http);
    const before = [await events(), await eventsOf(api.database, other.shop)].map(({ length }) => length);
    const answer = await send(sent.map((document) => add(document)));
    expect(answer.status).toBe(200);
    for (const document of sent) {
      const text = JSON.stringify(document).replaceAll(product.id, copy.id);
      const { type } = (document as { data: { type: string } }).data;
      expect((await other.http.post(`/api/${type}`, JSON.parse(text) as object)).status).toBe(201);
    }
    const results = answer.body['atomic:results'].map(({ data }: { data: { attributes: object } }) => data);
    const [together, alone] = await Promise.all(
      [tenant.shop, other.shop].map(async (shop, at) => {
        const written = (await eventsOf(api.database, shop)).slice(before[at]);
        return written.map(({ resource }) => JSON.parse(resource) as Stored);
      }),
    );
    expect(together!.map(({ id }) => id)).toEqual(results.map(({ id }: Stored) => id));
    expect(together!.map(withoutOwn)).toEqual(results.map(withoutOwn));
    expect(together!.map(withoutOwn)).toEqual(alone!.map(withoutOwn));
    expect(results.at(-1).attributes.handle).toBe('cup-2');
  });

  it('returns an error with a pointer to the operation if its unique value already exists', async () => {
    await aProduct(tenant.http, { handle: 'taken' });
    const some = [add(newProduct({ title: 'A' })), add(newProduct({ title: 'B' }))];
    const answer = await send([...some, add(newProduct({ title: 'C', handle: 'taken' })), ...some]);
    expect(refused(answer)).toEqual([409, ['already_exists', '/atomic:operations/2/data/attributes/handle']]);
    const twice = await send([...some, add(newProduct({ title: 'C', handle: 'a' }))]);
    expect(refused(twice)).toEqual([409, ['already_exists', '/atomic:operations/2/data/attributes/handle']]);
    const id = randomUUID();
    const same = await send([...some, add(newProduct({ title: 'C' }), { id }), add(newProduct(), { id })]);
    expect(refused(same)).toEqual([409, ['already_exists', '/atomic:operations/3/data/id']]);
    expect(await countOf('products')).toBe(1);
  });

  it('finds unused handles for several products with the same title', async () => {
    await aProduct(tenant.http, { title: 'Mug' });
    const answer = await send(['Cup', 'Mug', 'Jug', 'Mug'].map((title) => add(newProduct({ title }))));
    const handles = answer.body['atomic:results'].map(
      ({ data }: { data: { attributes: { handle: string } } }) => data.attributes.handle,
    );
    expect(handles).toEqual(['cup', 'mug-2', 'jug', 'mug-3']);
  });

  it.each([
    ['changes', (ref: object) => ({ op: 'update', ref, data: { ...ref, attributes: { title: 'Mine' } } })],
    ['deletes', (ref: object) => ({ op: 'remove', ref })],
  ])('%s an object only if the version in the operation is current', async (_, operation) => {
    const { id, path } = await aProduct(tenant.http);
    const at = (version: number) => [
      add(newProduct()),
      { ...operation({ type: 'products', id }), meta: { version } },
    ];
    await tenant.http.patch(path, { data: { type: 'products', id, attributes: { title: 'Theirs' } } });
    const before = await events();
    const late = await send(at(1));
    expect(refused(late)).toEqual([412, ['precondition_failed', '/atomic:operations/1']]);
    expect([await events(), (await tenant.http.get(path)).body.data.attributes.title]).toEqual([
      before,
      'Theirs',
    ]);
    expect((await send(at(2))).status).toBe(200);
  });

  it('runs the operations only once for repeated requests with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await send([add(newProduct())], tenant.http, headers);
    const second = await send([add(newProduct())], tenant.http, headers);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.text).toBe(first.text);
    expect(await countOf('products')).toBe(1);
  });

  it('accepts 100 operations and rejects 101', async () => {
    const some = (count: number) => Array.from({ length: count }, () => add(newProduct()));
    expect((await send(some(100))).body['atomic:results']).toHaveLength(100);
    expect(refused(await send(some(101)))).toEqual([400, ['too_many_operations', '/atomic:operations']]);
    expect(await countOf('products')).toBe(100);
  });
});

describe('request to POST /api/operations', () => {
  it('returns 403 before any row is read, unless the token has the scope of every operation', async () => {
    const product = await aProduct(tenant.http);
    const { http } = await aTenant(api, ['products.post'], tenant.shop);
    expect((await send([add(newProduct())], http)).status).toBe(200);
    const answer = await send(
      [
        add({ data: { type: 'products', attributes: { title: 7 } } }),
        { op: 'remove', ref: { type: 'products', id: product.id } },
      ],
      http,
    );
    expect([answer.status, codesOf(answer), answer.body.errors[0].meta]).toEqual([
      403,
      ['insufficient_scope'],
      { required_scopes: ['products.delete'] },
    ]);
    expect((await send([add(newProduct())], tenant.http.as())).status).toBe(401);
  });

  it("can refer to objects of the token's shop, but not to objects of another shop", async () => {
    const other = await aTenant(api);
    const theirs = await aProduct(other.http);
    for (const operation of [
      { op: 'remove', ref: { type: 'products', id: theirs.id } },
      { op: 'update', data: { type: 'products', id: theirs.id, attributes: { title: 'mine' } } },
      add(newVariant(theirs.id)),
    ])
      expect((await send([operation])).status).toBe(404);
    expect((await other.http.get(theirs.path)).headers['etag']).toBe(theirs.etag);
  });

  it.each([
    ['no extension in Content-Type (AT-04)', mediaType],
    ['a different extension', `${mediaType};ext="https://example.com/ext"`],
    ['a second extension', `${mediaType};ext="${atomicExtension} https://example.com/ext"`],
    ['a different media type', 'application/json'],
  ])('must have the media type of atomic operations, not %s', async (_, type) => {
    const answer = await send([add(newProduct())], tenant.http, { 'content-type': type });
    expect([answer.status, codesOf(answer), answer.body.errors[0].source]).toEqual([
      415,
      ['unsupported_media_type'],
      { header: 'Content-Type' },
    ]);
  });

  it('can have the atomic extension in Accept, unlike requests to all other routes', async () => {
    expect((await send([add(newProduct())], tenant.http, { accept: inExtension })).status).toBe(200);
    expect((await tenant.http.get('/api/products', { headers: { accept: inExtension } })).status).toBe(406);
  });
});

describe('POST /api/operations with an invalid operation (AT-03)', () => {
  const product = { type: 'products', id: randomUUID() };
  it.each([
    ['no operations', [], 'malformed_operation', ''],
    ['operations that are not an array', {}, 'malformed_operation', ''],
    ['an operation that is not an object', [7], 'malformed_operation', '/0'],
    ['an operation without op', [{ data: {} }], 'malformed_operation', '/0'],
    ['an unknown op', [{ op: 'replace', data: {} }], 'malformed_operation', '/0/op'],
    ['an operation without ref and href', [{ op: 'remove' }], 'malformed_operation', '/0'],
    [
      'both ref and href',
      [{ op: 'remove', ref: product, href: '/api/products/1' }],
      'malformed_operation',
      '/0/href',
    ],
    [
      'an unknown type',
      [{ op: 'remove', ref: { type: 'cars', id: '1' } }],
      'malformed_operation',
      '/0/ref/type',
    ],
    [
      'a type that cannot be changed',
      [{ op: 'remove', ref: { type: 'events', id: '1' } }],
      'malformed_operation',
      '/0/ref/type',
    ],
    [
      'an href outside the API',
      [{ op: 'remove', href: '/admin/products/1' }],
      'malformed_operation',
      '/0/href',
    ],
    ['no id', [{ op: 'remove', ref: { type: 'products' } }], 'malformed_operation', '/0/ref'],
    [
      'an id that is not a string',
      [{ op: 'remove', ref: { type: 'products', id: 1 } }],
      'malformed_operation',
      '/0/ref/id',
    ],
    ['an add without data', [{ op: 'add', href: '/api/products' }], 'malformed_operation', '/0'],
    [
      'an add with a reference',
      [{ op: 'add', ref: product, data: product }],
      'malformed_operation',
      '/0/ref',
    ],
    [
      'an unknown relationship',
      [{ op: 'update', ref: { ...product, relationship: 'x' }, data: null }],
      'malformed_operation',
      '/0/ref/relationship',
    ],
    [
      'a relationship that cannot be written',
      [{ op: 'add', ref: { ...product, relationship: 'variants' }, data: [] }],
      'relationship_not_writable',
      '/0/ref/relationship',
    ],
    [
      'an unknown local id',
      [{ op: 'remove', ref: { type: 'products', lid: 'a' } }],
      'malformed_operation',
      '/0/ref',
    ],
    [
      'data of a different type',
      [{ op: 'add', href: '/api/products', data: { type: 'meta' } }],
      'type_mismatch',
      '/0/data/type',
    ],
    [
      'an invalid attribute',
      [{ op: 'add', data: { type: 'products', attributes: { title: '' } } }],
      'invalid_attribute',
      '/0/data/attributes/title',
    ],
    [
      'data of a different object',
      [{ op: 'update', ref: product, data: { ...product, id: randomUUID() } }],
      'id_mismatch',
      '/0/data/id',
    ],
    [
      'a version that is not a number',
      [{ op: 'remove', ref: product, meta: { version: '1' } }],
      'malformed_operation',
      '/0/meta/version',
    ],
    [
      'a version of an added object',
      [{ ...add(newProduct()), meta: { version: 1 } }],
      'malformed_operation',
      '/0/meta/version',
    ],
    [
      'an id that is not a UUID',
      [{ op: 'remove', ref: { type: 'products', id: 'x' } }],
      'not_found',
      '/0/ref',
    ],
  ])('rejects %s with a pointer and changes nothing', async (_, operations, code, place) => {
    const answer = await send(operations);
    expect([codesOf(answer), answer.body.errors[0].source]).toEqual([
      [code],
      { pointer: `/atomic:operations${place}` },
    ]);
    expect(answer.status).toBeLessThan(500);
    expect(await countOf('products')).toBe(0);
  });

  it('rejects a document without operations, and a document with duplicate local ids', async () => {
    const none = await tenant.http.post(
      '/api/operations',
      { data: [] },
      { headers: { 'content-type': inExtension } },
    );
    expect(refused(none)).toEqual([400, ['malformed_operation', '']]);
    const twice = await send([add(newProduct(), { lid: 'a' }), add(newProduct(), { lid: 'a' })]);
    expect(refused(twice)).toEqual([400, ['duplicate_lid', '/atomic:operations/1/data/lid']]);
  });

  it('reports several errors in one response', async () => {
    const answer = await send([{ op: 'x' }, add(newProduct()), { op: 'y' }]);
    expect(refused(answer)).toEqual([
      400,
      ['malformed_operation', '/atomic:operations/0/op'],
      ['malformed_operation', '/atomic:operations/2/op'],
    ]);
  });
});

describe('update of a variant in POST /api/operations', () => {
  it('cannot move the variant to a different product', async () => {
    const [one, two] = [await aProduct(tenant.http), await aProduct(tenant.http)];
    const variant = await aVariant(tenant.http, one.id);
    const answer = await send([
      {
        op: 'update',
        ref: { type: 'variants', id: variant.id, relationship: 'product' },
        data: { type: 'products', id: two.id },
      },
    ]);
    expect(refused(answer)).toEqual([
      403,
      ['relationship_not_writable', '/atomic:operations/0/ref/relationship'],
    ]);
  });
});

it.each([
  ['a suspension of the API', 'api_suspended', 'UPDATE auth.shops SET api_suspended = true WHERE id = $1'],
  [
    'a new list of allowed networks',
    'network_not_allowed',
    `UPDATE auth.access_tokens SET allowed_networks = '{203.0.113.0/24}' WHERE shop_id = $1`,
  ],
])(
  'POST /api/operations concurrent with %s is applied completely or rejected completely',
  async (_, code, change) => {
    const token = await anAccessToken(api.database, tenant.shop);
    const batch = (at: number) =>
      Array.from({ length: 5 }, (_, n) => add(newProduct({ title: `Race ${at}-${n}` })));
    const racing = Array.from({ length: 12 }, (_, at) => send(batch(at), tenant.http.as(token)));
    await Promise.race(racing);
    const later = Array.from({ length: 12 }, (_, at) => send(batch(12 + at), tenant.http.as(token)));
    await api.database.query(change, [tenant.shop.id]);
    const payload = JSON.stringify({ shop_id: tenant.shop.id });
    await api.database.query(`SELECT pg_notify('storewright_credentials', $1)`, [payload]);
    const answers = await Promise.all([...racing, ...later]);
    for (const answer of answers) if (answer.status !== 200) expect(codesOf(answer)).toEqual([code]);
    const applied = answers.filter(({ status }) => status === 200).length;
    const products = 'SELECT count(*)::integer AS total FROM shop.products WHERE shop_id = $1';
    expect(await api.database.query(products, [tenant.shop.id])).toEqual([{ total: applied * 5 }]);
    await until(
      'further requests are refused',
      async () => (await send(batch(24), tenant.http.as(token))).status === 403,
    );
    expect(await api.database.query(products, [tenant.shop.id])).not.toEqual([{ total: 0 }]);
  },
);
