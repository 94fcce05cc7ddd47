import fc from 'fast-check';
import { ApiError, ApiErrors } from './api-error';
import { cursorsOfProcess } from './cursor';
import { MAX_PAGE_DEPTH, MAX_PAGE_SIZE, parseListQuery, parseNoQuery, parseObjectQuery } from './list-query';
import { cursorPagination } from './media-type';
import { describeResource } from './resource';

const articles = describeResource({
  type: 'articles',
  path: '/api/articles',
  attributes: { title: 'string', data: 'json' },
  relationships: { author: { type: 'people', column: 'author_id' } },
  sortable: ['title', 'kind'],
  filters: ['title', 'meta'],
});
const id = '0190d6a0-0000-7000-8000-000000000001';
const list = (query: string) => parseListQuery(articles, query);

function violations(work: () => unknown): ApiError[] {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiErrors) return [...error.errors];
    if (error instanceof ApiError) return [error];
    throw error;
  }
  throw new Error('nothing was refused');
}
function refusals(query: string): ApiError[] {
  return violations(() => list(query));
}
const naming = (parameter: string) => ({
  status: 400,
  code: 'invalid_query_parameter',
  source: { parameter },
});

describe('parseListQuery', () => {
  it('returns the first 25 objects by ascending id for an empty query', () => {
    expect(list('')).toMatchObject({
      size: 25,
      order: [{ column: 'id', descending: false }],
      total: false,
      included: false,
      filters: {},
    });
    expect(list('')).not.toHaveProperty('fields');
  });

  it('rejects all unknown parameters and lists the known parameters (QP-01, QP-02)', () => {
    const errors = refusals('fooBar=1&foo_bar=2&foo=3&limit=4');
    expect(errors.map(({ source }) => source)).toEqual(
      ['fooBar', 'foo_bar', 'foo', 'limit'].map((parameter) => ({ parameter })),
    );
    expect(errors[0]!.message).toContain('filter[title]');
  });

  it.each([
    'filter',
    'filter[]',
    'filter[_]',
    'filter[other]',
    'filter[title]x',
    'filter[title][]',
    'filter[title]]',
    'filter[__proto__]',
    'filter[constructor]',
    'page',
    'page[]',
    'page[offset]',
    'page[size][gt]',
    'page[__proto__]',
    'fields',
    'fields[people]',
    'fields[__proto__]',
    'Sort',
    'FILTER[title]',
    '__proto__',
    'access_token',
  ])('rejects the query string %s (QP-03, QP-09)', (name) => {
    expect(refusals(`${name}=1`)).toMatchObject([naming(name)]);
  });

  it('returns the values of the filters that the resource declares', () => {
    expect(list('filter[title]=a%26b&filter[meta]=').filters).toEqual({ title: 'a&b', meta: '' });
  });

  it('reports all violations together, each with the parameter name', () => {
    const errors = refusals('sort=x&include=y&fields[articles]=z&page[size]=0&page[after]=q&filter[w]=1');
    expect(errors.map(({ source }) => (source as { parameter: string }).parameter).sort()).toEqual([
      'fields[articles]',
      'filter[w]',
      'include',
      'page[after]',
      'page[size]',
      'sort',
    ]);
  });

  it('throws only API errors for any query string', () => {
    const name = fc.constantFrom(
      'sort',
      'include',
      'page[size]',
      'page[after]',
      'page[number]',
      'filter[title]',
    );
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.integer().map(String),
      fc.constant('-title,id'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        try {
          list(pairs.map(([key, text]) => `${key}=${encodeURIComponent(text)}`).join('&'));
        } catch (error) {
          if (!(error instanceof ApiError || error instanceof ApiErrors)) throw error;
        }
      }),
    );
  });
});

describe('the sort parameter', () => {
  const order = (query: string) =>
    list(`sort=${query}`).order.map(({ column, descending }) => (descending ? `-${column}` : column));

  it('appends the id in the direction of the last sort field, so that the order is unambiguous', () => {
    expect(order('title')).toEqual(['title', 'id']);
    expect(order('-title')).toEqual(['-title', '-id']);
    expect(order('-title,kind')).toEqual(['-title', 'kind', 'id']);
    expect(order('kind,-title')).toEqual(['kind', '-title', '-id']);
  });

  it('drops the fields after the id', () => {
    expect(order('id')).toEqual(['id']);
    expect(order('-id')).toEqual(['-id']);
    expect(order('title,-id')).toEqual(['title', '-id']);
    expect(order('id,title')).toEqual(['id']);
  });

  it.each([
    '',
    ',',
    'title,',
    '--title',
    '+title',
    ' title',
    'Title',
    'data',
    'author',
    'author.name',
    'title;--',
  ])('rejects "%s" with an error type of the pagination profile (CP-11)', (field) => {
    const [error] = refusals(`sort=${encodeURIComponent(field)}`);
    expect(error).toMatchObject({ ...naming('sort'), type: `${cursorPagination}unsupported-sort` });
    expect(error!.message).toContain('id, title, kind');
  });

  it('rejects an unknown field, even if the id precedes the field (SO-04)', () => {
    expect(refusals('sort=id,nonsense')).toMatchObject([naming('sort')]);
    expect(refusals('sort=-id,-nonsense,title,x')).toHaveLength(2);
  });

  it('rejects the id if the resource cannot be sorted by id', () => {
    const [error] = violations(() => parseListQuery({ ...articles, sortsById: false }, 'sort=-id'));
    expect(error!.message).toContain('Sort fields: title, kind.');
  });

  it('rejects a field that is repeated', () => {
    expect(refusals('sort=title,-title')).toMatchObject([naming('sort')]);
    expect(refusals('sort=id,id')).toMatchObject([naming('sort')]);
  });
});

describe('parseListQuery with fields and include', () => {
  it('accepts attributes and relationships as fields (SF-03)', () => {
    expect([...list('fields[articles]=title,author').fields!]).toEqual(['title', 'author']);
  });

  it('selects no fields for an empty fields parameter (SF-02)', () => {
    expect(list('fields[articles]=').fields!.size).toBe(0);
  });

  it.each(['id', 'type', 'nothing', 'title,', 'toString', 'title, data'])(
    'rejects the field list "%s" (SF-06)',
    (fields) => {
      expect(refusals(`fields[articles]=${fields}`)).toMatchObject([naming('fields[articles]')]);
    },
  );

  it('requests the member included, without resources, for an empty include parameter (IN-04)', () => {
    expect(list('include=').included).toBe(true);
    expect(list('').included).toBe(false);
  });

  it('rejects all include paths of a resource without relationships (IN-01)', () => {
    for (const path of ['author', 'author.articles', ',', 'a'.repeat(5_000)])
      expect(refusals(`include=${path}`)).toMatchObject([naming('include')]);
  });
});

describe('page parameters', () => {
  it.each([1, 25, MAX_PAGE_SIZE])('accept %d as page[size]', (size) => {
    expect(list(`page[size]=${size}`).size).toBe(size);
    expect(list(`page[size]=00${size}`).size).toBe(size);
  });

  it.each(['', '0', '000', '-1', '1.5', '1e1', '01x', ' 1', '0x1', 'ten', 'NaN', '1,2'])(
    'reject "%s" as page[size] (CP-01)',
    (size) => {
      expect(refusals(`page[size]=${encodeURIComponent(size)}`)).toMatchObject([naming('page[size]')]);
    },
  );

  it.each([MAX_PAGE_SIZE + 1, 1_000_000, '9'.repeat(400)])(
    'reject %s as page[size] and report the maximum size (CP-02)',
    (size) => {
      expect(refusals(`page[size]=${size}`)).toMatchObject([
        {
          ...naming('page[size]'),
          type: `${cursorPagination}max-size-exceeded`,
          meta: { page: { maxSize: 100 } },
        },
      ]);
    },
  );

  it('accept a cursor of the same sort order in page[after] and page[before]', () => {
    const order = list('sort=-title').order;
    const cursor = cursorsOfProcess.encode(order, ['a', id]);
    expect(list(`sort=-title&page[after]=${cursor}`).after).toEqual(['a', id]);
    expect(list(`page[before]=${cursor}&sort=-title`).before).toEqual(['a', id]);
  });

  it.each(['page[after]', 'page[before]'])(
    'reject an invalid cursor, and a cursor of a different sort order, in %s (CP-03)',
    (name) => {
      const other = cursorsOfProcess.encode(list('sort=kind').order, ['a', id]);
      for (const cursor of ['', 'garbage', id, other])
        expect(refusals(`sort=title&${name}=${cursor}`)).toMatchObject([naming(name)]);
    },
  );

  it('reject the cursor at the end of the list in page[after]', () => {
    const end = cursorsOfProcess.encode(list('').order, []);
    expect(refusals(`page[after]=${end}`)).toMatchObject([naming('page[after]')]);
    expect(list(`page[before]=${end}`).before).toEqual([]);
  });

  it('reject page[after] in combination with page[before] (CP-04)', () => {
    const cursor = cursorsOfProcess.encode(list('').order, [id]);
    expect(refusals(`page[after]=${cursor}&page[before]=${cursor}`)).toMatchObject([
      { ...naming('page[before]'), type: `${cursorPagination}range-pagination-not-supported` },
    ]);
  });

  it('accept page[number] from 1 to the documented maximum depth', () => {
    expect(list('page[number]=1').number).toBe(1);
    expect(list('page[number]=007').number).toBe(7);
    expect(list(`page[number]=${MAX_PAGE_DEPTH / 25}`).number).toBe(400);
    expect(list(`page[number]=${MAX_PAGE_DEPTH / 100}&page[size]=100`).number).toBe(100);
    for (const number of ['', '0', '-1', '1.5', 'x', String(MAX_PAGE_DEPTH / 25 + 1), '9'.repeat(30)])
      expect(refusals(`page[number]=${number}`)).toMatchObject([naming('page[number]')]);
  });

  it('reject page[number] in combination with a cursor', () => {
    const cursor = cursorsOfProcess.encode(list('').order, [id]);
    expect(refusals(`page[number]=2&page[after]=${cursor}`)).toMatchObject([naming('page[number]')]);
    expect(refusals(`page[before]=${cursor}&page[number]=2`)).toMatchObject([naming('page[number]')]);
  });

  it('accept true and false as page[total]', () => {
    expect(list('page[total]=true').total).toBe(true);
    expect(list('page[total]=false').total).toBe(false);
    for (const total of ['', '1', 'TRUE', 'yes'])
      expect(refusals(`page[total]=${total}`)).toMatchObject([naming('page[total]')]);
  });
});

describe('parseObjectQuery', () => {
  it('accepts fields and include', () => {
    const query = parseObjectQuery(articles, 'fields[articles]=title&include=');
    expect([...query.fields!]).toEqual(['title']);
    expect(query.included).toBe(true);
    expect(parseObjectQuery(articles, '')).toEqual({ included: false });
  });

  it('rejects list parameters such as sort, and names the parameters in the error (QP-04, QP-10)', () => {
    const sent = ['sort', 'page[size]', 'filter[title]', 'unknown'];
    const errors = violations(() => parseObjectQuery(articles, sent.map((name) => `${name}=1`).join('&')));
    expect(errors).toMatchObject(sent.map(naming));
  });
});

it('parseNoQuery rejects every parameter', () => {
  parseNoQuery('');
  expect(violations(() => parseNoQuery('a=1&include=&b'))).toMatchObject(['a', 'include', 'b'].map(naming));
});
