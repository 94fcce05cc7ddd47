import fc from 'fast-check';
import { collectionDocument, created, document, noContent, resourceDocument } from './response';
import { type ApiError } from './api-error';
import { parseListQuery, parseObjectQuery } from './list-query';
import { collectionMediaType, cursorPagination, mediaType } from './media-type';
import { pageOf } from '@storewright/pages';
import { checkPreconditionHeaders, describeResource, etagOf } from './resource';
import type { DocumentRow } from './types';

const articles = describeResource({
  type: 'articles',
  path: '/api/articles',
  attributes: { title: 'string', tags: 'string[]', data: 'json', words: 'number', published_at: 'timestamp' },
  meta: { version: 'number', updated_at: 'timestamp' },
  relationships: {
    author: { type: 'people', column: 'author_id' },
    editor: { type: 'people', column: 'editor_id' },
  },
  versioned: true,
});
const row: DocumentRow = {
  id: '0190d6a0-0000-7000-8000-000000000001',
  title: 'A title',
  tags: ['a', 'b'],
  data: '{"b": 1.50, "a": 12345678901234567890}',
  words: 7,
  published_at: '2019-07-14T09:23:34.000001Z',
  version: 3,
  updated_at: '2019-07-14T09:23:35.000000Z',
  author_id: '0190d6a0-0000-7000-8000-0000000000aa',
  editor_id: null,
};
const origin = 'https://demo-shop.example.test';
const read = (text: string) => JSON.parse(text) as Record<string, Record<string, unknown>>;
const rendered = (changes: DocumentRow = {}, only?: string[]) =>
  articles.render({ ...row, ...changes }, origin, only && new Set(only));

describe('a resource object', () => {
  it('contains exactly the declared attributes and members of meta, in the declared order', () => {
    expect(read(rendered({ secret: 'x', shop_id: 'y' }))).toEqual({
      type: 'articles',
      id: row['id'],
      attributes: {
        title: 'A title',
        tags: ['a', 'b'],
        data: { a: 12345678901234567890, b: 1.5 },
        words: 7,
        published_at: '2019-07-14T09:23:34.000001Z',
      },
      relationships: {
        author: { data: { type: 'people', id: row['author_id'] } },
        editor: { data: null },
      },
      links: { self: `${origin}/api/articles/${String(row['id'])}` },
      meta: { version: 3, updated_at: '2019-07-14T09:23:35.000000Z' },
    });
    expect(Object.keys(read(rendered())['attributes']!)).toEqual(Object.keys(articles.attributes));
  });

  it('contains the values of a row unchanged', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', "'", '\\', '` + row', '${origin}', '\u2028', '"+origin+"'),
    );
    fc.assert(
      fc.property(hostile, fc.array(hostile), (title, tags) => {
        expect(read(rendered({ title, tags }))['attributes']).toMatchObject({ title, tags });
      }),
    );
  });

  it('contains only the requested fields, independently of earlier requests', () => {
    for (const only of [['title'], ['words', 'author'], ['title'], ['author', 'words'], []]) {
      const { attributes = {}, relationships = {} } = read(rendered({}, only));
      expect([...Object.keys(attributes), ...Object.keys(relationships)].sort()).toEqual([...only].sort());
    }
  });

  it('contains JSON columns as Postgres printed the text, so that numbers are unchanged', () => {
    expect(rendered()).toContain('"data":{"b": 1.50, "a": 12345678901234567890}');
  });

  it('contains every string as valid JSON', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, fc.array(text), (title, tags) => {
        const object = read(rendered({ title, tags }));
        expect(object['attributes']).toMatchObject({ title, tags });
        expect(Object.keys(object)).toEqual(['type', 'id', 'attributes', 'relationships', 'links', 'meta']);
      }),
    );
    expect(read(rendered({ title: '","id":"forged' }))['attributes']!['title']).toBe('","id":"forged');
  });

  it('contains null for each attribute without a value', () => {
    const nothing = { title: null, tags: null, data: null, words: undefined, published_at: null };
    expect(read(rendered(nothing))['attributes']).toEqual({ ...nothing, words: null });
  });

  it('distinguishes false, zero and an empty string from null', () => {
    expect(read(rendered({ words: 0 }))['attributes']!['words']).toBe(0);
    expect(read(rendered({ words: false }))['attributes']!['words']).toBe(false);
    expect(read(rendered({ title: '' }))['attributes']!['title']).toBe('');
  });

  it('contains type, id and the fields of a sparse fieldset (SF-01, SF-02, SF-05)', () => {
    const some = read(rendered({}, ['words', 'editor']));
    expect(some).toMatchObject({
      type: 'articles',
      id: row['id'],
      attributes: { words: 7 },
      relationships: { editor: { data: null } },
    });
    expect(Object.keys(some['attributes']!)).toEqual(['words']);
    expect(Object.keys(some['relationships']!)).toEqual(['editor']);
    expect(read(rendered({}, []))).toMatchObject({ id: row['id'], attributes: {} });
    expect(read(rendered({}, []))).not.toHaveProperty('relationships');
  });

  it('contains the parent id in the URL path of a nested collection', () => {
    const keys = describeResource({ type: 'keys', path: '/api/shops/:shop_id/keys', attributes: {} });
    expect(keys.pathOf({ shop_id: 's', id: 'k' })).toBe('/api/shops/s/keys/k');
    expect(read(keys.render({ shop_id: 's', id: 'k' }, origin))).toEqual({
      type: 'keys',
      id: 'k',
      attributes: {},
      links: { self: `${origin}/api/shops/s/keys/k` },
    });
  });
});

describe('an ETag', () => {
  const tag = '"3-20190714092335000000"';

  it('contains version and time, so that a deleted object that is created again has a different ETag', () => {
    expect(etagOf(row)).toBe(tag);
    expect(etagOf({ ...row, version: 4 })).not.toBe(tag);
    expect(etagOf({ ...row, updated_at: '2019-07-14T09:23:35.000001Z' })).not.toBe(tag);
  });

  it.each([[undefined], ['*'], [' * '], [tag], [`"x", ${tag}`], [`${tag},"x"`]])(
    'matches the header If-Match: %s',
    (header) => {
      expect(() => checkPreconditionHeaders({ ifMatch: header }, tag)).not.toThrow();
    },
  );

  it.each([[''], ['"x"'], [`W/${tag}`], [tag.slice(1, -1)], ['"x", "y"']])(
    'causes a 412 for the header If-Match: %s (RFC 9110 §13.1.1)',
    (header) => {
      let refusal: ApiError | undefined;
      try {
        checkPreconditionHeaders({ ifMatch: header }, tag);
      } catch (error) {
        refusal = error as ApiError;
      }
      expect(refusal).toMatchObject({
        status: 412,
        code: 'precondition_failed',
        source: { header: 'If-Match' },
      });
    },
  );
});

describe('checkPreconditionHeaders', () => {
  const tag = '"3-20190714092335000000"';
  const refusal = (header: string) => {
    try {
      checkPreconditionHeaders({ ifNoneMatch: header }, tag);
      return undefined;
    } catch (error) {
      return error as ApiError;
    }
  };

  it.each(['*', tag, `W/${tag}`, `"x", ${tag}`, `"3-20190714092335000000.${'a'.repeat(22)}"`])(
    'throws 412 if If-None-Match contains the ETag of the object: %s',
    (header) => expect(refusal(header)).toMatchObject({ status: 412, source: { header: 'If-None-Match' } }),
  );

  it.each(['', '"x"', '"3-20190714092335000001"'])(
    'accepts an If-None-Match header without the ETag of the object: %s',
    (header) => expect(refusal(header)).toBeUndefined(),
  );
});

describe('a response document', () => {
  const path = `/api/articles/${String(row['id'])}`;
  const single = (query = '') => parseObjectQuery(articles, query);

  it('has the JSON:API version, self link and ETag of its object', () => {
    const { status, headers, body } = resourceDocument(articles, row, single())({ origin, path });
    expect(status).toBeUndefined();
    expect(headers).toEqual({ 'content-type': mediaType, etag: etagOf(row) });
    expect(read(body!)).toEqual({
      jsonapi: { version: '1.1' },
      links: { self: origin + path },
      data: read(rendered()),
    });
  });

  it('has the member included if the request has the include parameter, even with no resources (IN-02)', () => {
    expect(
      read(resourceDocument(articles, row, single('include='))({ origin, path }).body!)['included'],
    ).toEqual([]);
    const another = { resource: articles, row: { ...row, title: 'Another' } };
    const more = { included: [another], meta: { note: 'x' } };
    expect(read(resourceDocument(articles, row, single(), more)({ origin, path }).body!)).toMatchObject({
      included: [{ attributes: { title: 'Another' } }],
      meta: { note: 'x' },
    });
  });

  it('has a valid URI as self link, even if the request URL is not a valid URI (RFC 3986, DS-14)', () => {
    const raw = Buffer.from(`${path}?fields[articles]=title&x={"é|"}\\^\``).toString('latin1');
    const { links } = read(resourceDocument(articles, row, single())({ origin, path: raw }).body!);
    expect(links!['self']).toBe(
      `${origin}${path}?fields%5Barticles%5D=title&x=%7B%22%C3%A9%7C%22%7D%5C%5E%60`,
    );
    const encoded = `${path}?fields%5Barticles%5D=title%2Cwords`;
    expect(
      read(resourceDocument(articles, row, single())({ origin, path: encoded }).body!)['links']!['self'],
    ).toBe(origin + encoded);
  });

  it('has the status 201 and the self link in the Location header if it contains a new object (CR-02, CR-03)', () => {
    const { status, headers, body } = created(articles, row, single())({ origin, path: '/api/articles' });
    expect(status).toBe(201);
    expect(headers['location']).toBe(origin + path);
    expect(read(body!)).toMatchObject({
      links: { self: origin + path },
      data: { links: { self: origin + path } },
    });
  });

  it('has the profile, pagination links and the requested total if it contains a page (CP-12, DS-29)', () => {
    const query = parseListQuery(articles, 'page[size]=1&page[total]=true&fields[articles]=words');
    const { headers, body } = collectionDocument(
      articles,
      pageOf(query, [row, row], 2),
      query,
    )({ origin, path: '/api/articles?page[size]=1' });
    expect(headers).toEqual({ 'content-type': collectionMediaType });
    const { jsonapi, links, data, meta, ...rest } = read(body!);
    expect(rest).toEqual({});
    expect(jsonapi).toEqual({ version: '1.1', profile: [cursorPagination] });
    expect(links).toEqual({
      self: {
        href: `${origin}/api/articles?page%5Bsize%5D=1&page%5Btotal%5D=true&fields%5Barticles%5D=words`,
        type: collectionMediaType,
      },
      first: `${origin}/api/articles?page%5Bsize%5D=1&page%5Btotal%5D=true&fields%5Barticles%5D=words`,
      prev: null,
      next: expect.stringContaining('page%5Bafter%5D=') as string,
    });
    expect(data).toMatchObject([{ attributes: { words: 7 } }]);
    expect(meta).toEqual({ page: { total: 2 } });
  });

  it('of an empty page has an empty list, and an empty included if the request has include (DS-20)', () => {
    const query = parseListQuery(articles, 'include=');
    const { body } = collectionDocument(
      articles,
      pageOf(query, []),
      query,
    )({ origin, path: '/api/articles' });
    expect(read(body!)).toMatchObject({ data: [], included: [] });
    expect(read(body!)).not.toHaveProperty('meta');
  });

  it('contains the given members after the JSON:API version if it has no primary data', () => {
    expect(read(document({ links: {}, meta: { a: 1 } })({ origin, path: '/api' }).body!)).toEqual({
      jsonapi: { version: '1.1' },
      links: {},
      meta: { a: 1 },
    });
  });

  it('has the status 204, no body and no Content-Type if it has no content (HT-09)', () => {
    expect(noContent()({ origin, path })).toEqual({ status: 204, headers: {} });
  });
});
