import { cursorsOfProcess } from './cursor';
import { type Include, includedTypes } from './include';
import { parseListQuery, parseObjectQuery } from './list-query';
import { resourcesByType } from './relationship';
import { describeResource } from './resource';
import { refusals } from './testing/refusals';

const albums = describeResource({
  type: 'albums',
  path: '/api/albums',
  attributes: {
    title: 'string',
    status: 'string',
    price: 'number',
    released_at: 'timestamp',
    live: 'boolean',
    code: 'string',
  },
  relationships: {
    label: { type: 'labels', column: 'label_id', exposed: true },
    tracks: { type: 'tracks', exposed: true, many: { column: 'album_id' } },
  },
  sortable: ['title', 'price', 'released_at'],
  filterable: {
    title: 'string',
    status: ['draft', 'out'],
    price: 'integer',
    released_at: 'timestamp',
    live: 'boolean',
    label: 'id',
    code: { is: 'string', column: 'code_folded', as: (text) => text.toLowerCase() },
  },
});
const tracks = describeResource({
  type: 'tracks',
  path: '/api/tracks',
  attributes: { title: 'string' },
  relationships: { album: { type: 'albums', column: 'album_id', exposed: true } },
});
const labels = describeResource({ type: 'labels', path: '/api/labels', attributes: { name: 'string' } });
const resources = resourcesByType([albums, tracks, labels]);

const id = '0190d6a0-0000-7000-8000-000000000001';
const list = (query: string) => parseListQuery(albums, query, { resources });

const refused = (query: string) => refusals(() => list(query));
const naming = (...parameters: string[]) =>
  parameters.map((parameter) => [400, 'invalid_query_parameter', parameter]);

interface Named {
  [name: string]: Named;
}
const namesOf = (includes: readonly Include[] = []): Named =>
  Object.fromEntries(includes.map(({ name, includes: further }) => [name, namesOf(further)]));

describe('the include parameter', () => {
  it('parses paths to a tree that contains each relationship once (IN-05)', () => {
    const { includes, included } = parseObjectQuery(albums, 'include=label,tracks.album,tracks', resources);
    expect(included).toBe(true);
    expect(namesOf(includes)).toEqual({ label: {}, tracks: { album: {} } });
    expect(includedTypes(includes!)).toEqual([
      { type: 'labels', many: false },
      { type: 'tracks', many: true },
      { type: 'albums', many: false },
    ]);
  });

  it('rejects an unknown path and lists the known relationships (IN-01)', () => {
    for (const path of ['artist', 'label.boss', 'title', 'tracks.', '.', 'toString', '__proto__'])
      expect(refused(`include=${path}`)).toEqual(naming('include'));
    expect(() => list('include=artist')).toThrow('it has label, tracks');
  });

  it('accepts a path with three relationship names and rejects a path with four (IN-06)', () => {
    expect(namesOf(list('include=tracks.album.tracks').includes)).toEqual({
      tracks: { album: { tracks: {} } },
    });
    expect(refused('include=tracks.album.tracks.album')).toEqual(naming('include'));
  });

  it('throws at startup if the type of a relationship is unknown', () => {
    expect(() => resourcesByType([tracks])).toThrow('tracks.album refers to albums');
  });
});

describe('the fields parameter', () => {
  it('accepts sparse fieldsets of included types (SF-04)', () => {
    const { fields, otherFields } = list('fields[albums]=title&fields[tracks]=title,album&fields[labels]=');
    expect([...fields!]).toEqual(['title']);
    expect([...otherFields!.get('tracks')!]).toEqual(['title', 'album']);
    expect([...otherFields!.get('labels')!]).toEqual([]);
  });

  it('rejects unknown field names and resource types (SF-06)', () => {
    expect(refused('fields[tracks]=nothing&fields[people]=name')).toEqual(
      naming('fields[tracks]', 'fields[people]'),
    );
  });
});

describe('a filter parameter', () => {
  it.each([
    ['filter[title]=a,b', 'title', '=', ['a,b']],
    ['filter[title][gt]=a', 'title', '>', ['a']],
    ['filter[status]=draft,out', 'status', '=', ['draft', 'out']],
    ['filter[status][ne]=draft', 'status', '<>', ['draft']],
    ['filter[status][ne]=draft,out', 'status', '<>', ['draft', 'out']],
    ['filter[title][ne]=a,b', 'title', '<>', ['a,b']],
    ['filter[price][gte]=-100', 'price', '>=', ['-100']],
    ['filter[price][lt]=0', 'price', '<', ['0']],
    ['filter[released_at][lte]=2026-01-31T09:00:00Z', 'released_at', '<=', ['2026-01-31T09:00:00.000000Z']],
    ['filter[released_at][gt]=2026-01-31', 'released_at', '>', ['2026-01-31T00:00:00.000000Z']],
    ['filter[live]=true', 'live', '=', ['true']],
    [`filter[label]=${id}`, 'label', '=', [id]],
    ['filter[code]=SUMMER', 'code', '=', ['summer']],
  ])('parses %s to a condition', (query, name, operator, values) => {
    expect(list(query).conditions).toEqual([{ name, operator, values }]);
  });

  it('combines several conditions, even for the same attribute', () => {
    expect(list('filter[price][gte]=1&filter[price][lt]=9&filter[live]=false').conditions).toHaveLength(3);
  });

  it.each([
    'filter[price]=1.5',
    'filter[price]=9007199254740992',
    'filter[price]=',
    'filter[price]=1e3',
    'filter[live]=yes',
    'filter[status]=gone',
    'filter[status]=draft,',
    'filter[status][gt]=draft',
    'filter[released_at]=yesterday',
    'filter[released_at]=2026-02-30',
    'filter[released_at]=2026-01-31T25:00:00Z',
    'filter[released_at]=2026-01-31T09:00:00',
    'filter[label]=1',
    'filter[label][lt]=0190d6a0-0000-7000-8000-000000000001',
    'filter[title]=%00',
    'filter[price][>]=1',
    'filter[price][constructor]=1',
    'filter[price][gt][lt]=1',
    'filter[colour]=red',
    'filter[__proto__]=1',
  ])('rejects %s and names the parameter in the error (FI-02, FI-03)', (query) => {
    expect(refused(query)).toEqual(naming(query.slice(0, query.indexOf(']=') + 1)));
  });
});

describe('a pagination cursor', () => {
  const made = (sort: string, ...values: string[]) =>
    cursorsOfProcess.encode(list(`sort=${sort}`).order, values);

  it('is rejected if a value in the cursor does not match the type of the sort column', () => {
    expect(list(`sort=price&page[after]=${made('price', '100', id)}`).after).toEqual(['100', id]);
    expect(refused(`sort=price&page[after]=${made('price', 'x', id)}`)).toEqual(naming('page[after]'));
    expect(refused(`sort=-released_at&page[before]=${made('-released_at', 'soon', id)}`)).toEqual(
      naming('page[before]'),
    );
  });
});
