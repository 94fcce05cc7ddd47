import { anApi, aTenant, type Tenant, type TestApi } from '@storewright/api-testing';
import { MetaModule, metaLimits } from './index';
import { pageBound } from './search';
import { insertObjects } from './testing/shop-data';
import { Random } from './testing/random';

/* docs/contract.md §5: the work of a page is limited, and a page that ends early reports that. */
let api: TestApi;
let tenant: Tenant;
let both: string;

beforeAll(async () => {
  api = await anApi([MetaModule.forRoot(metaLimits)]);
  tenant = await aTenant(api);
  const random = new Random(5);
  const size = 2 * pageBound.entries + 400;
  const objects = Array.from({ length: size }, (_, i) => ({
    id: random.uuidV7(),
    resource_type: 'orders',
    resource_id: String(i),
    data: i === size - 1 ? { left: 1, right: 1 } : i % 2 ? { left: 1 } : { right: 1 },
  }));
  both = objects.at(-1)!.id;
  await insertObjects(api.database, tenant.shop.id, objects, { segmentSize: 4_096 });
});
afterAll(() => api.close());

const conditions = [
  { key: 'left', value: 1 },
  { key: 'right', value: 1 },
];
const list = (more = '') =>
  tenant.http.get(`/api/meta?filter[meta]=${encodeURIComponent(JSON.stringify(conditions))}${more}`);
const follow = (link: string) => {
  const { pathname, search } = new URL(link);
  return tenant.http.get(pathname + search);
};

it('a partial page of search results reports that the search ended early, and the next link continues it', async () => {
  const first = await list();
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ data: [], meta: { page: { partial: true } }, links: { prev: null } });
  const second = await follow(first.body.links.next as string);
  expect(second.body).toMatchObject({ data: [{ id: both }], links: { next: null } });
  expect(second.body.meta).toBeUndefined();
  const back = await follow(second.body.links.prev as string);
  expect(back.body).toMatchObject({ data: [], meta: { page: { partial: true } } });
});

it('the prev link of a partial page of search results returns the previous page', async () => {
  const last = await list('&sort=-id');
  expect(last.body).toMatchObject({ data: [{ id: both }], meta: { page: { partial: true } } });
  const { body } = await follow(last.body.links.next as string);
  expect(body).toMatchObject({ data: [], links: { next: null } });
});

it('page[total] counts all matches, and a page that is requested by number is always full', async () => {
  expect((await list('&page[total]=true')).body.meta).toEqual({ page: { total: 1, partial: true } });
  expect((await list('&page[number]=1')).body).toMatchObject({ data: [{ id: both }], links: { next: null } });
});
