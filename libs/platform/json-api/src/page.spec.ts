import { pageOf, rowsToRead, rowsToSkip } from '@storewright/pages';
import { pageLinks } from './page';
import { type ListQuery, parseListQuery } from './list-query';
import { describeResource } from './resource';
import type { DocumentRow } from './types';

const articles = describeResource({
  type: 'articles',
  path: '/api/articles',
  attributes: { title: 'string' },
  sortable: ['title'],
  filters: ['title'],
});
/** Titles repeat, so only the ID distinguishes some rows. */
const rows: DocumentRow[] = Array.from({ length: 7 }, (_, at) => ({
  id: `0190d6a0-0000-7000-8000-00000000000${at}`,
  title: `title ${Math.floor(at / 3)}`,
}));

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** A page with its links. */
function linked(query: ListQuery, ...read: [rows: DocumentRow[], total?: number, end?: readonly string[]]) {
  const page = pageOf(query, ...read);
  return { ...page, ...pageLinks(page, query) };
}

/** Reads rows as a database does: in the order of the query, after or before its cursor, up to the limit. */
function read(queryString: string, stored: DocumentRow[]) {
  const query = parseListQuery(articles, queryString.replace(/^\?/, ''));
  const { order, after, before } = query;
  const distance = (row: DocumentRow, values: readonly string[]) =>
    order
      .map(({ column, descending }, at) => compare(String(row[column]), values[at]!) * (descending ? -1 : 1))
      .find((difference) => difference !== 0) ?? 0;
  let found = stored.toSorted((a, b) =>
    distance(
      a,
      order.map(({ column }) => String(b[column])),
    ),
  );
  if (after) found = after.length ? found.filter((row) => distance(row, after) > 0) : [];
  if (before?.length) found = found.filter((row) => distance(row, before) < 0);
  if (before) found.reverse();
  const skipped = rowsToSkip(query);
  return linked(query, found.slice(skipped, skipped + rowsToRead(query)));
}
const ids = (page: { rows: DocumentRow[] }) => page.rows.map(({ id }) => String(id).slice(-1)).join('');

describe('a cursor page', () => {
  it.each(['', 'sort=-id', 'sort=title', 'sort=-title', 'sort=title,-id'])(
    'links to all objects once in both directions, in the same pages, for the query "%s"',
    (sort) => {
      const start = `?${sort}&page[size]=2`;
      const pages = [read(start, rows)];
      for (let next = pages[0]!.next; next !== null; next = pages.at(-1)!.next) pages.push(read(next, rows));
      expect(pages.map(({ rows }) => rows.length)).toEqual([2, 2, 2, 1]);
      expect(new Set(pages.flatMap(({ rows }) => rows)).size).toBe(rows.length);

      let back = pages.at(-1)!;
      for (const expected of pages.slice(0, -1).reverse()) {
        back = read(back.prev!, rows);
        expect(ids(back)).toBe(ids(expected));
      }
      expect(read(pages.at(-1)!.first, rows)).toEqual(pages[0]);
    },
  );

  it('has no prev link at the start and no next link at the end (PG-05)', () => {
    expect(read('page[size]=3', rows)).toMatchObject({ prev: null, next: expect.any(String) as string });
    expect(read('page[size]=7', rows)).toMatchObject({ prev: null, next: null });
  });

  it('has a next link but no prev link at the start of the list, if the client paged backwards', () => {
    const second = read(read('page[size]=3', rows).next!, rows);
    const first = read(second.prev!, rows);
    expect(ids(first)).toBe('012');
    expect(first.prev).toBeNull();
    expect(ids(read(first.next!, rows))).toBe('345');
  });

  it('is empty and links to the last objects if the cursor is after the last object (PG-09)', () => {
    const second = read(read('page[size]=5', rows).next!, rows);
    const beyond = read(read('page[size]=5', rows).next!, rows.slice(0, 5));
    expect(ids(second)).toBe('56');
    expect(beyond).toMatchObject({ rows: [], next: null });
    expect(ids(read(beyond.prev!, rows.slice(0, 5)))).toBe('01234');
  });

  it('is empty and links to the first objects if the cursor is before the first object', () => {
    const second = read(read('page[size]=3', rows).next!, rows);
    const before = read(second.prev!, rows.slice(3));
    expect(before).toMatchObject({ rows: [], prev: null });
    expect(ids(read(before.next!, rows.slice(3)))).toBe('345');
  });

  it('has only a first link if the list is empty', () => {
    expect(read('', [])).toEqual({ rows: [], hasMore: false, first: '', prev: null, next: null });
  });

  it('remains the same if the object in the cursor or earlier objects are deleted (CP-06)', () => {
    const { next } = read('page[size]=3', rows);
    expect(ids(read(next!, rows.slice(3)))).toBe('345');
  });

  it('neither repeats nor skips objects when an object is added (CP-09)', () => {
    const { next } = read('sort=title&page[size]=3', rows);
    const added = [{ id: '0190d6a0-0000-7000-8000-000000000009', title: 'title 0' }, ...rows];
    expect(ids(read(next!, added))).toBe('934');
    expect(ids(read(next!, [{ ...added[0]!, title: 'a' }, ...rows]))).toBe('345');
  });
});

describe('a partial cursor page', () => {
  const place = ['0190d6a0-0000-7000-8000-000000000004'];
  const partial = (queryString: string, found: DocumentRow[]) =>
    linked(parseListQuery(articles, queryString), found, undefined, place);

  it('links to the next page from the position where the search stopped', () => {
    for (const found of [[], rows.slice(0, 2)]) {
      const page = partial('page[size]=3', found);
      expect(page).toMatchObject({ end: place, prev: null });
      expect(ids(read(page.next!, rows))).toBe('56');
    }
  });

  it('links to the previous page from the position where a backward search stopped', () => {
    const { prev } = read(read('page[size]=5', rows).next!, rows);
    const page = partial(prev!.replace(/^\?/, ''), []);
    expect(page.end).toEqual(place);
    expect(ids(read(page.prev!, rows))).toBe('0123');
    expect(ids(read(page.next!, rows))).toBe('56');
  });

  it('has no position where the search stopped if the page is full', () => {
    const page = partial('page[size]=3', rows.slice(0, 4));
    expect(page).not.toHaveProperty('end');
    expect(ids(read(page.next!, rows))).toBe('345');
  });
});

describe('a page by number', () => {
  it('links to the previous and next page by number and repeats the page size', () => {
    expect(read('page[number]=2&page[size]=3', rows)).toMatchObject({
      rows: rows.slice(3, 6),
      first: '?page%5Bsize%5D=3',
      prev: '?page%5Bsize%5D=3&page%5Bnumber%5D=1',
      next: '?page%5Bsize%5D=3&page%5Bnumber%5D=3',
    });
  });

  it('has no next link on the last page', () => {
    expect(read('page[number]=1&page[size]=3', rows).prev).toBeNull();
    expect(read('page[number]=3&page[size]=3', rows).next).toBeNull();
    expect(read('page[number]=9&page[size]=3', rows)).toMatchObject({ rows: [], next: null });
  });

  it('links only to pages within the limit of page[number]', () => {
    const query = parseListQuery(articles, 'page[number]=100&page[size]=100');
    const page = linked(
      query,
      Array.from({ length: rowsToRead(query) }, () => rows[0]!),
    );
    expect(page.next).toBeNull();
  });
});

describe('the links of a page', () => {
  it('repeat filter, sort, fields and size, and contain at most one cursor (PG-06)', () => {
    const kept = 'filter[title]=a&sort=-title&fields[articles]=title&page[size]=1&page[total]=true';
    const first = read(kept, rows);
    const second = read(first.next!, rows);
    for (const link of [first.first, first.next, second.first, second.prev, second.next]) {
      const parameters = new URLSearchParams(link!);
      expect(Object.fromEntries(parameters)).toMatchObject(Object.fromEntries(new URLSearchParams(kept)));
      expect([...parameters.keys()].filter((name) => /after|before|number/.test(name)).length).toBeLessThan(
        2,
      );
    }
    expect(new URLSearchParams(second.first).has('page[after]')).toBe(false);
  });

  it('percent-encode square brackets and characters that are invalid in a URI (DS-14)', () => {
    const { next } = read('filter[title]={"%C3%A9"}&page[size]=1', rows);
    expect(next).toMatch(/^\?filter%5Btitle%5D=%7B%22%C3%A9%22%7D&page%5Bsize%5D=1&page%5Bafter%5D=[\w-]+$/);
  });
});
