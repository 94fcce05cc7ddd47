import { randomUUID } from 'node:crypto';
import { cursorsOfProcess, describeResource, parseListQuery, type DocumentRow } from '@storewright/json-api';
import { type TestDatabase, testDatabase } from '@storewright/testing';
import { DataSource } from 'typeorm';
import { Database } from './database';
import { dataSourceOptions } from './database-options';
import { type Listing, pageStatement, readPage } from './keyset';

const notes = describeResource({
  type: 'notes',
  path: '/api/notes',
  attributes: { resource_type: 'string', resource_id: 'string' },
  sortable: ['resource_type', 'resource_id'],
});

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

  const read = (query: string, of = listing) =>
    readPage(
      (statement) => door.query({ shop_id }, statement),
      of,
      parseListQuery(notes, query.replace(/^\?/, '')),
    );
  const ids = ({ rows }: { rows: DocumentRow[] }) => rows.map(({ id }) => id as string);
  const bytes = (text: string) => Buffer.from(text);

  it.each(['id', '-id', 'resource_type', '-resource_type,resource_id', 'resource_id,-resource_type,-id'])(
    'returns every row once, forward and backward, sorted by %s',
    async (sort) => {
      const pages = [await read(`sort=${sort}&page[size]=4`)];
      for (let next = pages[0]!.next; next !== null; next = pages.at(-1)!.next) pages.push(await read(next));
      const met = pages.flatMap(ids);
      expect(met.toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
      expect(met).toEqual(ids(await read(`sort=${sort}&page[size]=100`)));

      for (let at = pages.length - 1; at > 0; at -= 1)
        expect(ids(await read(pages[at]!.prev!))).toEqual(ids(pages[at - 1]!));
      expect(pages[0]!.prev).toBeNull();
    },
  );

  it('sorts text by code point instead of by language rules', async () => {
    const { rows } = await read('sort=resource_type&page[size]=100');
    const types = rows.map((row) => row['resource_type'] as string);
    expect(types).toEqual(types.toSorted((a, b) => Buffer.compare(bytes(a), bytes(b))));
    expect([...new Set(types)]).toEqual(['B', 'a', 'é', '🦊']);
  });

  it('continues after a cursor whose row was deleted', async () => {
    const first = await read('page[size]=5');
    const last = ids(first).at(-1)!;
    const values = [shop_id, last];
    const [gone] = await database.query(
      'DELETE FROM shop.meta WHERE shop_id = $1 AND id = $2 RETURNING *',
      values,
    );
    const all = stored.map(({ id }) => id).toSorted();
    expect(ids(await read(first.next!))).toEqual(all.slice(5, 10));
    await database.query('INSERT INTO shop.meta SELECT * FROM jsonb_populate_record(NULL::shop.meta, $1)', [
      gone,
    ]);
  });

  it('skips the rows of earlier pages for page[number]', async () => {
    const all = stored.map(({ id }) => id).toSorted();
    const page = await read('page[number]=2&page[size]=10');
    expect(ids(page)).toEqual(all.slice(10, 20));
    expect(ids(await read(page.next!))).toEqual(all.slice(20));
  });

  it('counts all rows of the list for page[total], and sends no count otherwise', async () => {
    expect(await read('page[size]=2&page[total]=true')).toMatchObject({ total: stored.length });
    const texts: string[] = [];
    await readPage(
      (statement) => {
        texts.push(statement.text);
        return Promise.resolve([]);
      },
      listing,
      parseListQuery(notes, ''),
    );
    expect(texts.join()).not.toMatch(/count/i);
    expect(texts).toHaveLength(1);
  });

  it('returns partial pages for a rare condition, and all matching rows over all pages', async () => {
    const rare: Listing = {
      ...listing,
      values: [shop_id, 'é'],
      lookedUp: { sql: 'resource_type = $2', walk: 3 },
    };
    const pages = [];
    for (let next: string | null = 'page[size]=2'; next !== null; next = pages.at(-1)!.next)
      pages.push(await read(next, rare));
    const expected = stored.filter(({ resource_type }) => resource_type === 'é').map(({ id }) => id);
    expect(pages.flatMap(ids)).toEqual(expected.toSorted());
    expect(pages.filter(({ partial }) => partial).length).toBeGreaterThan(3);
    expect(ids(await read('page[number]=1&page[size]=100', rare))).toEqual(expected.toSorted());
    expect(await read('page[size]=1&page[total]=true', rare)).toMatchObject({ total: expected.length });
  });

  it('sends the same text for other cursors and page sizes, so that few statements are prepared', () => {
    const [a, b] = stored.map(({ id }) =>
      cursorsOfProcess.encode([{ column: 'id', descending: false }], [id]),
    );
    const textOf = (query: string) => pageStatement(listing, parseListQuery(notes, query)).text;
    expect(textOf(`page[after]=${a}&page[size]=3`)).toBe(textOf(`page[after]=${b}&page[size]=7`));
  });
});
