import { Allow, IsBoolean } from 'class-validator';
import fc from 'fast-check';
import { ApiError, ApiErrors, type Violations } from './api-error';
import { type CustomValidation, readChange, readNew } from './input';
import { MAX_MEMBERS_OF_BODY, pointerBelow } from './request-document';
import { describeResource } from './resource';
import { IsText } from './string';
import { IsOmittable } from './validators';

class NewArticle implements CustomValidation {
  @IsText(1, 8)
  title: string;
  @IsOmittable()
  @IsText(0, 8)
  kind?: string;

  check(violations: Violations, pointer: string, source: string): void {
    if (this.title === 'forbidden')
      violations.add('already_exists', {
        detail: `in ${source.length}`,
        source: { pointer: `${pointer}/title` },
      });
  }
}
class ArticleChanges {
  @IsOmittable()
  @IsBoolean({ message: 'draft is true or false' })
  draft?: boolean;
}
class Anything {
  @Allow()
  title: unknown;
  @Allow()
  kind?: unknown;
}
const articles = describeResource({
  type: 'articles',
  path: '/api/articles',
  attributes: { title: 'string', kind: 'string', words: 'number' },
  meta: { version: 'number' },
  create: NewArticle,
  update: ArticleChanges,
});
const readOnly = describeResource({ type: 'events', path: '/api/events', attributes: { kind: 'string' } });

const id = '0190d6a0-0000-7000-8000-000000000001';
const bytes = (document: unknown) =>
  Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
const create = (data: unknown) => readNew(articles, bytes({ data }));
const change = (data: unknown) => readChange(articles, id, bytes({ data }));
const article = (attributes: unknown) => ({ type: 'articles', attributes });

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

const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0]));

describe('request body limits', () => {
  it('reject a body with too many members before it is parsed', () => {
    const sent = article(members(MAX_MEMBERS_OF_BODY));
    expect(violations(() => create(sent))).toMatchObject([{ code: 'too_many_members', status: 422 }]);
    // The text is not even valid JSON.
    const text = `{"data":[${'{"a":0},'.repeat(MAX_MEMBERS_OF_BODY)}`;
    expect(violations(() => readNew(articles, bytes(text)))).toMatchObject([{ code: 'too_many_members' }]);
  });

  it('limit an error response to 100 errors', () => {
    const all = violations(() => create(article(members(MAX_MEMBERS_OF_BODY - 10))));
    expect(all).toHaveLength(100);
    expect(all[99]).toMatchObject({ source: { pointer: '/data/attributes/k99' } });
  });

  it('ignore colons and braces within strings when members are counted', () => {
    const title = `\\"${':'.repeat(MAX_MEMBERS_OF_BODY)}"{"a":0}`;
    expect(violations(() => create(article({ title })))).toMatchObject([{ code: 'invalid_attribute' }]);
  });
});

describe('readNew', () => {
  it('returns the attributes of a new resource object and the text of the request body', () => {
    const body = '{ "data": {"type":"articles","attributes":{"title":"a"}} }';
    const input = readNew(articles, bytes(body));
    expect(input).toEqual({ attributes: { title: 'a' }, relationships: {}, pointer: '/data', source: body });
    expect(input.attributes).toBeInstanceOf(NewArticle);
  });

  it('accepts a client-generated UUID', () => {
    expect(create({ ...article({ title: 'a' }), id }).id).toBe(id);
  });

  it.each([['7'], [''], [7], [null], [{}], [`${id} `], ['not-a-uuid'], [id.toUpperCase()]])(
    'throws 403 for the client-generated id %p (CR-05)',
    (sent) => {
      expect(violations(() => create({ ...article({ title: 'a' }), id: sent }))).toMatchObject([
        { status: 403, code: 'client_id_not_allowed', source: { pointer: '/data/id' } },
      ]);
    },
  );

  it('ignores unknown members, the lid and @-members of a new resource object (DS-17, DS-18, CR-24)', () => {
    const body = {
      data: { ...article({ title: 'a' }), lid: 'x', links: 7, '@id': 1, whatever: [] },
      jsonapi: { version: '9' },
      meta: {},
      extra: true,
    };
    expect(readNew(articles, bytes(body)).attributes).toEqual({ title: 'a' });
  });

  it('throws 409 with a JSON pointer if the type differs from the type of the collection (CR-07, CR-08)', () => {
    for (const type of ['people', 'Articles', 'article', '', '__proto__']) {
      expect(violations(() => create({ type, attributes: { title: 'a' } }))).toMatchObject([
        { status: 409, code: 'type_mismatch', source: { pointer: '/data/type' } },
      ]);
    }
  });
});

describe('readChange', () => {
  it('returns only the attributes that the request contains', () => {
    const { attributes } = change({ type: 'articles', id, attributes: { draft: true } });
    expect(Object.keys(attributes)).toEqual(['draft']);
    expect(Object.keys(change({ type: 'articles', id }).attributes)).toEqual([]);
  });

  it('compares ids case-insensitively', () => {
    expect(change({ type: 'articles', id: id.toUpperCase(), attributes: {} }).attributes).toEqual({});
  });

  it('throws 409 for an id or type that differs from the request path (UP-05, UP-06)', () => {
    expect(violations(() => change({ type: 'articles', id: id.replace('1', '2') }))).toMatchObject([
      { status: 409, code: 'id_mismatch', source: { pointer: '/data/id' } },
    ]);
    expect(violations(() => change({ type: 'people', id }))).toMatchObject([
      { status: 409, code: 'type_mismatch', source: { pointer: '/data/type' } },
    ]);
  });

  it('throws 400 if the id is missing or not a string (UP-07)', () => {
    expect(violations(() => change({ type: 'articles' }))).toMatchObject([
      { status: 400, source: { pointer: '/data' } },
    ]);
    for (const sent of [7, null, [], {}]) {
      expect(violations(() => change({ type: 'articles', id: sent }))).toMatchObject([
        { status: 400, code: 'malformed_document', source: { pointer: '/data/id' } },
      ]);
    }
  });
});

describe('a request document', () => {
  it.each([
    ['no body', '', undefined],
    ['only whitespace', '  ', undefined],
    ['no JSON', '{"data":', undefined],
    ['text after the JSON document', '{"data":{}} x', undefined],
    ['a trailing comma', '{"data":{},}', undefined],
    ['a byte order mark in the wrong encoding', Buffer.from('{"data":{}}', 'utf16le'), undefined],
    ['bytes that are not UTF-8', Buffer.from('7b2264617461223a22ff227d', 'hex'), undefined],
    ['a string', '"data"', ''],
    ['null', 'null', ''],
    ['a number', '7', ''],
    ['a list', '[{"data":{}}]', ''],
    ['no data', '{}', ''],
    ['a capitalized member name (DS-19)', '{"Data":{}}', ''],
    ['data that is null', '{"data":null}', '/data'],
    ['data that is an array (CR-10)', '{"data":[]}', '/data'],
    ['data that is an array with one object', '{"data":[{"type":"articles"}]}', '/data'],
    ['data that is a string', '{"data":"articles"}', '/data'],
    ['no type (CR-09)', '{"data":{}}', '/data'],
    ['a type that is not a string', '{"data":{"type":7}}', '/data/type'],
    ['a type that is null', '{"data":{"type":null}}', '/data/type'],
    [
      'attributes that are an array (CR-23)',
      '{"data":{"type":"articles","attributes":[]}}',
      '/data/attributes',
    ],
    ['attributes that are null', '{"data":{"type":"articles","attributes":null}}', '/data/attributes'],
    ['attributes that are a string', '{"data":{"type":"articles","attributes":"a"}}', '/data/attributes'],
    [
      'relationships that are a list',
      '{"data":{"type":"articles","relationships":[]}}',
      '/data/relationships',
    ],
  ])('is rejected with 400 for %s', (_, sent, pointer) => {
    for (const read of [
      () => readNew(articles, Buffer.from(sent)),
      () => readChange(articles, id, Buffer.from(sent)),
    ]) {
      const [error, ...more] = violations(read);
      expect(more).toEqual([]);
      expect(error).toMatchObject({ status: 400, code: 'malformed_document' });
      expect(error!.source).toEqual(pointer === undefined ? undefined : { pointer });
    }
  });

  it('can start with a byte order mark (RFC 8259 §8.1)', () => {
    const body = `\ufeff${JSON.stringify({ data: article({ title: 'a' }) })}`;
    expect(readNew(articles, Buffer.from(body)).attributes).toEqual({ title: 'a' });
  });

  it('is rejected with the position of a syntax error, if known, and without the text of the document', () => {
    const messageFor = (body: string) => violations(() => readNew(articles, Buffer.from(body)))[0]!.message;
    expect(messageFor('{"data" 7}')).toBe('The body is not valid JSON. The error is at character 8.');
    expect(messageFor('{"data": secret}')).toBe('The body is not valid JSON.');
  });

  it('is rejected quickly with 100,000 levels of nesting', () => {
    // CPU time, because elapsed time depends on the load of the machine.
    const before = process.cpuUsage();
    const deep = `{"data":{"type":"articles","attributes":{"title":${'['.repeat(1e5)}${']'.repeat(1e5)}}}}`;
    expect(violations(() => readNew(articles, Buffer.from(deep)))).toMatchObject([{ status: 422 }]);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });
});

describe('attributes in a request', () => {
  it('are rejected with 422 unknown_attribute if the resource has no such attribute', () => {
    for (const name of ['nothing', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'check']) {
      const data = `{"type":"articles","attributes":{"title":"a","${name}":{"x":1}}}`;
      expect(violations(() => readNew(articles, bytes(`{"data":${data}}`)))).toMatchObject([
        {
          status: 422,
          code: 'unknown_attribute',
          source: { pointer: `/data/attributes/${name}` },
          meta: { attribute: name },
        },
      ]);
    }
  });

  it('are rejected with 422 not_fillable if they are read-only (CR-14, UP-08)', () => {
    for (const name of ['words', 'version', 'draft']) {
      expect(violations(() => create(article({ title: 'a', [name]: 1 })))).toMatchObject([
        { status: 422, code: 'not_fillable', source: { pointer: `/data/attributes/${name}` } },
      ]);
    }
    expect(violations(() => change({ type: 'articles', id, attributes: { title: 'a' } }))).toMatchObject([
      { code: 'not_fillable', source: { pointer: '/data/attributes/title' } },
    ]);
  });

  it('are ignored if the name starts with @, also within lists of objects (DS-18)', () => {
    const title = { '@context': 1, a: { '@id': 1 } };
    const sent = { '@type': 1, title, kind: [{ '@id': 1, b: 2 }, 3] };
    const Loose = describeResource({ ...articles, create: Anything });
    expect(readNew(Loose, bytes({ data: article(sent) })).attributes).toEqual({
      title: { a: { '@id': 1 } },
      kind: [{ b: 2 }, 3],
    });
    const Free = describeResource({ ...articles, create: Anything, freeForm: ['title'] });
    expect(readNew(Free, bytes({ data: article({ title }) })).attributes).toEqual({ title });
  });

  it('are rejected with 422 if all attributes of the resource are read-only', () => {
    const data = { type: 'events', attributes: { kind: 'x', other: 1 } };
    expect(violations(() => readNew(readOnly, bytes({ data })))).toMatchObject([
      { code: 'not_fillable' },
      { code: 'unknown_attribute' },
    ]);
  });

  it('are reported with a pointer to the closest parent that exists if they are missing (docs/contract.md §2)', () => {
    expect(violations(() => create(article({})))).toMatchObject([
      {
        status: 422,
        code: 'invalid_attribute',
        source: { pointer: '/data/attributes' },
        meta: { attribute: 'title' },
      },
    ]);
    const [error] = violations(() => create({ type: 'articles' }));
    expect(error).toMatchObject({ source: { pointer: '/data' } });
    expect(error!.message).toContain('"title" is required');
  });

  it('are rejected with the error code of the rule that they violate', () => {
    expect(violations(() => create(article({ title: 'a\0' })))).toMatchObject([
      { code: 'invalid_text', source: { pointer: '/data/attributes/title' } },
    ]);
  });

  it('are validated together with relationships and the check method of the DTO (CR-22)', () => {
    const data = {
      ...article({ title: 'forbidden', kind: 7, words: 1, nothing: 2 }),
      relationships: { author: { data: null } },
    };
    const found = violations(() => create(data)).map(({ code, source }) => [
      code,
      (source as { pointer: string }).pointer,
    ]);
    expect(found.sort()).toEqual([
      ['already_exists', '/data/attributes/title'],
      ['invalid_attribute', '/data/attributes/kind'],
      ['invalid_attribute', '/data/attributes/title'],
      ['not_fillable', '/data/attributes/words'],
      ['unknown_attribute', '/data/attributes/nothing'],
      ['unknown_relationship', '/data/relationships/author'],
    ]);
  });

  it('cannot change Object.prototype or affect later requests', () => {
    violations(() =>
      readNew(articles, bytes('{"data":{"type":"articles","attributes":{"__proto__":{"title":"a"}}}}')),
    );
    expect(violations(() => create(article({})))).toMatchObject([{ meta: { attribute: 'title' } }]);
    expect(({} as Record<string, unknown>)['title']).toBeUndefined();
  });
});

/** Resolves a pointer (RFC 6901 §4), or throws. */
function valueAt(document: unknown, pointer: string): unknown {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce((value, step) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
      throw new Error(`${pointer} leads nowhere`);
    return (value as Record<string, unknown>)[step];
  }, document);
}

describe('the JSON pointer of an error', () => {
  const name = fc.oneof(
    fc.constantFrom('title', 'kind', 'words', 'draft', 'version', 'a/b', '~', '~1', '', '__proto__', 'id'),
    fc.string({ unit: 'grapheme' }),
  );
  const resourceObject = fc.record(
    {
      type: fc.oneof({ weight: 5, arbitrary: fc.constant('articles') }, fc.jsonValue()),
      id: fc.oneof(fc.constant(id), fc.jsonValue()),
      attributes: fc.oneof({ weight: 5, arbitrary: fc.dictionary(name, fc.jsonValue()) }, fc.jsonValue()),
      relationships: fc.oneof(fc.dictionary(name, fc.jsonValue()), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );
  const anything = fc.oneof(
    { weight: 8, arbitrary: fc.record({ data: resourceObject }) },
    fc.record({ data: fc.jsonValue() }),
    fc.jsonValue(),
  );

  it.each([
    ['create', (body: Uint8Array) => readNew(articles, body)],
    ['update', (body: Uint8Array) => readChange(articles, id, body)],
  ])('refers to an existing value for any input of a %s request (ER-07)', (_, read) => {
    fc.assert(
      fc.property(anything, (document) => {
        const sent = JSON.stringify(document);
        try {
          read(Buffer.from(sent));
        } catch (error) {
          if (!(error instanceof ApiError || error instanceof ApiErrors)) throw error;
          for (const { source } of error instanceof ApiErrors ? error.errors : [error])
            valueAt(JSON.parse(sent), (source as { pointer: string }).pointer);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('escapes ~ and / in member names (RFC 6901 §3)', () => {
    expect(pointerBelow('/data', 'a/b~c')).toBe('/data/a~1b~0c');
    expect(violations(() => create(article({ title: 'a', 'x/~': 1 })))).toMatchObject([
      { source: { pointer: '/data/attributes/x~1~0' } },
    ]);
  });
});
