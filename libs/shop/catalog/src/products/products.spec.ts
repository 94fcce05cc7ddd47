/** @isolated because it counts the files that the first requests of a process execute. */

import { randomUUID } from 'node:crypto';
import {
  anApi,
  aProduct,
  aTenant,
  aVariant,
  changed,
  codesOf,
  eventsOf,
  executedFiles,
  idsOf,
  newProduct,
  newVariant,
  pathOf,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { CatalogModule } from '../catalog.module';
import paths from './request-paths.json';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await anApi([CatalogModule]);
});
beforeEach(async () => {
  tenant = await aTenant(api);
});
afterAll(() => api.close());

describe('/api/products', () => {
  it('POST creates a product with default values', async () => {
    const { response } = await aProduct(tenant.http, { title: 'Crème brûlée, 2 pieces' });
    expect(response.body.data).toMatchObject({
      type: 'products',
      attributes: {
        title: 'Crème brûlée, 2 pieces',
        handle: 'creme-brulee-2-pieces',
        description: '',
        status: 'draft',
        tags: [],
        published_at: null,
      },
      meta: { version: 1, next: { status: ['active', 'archived'] } },
    });
  });

  it('POST generates different handles for concurrent requests with equal titles', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => aProduct(tenant.http, { title: 'Mug' })));
    const handles = made.map(({ response }) => response.body.data.attributes.handle as string);
    expect(handles.toSorted()).toEqual(['mug', 'mug-2', 'mug-3', 'mug-4', 'mug-5']);
    const taken = await tenant.http.post('/api/products', newProduct({ handle: 'mug-2' }));
    expect([taken.status, codesOf(taken), taken.body.errors[0].source]).toEqual([
      409,
      ['already_exists'],
      { pointer: '/data/attributes/handle' },
    ]);
    const elsewhere = await aTenant(api);
    expect((await elsewhere.http.post('/api/products', newProduct({ handle: 'mug-2' }))).status).toBe(201);
  });

  it('PATCH sets published_at when the status becomes active', async () => {
    const { id, path } = await aProduct(tenant.http);
    const active = await tenant.http.patch(path, changed('products', id, { status: 'active' }));
    expect(active.body.data.attributes.published_at).toMatch(/^\d{4}-/);
    expect(active.body.data.meta.next).toEqual({ status: ['draft', 'archived'] });
  });

  it('DELETE deletes the product and its variants, with one event per object', async () => {
    const product = await aProduct(tenant.http);
    const made = [await aVariant(tenant.http, product.id), await aVariant(tenant.http, product.id)];
    expect((await tenant.http.delete(product.path)).status).toBe(204);
    for (const { path } of made) expect((await tenant.http.get(path)).status).toBe(404);
    const types = (await eventsOf(api.database, tenant.shop)).map(({ type }) => type);
    expect(types.slice(-3)).toEqual(['variants.deleted', 'variants.deleted', 'products.deleted']);
  });
});

describe('/api/variants', () => {
  it('POST requires an existing product', async () => {
    const without = await tenant.http.post('/api/variants', newVariant(undefined));
    expect([without.status, codesOf(without)]).toEqual([422, ['invalid_relationship']]);
    const nowhere = await tenant.http.post('/api/variants', newVariant(randomUUID()));
    expect([nowhere.status, codesOf(nowhere), nowhere.body.errors[0].source]).toEqual([
      404,
      ['not_found'],
      { pointer: '/data/relationships/product/data/id' },
    ]);
    const other = await aTenant(api);
    const theirs = await aProduct(other.http);
    const foreign = await tenant.http.post('/api/variants', newVariant(theirs.id));
    expect([foreign.status, codesOf(foreign)]).toEqual([404, ['not_found']]);
  });

  it('POST numbers the variants of a product in the order of creation', async () => {
    const product = await aProduct(tenant.http);
    for (const position of [undefined, undefined, 7, undefined])
      await aVariant(tenant.http, product.id, position === undefined ? {} : { position });
    const list = await tenant.http.get(`${product.path}/variants?sort=position`);
    expect(
      list.body.data.map((each: { attributes: { position: number } }) => each.attributes.position),
    ).toEqual([1, 2, 7, 8]);
  });

  it('POST rejects the SKU of an existing variant, and accepts several variants without a SKU', async () => {
    const { id } = await aProduct(tenant.http);
    await aVariant(tenant.http, id, { sku: 'A-1' });
    await aVariant(tenant.http, id, { sku: null });
    await aVariant(tenant.http, id, { sku: null });
    const taken = await tenant.http.post('/api/variants', newVariant(id, { sku: 'A-1' }));
    expect([taken.status, taken.body.errors[0].source]).toEqual([409, { pointer: '/data/attributes/sku' }]);
  });
});

describe('related products and variants', () => {
  it('appear only once in included, with complete relationships between them (DS-24, DS-25)', async () => {
    const [one, two] = [await aProduct(tenant.http), await aProduct(tenant.http)];
    const variants = [
      await aVariant(tenant.http, one.id),
      await aVariant(tenant.http, one.id),
      await aVariant(tenant.http, two.id),
    ];
    const list = await tenant.http.get('/api/products?include=variants.product,variants');
    expect(idsOf(list)).toEqual([one.id, two.id]);
    expect(list.body.included.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      variants.map(({ id }) => id).toSorted(),
    );
    expect(list.body.data[1].relationships.variants.data).toEqual([
      { type: 'variants', id: variants[2]!.id },
    ]);
    const empty = await aProduct(tenant.http);
    const single = await tenant.http.get(`${empty.path}?include=variants`);
    expect(single.body.data.relationships.variants.data).toEqual([]);
    expect(single.body.included).toEqual([]);
  });

  it('can be filtered by several values to include or to exclude', async () => {
    const http = (await aTenant(api)).http;
    for (const status of ['draft', 'active', 'archived']) await aProduct(http, { status });
    const states = async (filter: string) =>
      (await http.get(`/api/products?${filter}`)).body.data.map(
        ({ attributes }: { attributes: { status: string } }) => attributes.status,
      ) as string[];
    expect((await states('filter[status]=draft,active')).sort()).toEqual(['active', 'draft']);
    expect(await states('filter[status][ne]=draft,active')).toEqual(['archived']);
    expect((await states('filter[status][ne]=draft')).sort()).toEqual(['active', 'archived']);
  });

  it('appear in included up to a maximum number, and beyond this number only as links', async () => {
    const product = await aProduct(tenant.http);
    for (let at = 0; at < 103; at += 1) await aVariant(tenant.http, product.id);
    const { body } = await tenant.http.get(`${product.path}?include=variants&fields[variants]=position`);
    expect(body.included).toHaveLength(100);
    const { links } = body.data.relationships.variants;
    expect(links.prev).toBeNull();
    const rest = await tenant.http.get(pathOf(links.next)!);
    expect(rest.body.data).toHaveLength(3);
    expect(rest.body.links.next).toBeNull();
  });

  it('have routes for related objects and for relationships (RL-01, RL-02)', async () => {
    const product = await aProduct(tenant.http);
    const variant = await aVariant(tenant.http, product.id);
    const { relationships } = variant.response.body.data;
    const linkage = await tenant.http.get(pathOf(relationships.product.links.self)!);
    expect(linkage.body.data).toEqual({ type: 'products', id: product.id });
    const related = await tenant.http.get(pathOf(relationships.product.links.related)!);
    expect(related.body.data.id).toBe(product.id);
    expect(idsOf(await tenant.http.get(`${product.path}/variants`))).toEqual([variant.id]);
    expect((await tenant.http.get(`${product.path}/relationships/variants`)).body.data).toEqual([
      { type: 'variants', id: variant.id },
    ]);
    for (const path of [`${product.path}/relationships/colour`, `/api/products/${randomUUID()}/variants`])
      expect((await tenant.http.get(path)).status).toBe(404);
    expect((await tenant.http.send('PATCH', `${product.path}/relationships/variants`)).status).toBe(405);
  });

  it('appear in included only if the token has the permission scope of every included type', async () => {
    const product = await aProduct(tenant.http);
    const { http } = await aTenant(api, ['products.get', 'products.collection'], tenant.shop);
    expect((await http.get(product.path)).status).toBe(200);
    for (const path of [
      `${product.path}?include=variants`,
      '/api/products?include=variants',
      `${product.path}/variants`,
    ]) {
      const refused = await http.get(path);
      expect([refused.status, codesOf(refused), refused.body.errors[0].meta]).toEqual([
        403,
        ['insufficient_scope'],
        { required_scopes: ['variants.collection'] },
      ]);
    }
  });
});

describe('GET /api/products', () => {
  it('filters and sorts by every attribute that is declared as filter or sort key', async () => {
    const product = await aProduct(tenant.http);
    for (const price_amount of [500, 1500, 1000, 2000])
      await aVariant(tenant.http, product.id, { price_amount });
    const prices = async (query: string) =>
      (await tenant.http.get(`/api/variants?${query}`)).body.data.map(
        (each: { attributes: { price_amount: number } }) => each.attributes.price_amount,
      );
    expect(
      await prices('filter[price_amount][gte]=1000&filter[price_amount][lt]=2000&sort=-price_amount'),
    ).toEqual([1500, 1000]);
    expect(await prices(`filter[product]=${product.id}&sort=price_amount&page[size]=2`)).toEqual([500, 1000]);
    expect(await prices(`filter[product]=${randomUUID()},${product.id}&filter[price_amount]=2000`)).toEqual([
      2000,
    ]);
    expect(await prices('filter[inventory_policy]=continue')).toEqual([]);
  });
});

describe('source files that a request runs through', () => {
  const everyRequest = paths['every request'];
  const documentedFor = ({ steps, rules }: { steps: string[]; rules: string[] }) =>
    [...everyRequest, ...steps, ...rules].sort();
  const isInside = (file: string) => !paths.outside.some((folder) => file.startsWith(folder));

  it('are, for a GET, the files in request-paths.json, of which at most 15 follow the guards', async () => {
    const documented = paths['GET /api/products/{id}'];
    const { path } = await aProduct(tenant.http);
    const files = await executedFiles(() => tenant.http.get(path));
    expect(files.filter(isInside)).toEqual(documentedFor(documented));
    expect([...documented.declarations, ...documented.steps, ...documented.rules].length).toBeLessThanOrEqual(
      15,
    );
  });

  it('are, for a POST, the files in request-paths.json, of which at most 20 are steps', async () => {
    const documented = paths['POST /api/products'];
    let count = 0;
    const files = await executedFiles(() =>
      tenant.http.post('/api/products', newProduct({ title: `Mug ${(count += 1)}` })),
    );
    expect(files.filter(isInside)).toEqual(documentedFor(documented));
    expect([...documented.declarations, ...documented.steps].length).toBeLessThanOrEqual(20);
  });
});
