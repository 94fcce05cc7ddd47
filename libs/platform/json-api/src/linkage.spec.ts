import { readChange, readNew, readNewObject } from './input';
import { lidKey } from './linkage';
import { describeResource } from './resource';
import { refusals } from './testing/refusals';

const tracks = describeResource({
  type: 'tracks',
  path: '/api/tracks',
  attributes: { title: 'string' },
  relationships: {
    album: { type: 'albums', column: 'album_id', exposed: true, required: true, writable: ['create'] },
    writer: { type: 'people', column: 'writer_id', exposed: true, writable: ['create', 'update'] },
    singers: {
      type: 'people',
      exposed: true,
      many: { table: 'shop.track_singers', joinColumn: 'track_id', inverseJoinColumn: 'person_id' },
      writable: ['create', 'update'],
    },
    plays: { type: 'plays', exposed: true, many: { column: 'track_id' } },
  },
});

const id = '0190d6a0-0000-7000-8000-000000000001';
const other = '0190d6a0-0000-7000-8000-000000000002';
const identifier = (type: string, of = id) => ({ type, id: of });
const album = { data: identifier('albums') };
const bytes = (data: object) => Buffer.from(JSON.stringify({ data }));
const create = (relationships: object) =>
  readNew(tracks, bytes({ type: 'tracks', relationships })).relationships;
const change = (relationships: object) =>
  readChange(tracks, id, bytes({ type: 'tracks', id, relationships })).relationships;

describe('relationships in a request', () => {
  it('are parsed to an id, to null or to a list of distinct lowercase ids', () => {
    const singers = [
      identifier('people', other.toUpperCase()),
      identifier('people'),
      identifier('people', other),
    ];
    expect(create({ album, writer: { data: null }, singers: { data: singers } })).toEqual({
      album: id,
      writer: null,
      singers: [other, id],
    });
    expect(change({ singers: { data: [] } })).toEqual({ singers: [] });
  });

  it('can be omitted, except for required relationships of a new resource', () => {
    expect(change({})).toEqual({});
    expect(create({ album })).toEqual({ album: id });
    expect(refusals(() => create({}))).toEqual([[422, 'invalid_relationship', '/data/relationships']]);
    expect(refusals(() => readNew(tracks, bytes({ type: 'tracks' })))).toEqual([
      [422, 'invalid_relationship', '/data'],
    ]);
    expect(refusals(() => create({ album: { data: null } }))).toEqual([
      [422, 'invalid_relationship', '/data/relationships/album/data'],
    ]);
  });

  it.each([
    ['no data', { links: {} }, [400, 'malformed_document', '']],
    ['a string instead of an object', 'x', [400, 'malformed_document', '']],
    [
      'a list for a to-one relationship',
      { data: [identifier('people')] },
      [400, 'malformed_document', '/data'],
    ],
    ['no type', { data: { id } }, [400, 'malformed_document', '/data']],
    ['a number as type', { data: { type: 7, id } }, [400, 'malformed_document', '/data/type']],
    [
      'the type of a different resource',
      { data: identifier('albums') },
      [409, 'type_mismatch', '/data/type'],
    ],
    ['no id', { data: { type: 'people' } }, [400, 'malformed_document', '/data']],
    ['null as id', { data: { type: 'people', id: null } }, [400, 'malformed_document', '/data/id']],
    ['an id that is not a UUID', { data: identifier('people', 'x') }, [404, 'not_found', '/data/id']],
    ['an unknown local id', { data: { type: 'people', lid: 'a' } }, [400, 'malformed_document', '/data/lid']],
  ])('are rejected with a JSON pointer to the problem: %s', (_, writer, [status, code, place]) => {
    expect(refusals(() => create({ album, writer }))).toEqual([
      [status, code, `/data/relationships/writer${String(place)}`],
    ]);
  });

  it.each([
    ['a single resource identifier', identifier('people'), [400, 'malformed_document', '']],
    [
      'a list with the wrong type',
      [identifier('people'), identifier('albums')],
      [409, 'type_mismatch', '/1/type'],
    ],
    [
      'a list with too many members',
      Array(1_001).fill(identifier('people')),
      [422, 'invalid_relationship', ''],
    ],
  ])('are rejected if the linkage of a to-many relationship is %s', (_, data, [status, code, place]) => {
    expect(refusals(() => change({ singers: { data } }))).toEqual([
      [status, code, `/data/relationships/singers/data${String(place)}`],
    ]);
  });

  it('are rejected if they are unknown or read-only', () => {
    expect(refusals(() => change({ album, plays: { data: [] }, toString: { data: null } }))).toEqual([
      [403, 'relationship_not_writable', '/data/relationships/album'],
      [403, 'relationship_not_writable', '/data/relationships/plays'],
      [422, 'unknown_relationship', '/data/relationships/toString'],
    ]);
  });

  it('are collected for a comparison with the current values if the client can repeat read-only relationships', () => {
    const repeating = (relationships: object) =>
      readChange(tracks, id, bytes({ type: 'tracks', id, relationships }), { mayRepeat: true });
    const plays = { data: [identifier('plays'), identifier('plays', other)] };
    expect(repeating({ album, plays, writer: { data: null } })).toMatchObject({
      relationships: { writer: null },
      repeated: { attributes: {}, relationships: { album: id, plays: [id, other] } },
    });
    expect(repeating({ writer: { data: null } }).repeated).toBeUndefined();
    for (const unreadable of [{ data: identifier('people') }, { data: [] }, {}, null, { data: 'x' }])
      expect(refusals(() => repeating({ album: unreadable }))).toEqual([
        [403, 'relationship_not_writable', '/data/relationships/album'],
      ]);
  });

  it('can be repeated without data if they are read-only, because responses contain such relationships', () => {
    const shown = { links: { self: '/api/tracks/1/relationships/plays' } };
    const repeating = (relationships: object) =>
      readChange(tracks, id, bytes({ type: 'tracks', id, relationships }), { mayRepeat: true });
    for (const plays of [shown, { meta: {} }, { ...shown, '@context': 'x' }]) {
      expect(repeating({ plays }).repeated).toBeUndefined();
      expect(refusals(() => change({ plays }))).toEqual([
        [403, 'relationship_not_writable', '/data/relationships/plays'],
      ]);
      expect(refusals(() => repeating({ writer: plays }))).toEqual([
        [400, 'malformed_document', '/data/relationships/writer'],
      ]);
    }
  });

  it('can repeat the meta attached to the object if the client has permission to list meta', () => {
    const noted = describeResource({ ...tracks, takesMeta: true });
    const repeating = (meta: unknown, mayRepeatMeta?: boolean, resource = noted) =>
      readChange(resource, id, bytes({ type: 'tracks', id, relationships: { meta } }), {
        mayRepeat: true,
        ...(mayRepeatMeta && { mayRepeatMeta }),
      }).repeated;
    const data = [identifier('meta')];
    expect(repeating({ data }, true)?.relationships).toEqual({ meta: [id] });
    expect(repeating({ links: {} })).toBeUndefined();
    expect(refusals(() => repeating({ data }))).toEqual([
      [403, 'relationship_not_writable', '/data/relationships/meta'],
    ]);
    expect(refusals(() => repeating({ data }, true, tracks))).toEqual([
      [422, 'unknown_relationship', '/data/relationships/meta'],
    ]);
  });

  it('are ignored if their name starts with @', () => {
    expect(change({ '@context': 5, writer: { data: null } })).toEqual({ writer: null });
  });

  it('are rejected with all violations together', () => {
    expect(refusals(() => create({ writer: { data: 1 }, plays: { data: [] } }))).toHaveLength(3);
  });

  it('can refer to a local id in the same request', () => {
    const lids = new Map([[lidKey('albums', 'new'), other]]);
    const data = { type: 'tracks', relationships: { album: { data: { type: 'albums', lid: 'new' } } } };
    const sent = { data, pointer: '/atomic:operations/1/data', source: '', lids };
    expect(readNewObject(tracks, sent).relationships).toEqual({ album: other });
    expect(refusals(() => readNewObject(tracks, { ...sent, lids: new Map() }))).toEqual([
      [400, 'malformed_document', '/atomic:operations/1/data/relationships/album/data/lid'],
    ]);
  });
});
