import { Controller, Get, Module, Post } from '@nestjs/common';
import { DeprecatedRequests, Public, Scope } from '@storewright/access';
import { aTenant, anApi, type TestApi } from '@storewright/api-testing';
import {
  collectionDocument,
  created,
  describeResource,
  document,
  IsOmittable,
  IsText,
  ListParameters,
  type ListQuery,
  NewObject,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Render,
} from '@storewright/json-api';
import { openapiDocumentOf } from '@storewright/openapi';
import { anApp, anOAuthToken } from '@storewright/testing';

class CreateThing {
  @IsOmittable() @IsText(1, 9) name?: string;
  @IsOmittable() @IsText(1, 9) colour?: string;
}

const things = describeResource({
  type: 'things',
  path: '/api/things',
  attributes: { name: 'string', colour: 'string' },
  described: {
    colour: {
      description: 'Its colour.',
      deprecated: { since: '2026-10-01', sunset: '2027-04-01', instead: 'Use tags.' },
    },
  },
  sortable: ['name', 'colour'],
  filters: ['colour'],
  create: CreateThing,
});
const widgets = describeResource({
  type: 'widgets',
  path: '/api/widgets',
  attributes: { name: 'string' },
  deprecated: { since: '2026-11-01', instead: 'Use things.' },
});

const page = { rows: [], hasMore: false };
const row = { id: '01a20390-8307-7650-a52c-96b31810643c', name: 'n', colour: 'c' };

@Controller('api')
class Routes {
  @Get('things')
  @Scope('meta.collection')
  list(@ListParameters(things) query: ListQuery): Render {
    return collectionDocument(things, page, query);
  }
  @Post('things')
  @Scope('meta.post')
  create(
    @ObjectParameters(things) query: ObjectQuery,
    @NewObject(things) _input: ParsedResource<CreateThing>,
  ): Render {
    return created(things, row, query);
  }
  @Get('widgets')
  @Scope('meta.collection')
  listOld(@ListParameters(widgets) query: ListQuery): Render {
    return collectionDocument(widgets, page, query);
  }
  @Get('count')
  @Public('a test')
  @Operation({
    deprecated: { since: '2026-11-02', sunset: '2027-01-01', instead: 'Count yourself.', link: 'json-api#x' },
    answers: [{ shows: 'content', mediaType: 'application/vnd.api+json', schema: {} }],
  })
  count(): Render {
    return document({ meta: { count: 0 } });
  }
}

@Module({ controllers: [Routes] })
class DeprecatedModule {}

let api: TestApi;
beforeAll(async () => (api = await anApi([DeprecatedModule])));
afterAll(() => api.close());

const all = 'http://localhost:3001/docs/guides/deprecations';
const told = async (path: string, client = api.http) => {
  const { headers } = await client.get(path);
  return [headers['deprecation'], headers['sunset'], headers['link']];
};
const nothing = [undefined, undefined, undefined];
const ofColour = [
  '@1790812800',
  'Thu, 01 Apr 2027 00:00:00 GMT',
  `<${all}>; rel="deprecation"; type="text/html"`,
];

describe('Deprecation headers', () => {
  it('link to the declared documentation page for a deprecated route', async () => {
    const [, sunset, link] = await told('/api/count');
    expect(sunset).toBe('Fri, 01 Jan 2027 00:00:00 GMT');
    expect(link).toBe('<http://localhost:3001/docs/json-api#x>; rel="deprecation"; type="text/html"');
  });

  it('are sent with every response for a deprecated resource', async () => {
    const link = `<${all}>; rel="deprecation"; type="text/html"`;
    expect(await told('/api/widgets')).toEqual(['@1793491200', undefined, link]);
    expect(await told('/api/widgets?sort=none')).toEqual(['@1793491200', undefined, link]);
  });

  it.each(['fields[things]=colour', 'fields%5Bthings%5D=name,colour', 'sort=-colour', 'filter[colour]=red'])(
    'are sent if the query contains a deprecated attribute: %s',
    async (query) => expect(await told(`/api/things?${query}`)).toEqual(ofColour),
  );

  it('are sent if the request body contains a deprecated attribute', async () => {
    const send = async (attributes: object) => {
      const { status, headers } = await api.http.post('/api/things', {
        data: { type: 'things', attributes },
      });
      return [status, headers['deprecation']];
    };
    expect(await send({ name: 'n', colour: 'red' })).toEqual([201, '@1790812800']);
    expect(await send({ name: 'n' })).toEqual([201, undefined]);
    expect((await api.http.post('/api/things', '{"data":')).headers['deprecation']).toBeUndefined();
  });

  it('are absent if a request uses no deprecated name', async () => {
    expect(await told('/api/things')).toEqual(nothing);
    expect(await told('/api/things?fields[things]=name&sort=name')).toEqual(nothing);
    expect(await told('/api/things?fields[widgets]=colour')).toEqual(nothing);
  });
});

it('the OpenAPI document contains each deprecation with its replacement', () => {
  const description = { title: 'Specs', version: '1', description: '', errors: [] };
  const described = openapiDocumentOf(api.application, description);
  const some = expect.anything() as unknown;
  const headers = expect.objectContaining({ Deprecation: some, Sunset: some, Link: some }) as unknown;
  expect(described).toMatchObject({
    paths: {
      '/api/widgets': {
        get: { deprecated: true, description: 'Deprecated since 2026-11-01. Use things.' },
      },
      '/api/count': { get: { deprecated: true, responses: { 200: { headers } } } },
    },
    components: {
      schemas: {
        ThingAttributes: {
          properties: {
            colour: {
              deprecated: true,
              description:
                'Its colour. Deprecated since 2026-10-01, will be removed on 2027-04-01 at the earliest. Use tags.',
            },
          },
        },
      },
    },
  });
  expect(described['paths']).not.toHaveProperty(['/api/things', 'get', 'deprecated']);
});

it('the shop API counts requests with deprecated names per day and credential', async () => {
  const [{ shop, http }, app] = [await aTenant(api), await anApp(api.database)];
  const token = await anOAuthToken(api.database, shop, app, ['meta.collection']);
  const counts = api.application.get(DeprecatedRequests);
  for (const times of [2, 1]) {
    for (let time = 0; time < times; time += 1) await http.as(token).get('/api/widgets');
    await http.as(token).get('/api/things?sort=colour');
    await counts.flush();
  }
  await http.get('/api/widgets');
  await http.get('/api/things');
  await counts.flush();
  const rows = await api.database.query(
    `SELECT credential, feature, requests, sunset_at IS NULL AS stays FROM auth.deprecated_requests
      WHERE shop_id = $1 ORDER BY 1, 2`,
    [shop.id],
  );
  expect(rows).toEqual([
    { credential: 'access_tokens', feature: 'widgets', requests: 1, stays: true },
    { credential: 'installations', feature: 'things.colour', requests: 2, stays: false },
    { credential: 'installations', feature: 'widgets', requests: 3, stays: true },
  ]);
});
