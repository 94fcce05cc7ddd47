import { randomUUID } from 'node:crypto';
import type { Page, PageQuery } from '@storewright/pages';
import { type TestDatabase, testDatabase } from '@storewright/testing';
import { DataSource } from 'typeorm';
import { Database } from './database';
import { dataSourceOptions } from './database-options';
import { type Listing, pageStatement, readPage } from './keyset';

/** Query of a list sorted by `sort`, for example `-resource_type,id`. */
function sortedBy(sort: string, more: Partial<PageQuery> = {}): PageQuery {
  const order = sort
    .split(',')
    .map((each) => ({ column: each.replace('-', ''), descending: each.startsWith('-') }));
  return { size: 25, order, total: false, ...more };
}

/** Every column except the id contains equal values, so that sorting needs the id. */
const stored = Array.from({ length: 23 }, (_, at) => ({
  id: randomUUID(),
  resource_type: ['a', 'B', 'é', '🦊'][at % 4]!,
  resource_id: ['x', 'y'][at % 2]!,
}));

describe('readPage', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let door: Database;
  const shop_id = randomUUID();
  const listing: Listing = {
    columns: 'id, resource_type, resource_id',
    from: 'FROM shop.meta WHERE shop_id = $1',
    values: [shop_id],
    keys: { id: 'id', resource_type: 'resource_type', resource_id: 'resource_id' },
  };

  beforeAll(async () => {
    database = await testDatabase();
    const options = { url: database.url('shop'), applicationName: 'spec' };
    dataSource = await new DataSource(dataSourceOptions(options)).initialize();
    door = new Database(dataSource, options);
    for (const { id, resource_type, resource_id } of stored) {
      await door.query(
        { shop_id },
        {
          text: `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at)
                 VALUES ($1, $2, $3, $4, '{}', now(), now())`,
          values: [shop_id, id, resource_type, resource_id],
        },
      );
    }
  });
  afterAll(async () => {
    await door.close();
    await dataSource.destroy();
    await database.drop();
  });

  const read = (query: PageQuery, of = listing) =>
    readPage((statement) => door.query({ shop_id }, statement), of, query);
  const readById = (query: Partial<PageQuery>, of = listing) => read(sortedBy('id', query), of);
  const ids = ({ rows }: Page) => rows.map(({ id }) => id as string);
  const nextOf = ({ hasMore, lastPosition, end }: Page) => (hasMore ? lastPosition : end);
  const bytes = (text: string) => Buffer.from(text);

  it.each([
    'id',
    '-id',
    'resource_type,id',
    '-resource_type,resource_id,id',
    'resource_id,-resource_type,-id',
  ])('returns every row of a list once, forward and backward, sorted by %s', async (sort) => {
    const pageOf = (more: Partial<PageQuery>) => read(sortedBy(sort, { size: 4, ...more }));
    const pages = [await pageOf({})];
    while (pages.at(-1)!.hasMore) pages.push(await pageOf({ after: pages.at(-1)!.lastPosition! }));
    const met = pages.flatMap(ids);
    expect(met.toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
    expect(met).toEqual(ids(await pageOf({ size: 100 })));

    for (let at = pages.length - 1; at > 0; at -= 1)
      expect(ids(await pageOf({ before: pages[at]!.firstPosition! }))).toEqual(ids(pages[at - 1]!));
    expect(ids(await pageOf({ before: pages[0]!.firstPosition! }))).toEqual([]);
  });

  it('sorts text by code point instead of by language rules', async () => {
    const { rows } = await read(sortedBy('resource_type,id', { size: 100 }));
    const types = rows.map((row) => row['resource_type'] as string);
    expect(types).toEqual(types.toSorted((a, b) => Buffer.compare(bytes(a), bytes(b))));
    expect([...new Set(types)]).toEqual(['B', 'a', 'é', '🦊']);
  });

  it('continues after the position of a page cursor whose row was deleted', async () => {
    const first = await readById({ size: 5 });
    const last = ids(first).at(-1)!;
    const values = [shop_id, last];
    const [gone] = await database.query(
      'DELETE FROM shop.meta WHERE shop_id = $1 AND id = $2 RETURNING *',
      values,
    );
    const all = stored.map(({ id }) => id).toSorted();
    expect(ids(await readById({ size: 5, after: first.lastPosition! }))).toEqual(all.slice(5, 10));
    await database.query('INSERT INTO shop.meta SELECT * FROM jsonb_populate_record(NULL::shop.meta, $1)', [
      gone,
    ]);
  });

  it('skips the rows of earlier pages for page[number]', async () => {
    const all = stored.map(({ id }) => id).toSorted();
    const page = await readById({ number: 2, size: 10 });
    expect(ids(page)).toEqual(all.slice(10, 20));
    expect(ids(await readById({ number: 3, size: 10 }))).toEqual(all.slice(20));
  });

  it('counts all rows of the list for page[total], and counts no rows without page[total]', async () => {
    expect(await readById({ size: 2, total: true })).toMatchObject({ total: stored.length });
    const texts: string[] = [];
    await readPage(
      (statement) => {
        texts.push(statement.text);
        return Promise.resolve([]);
      },
      listing,
      sortedBy('id'),
    );
    expect(texts.join()).not.toMatch(/count/i);
    expect(texts).toHaveLength(1);
  });

  it('returns partial pages if few rows match, and every matching row on one of the pages', async () => {
    const rare: Listing = {
      ...listing,
      values: [shop_id, 'é'],
      lookedUp: { sql: 'resource_type = $2', walk: 3 },
    };
    const pages = [await readById({ size: 2 }, rare)];
    for (let at = nextOf(pages[0]!); at; at = nextOf(pages.at(-1)!))
      pages.push(await readById({ size: 2, after: at }, rare));
    const expected = stored.filter(({ resource_type }) => resource_type === 'é').map(({ id }) => id);
    expect(pages.flatMap(ids)).toEqual(expected.toSorted());
    expect(pages.filter(({ end }) => end).length).toBeGreaterThan(3);
    expect(ids(await readById({ number: 1, size: 100 }, rare))).toEqual(expected.toSorted());
    expect(await readById({ size: 1, total: true }, rare)).toMatchObject({ total: expected.length });
  });

  it('uses the same SQL for all page cursors and page sizes, so that few statements are prepared', () => {
    const [a, b] = stored.map(({ id }) => [id]);
    const textOf = (query: Partial<PageQuery>) => pageStatement(listing, sortedBy('id', query)).text;
    expect(textOf({ after: a!, size: 3 })).toBe(textOf({ after: b!, size: 7 }));
  });
});
