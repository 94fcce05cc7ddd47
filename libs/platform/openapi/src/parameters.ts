import {
  comparedOf,
  DEFAULT_PAGE_SIZE,
  type FilterKind,
  type JsonSchema,
  MAX_INCLUDE_DEPTH,
  MAX_PAGE_SIZE,
  MAX_INT32,
  MIN_INT32,
  operatorsOf,
  requestIdPattern,
  type Resource,
  sortFieldsOf,
} from '@storewright/json-api';
import { idSchema } from './resource-schema';
import { fieldsOf, list, type Parameter, query } from './query-parameter';
import { nounOf } from './names';
import { searchParameters } from './search';
import { type DescribedRoute, type DescribedRoutes, isOfToken, partOf } from './route';

const shared = (name: string): Parameter => ({ $ref: `#/components/parameters/${name}` });

const text = { type: 'string' };

export const sharedParameters: Readonly<Record<string, JsonSchema>> = {
  page_size: query('page[size]', `Number of objects per page. Defaults to ${DEFAULT_PAGE_SIZE}.`, {
    ...{ type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE },
  }),
  page_after: query(
    'page[after]',
    'Cursor from links.next. The page contains the objects after the cursor.',
    text,
  ),
  page_before: query(
    'page[before]',
    'Cursor from links.prev. The page contains the objects before the cursor.',
    text,
  ),
  page_number: query(
    'page[number]',
    'Page number, starting at 1. The page must end at or before the 10,000th object. Cannot be ' +
      'combined with a cursor.',
    {
      ...{ type: 'integer', minimum: 1 },
    },
  ),
  page_total: query(
    'page[total]',
    'true adds the number of all objects as meta.page.total. Counting takes time.',
    {
      ...{ type: 'boolean', default: false },
    },
  ),
  if_match: header(
    'If-Match',
    'ETags that the client knows, separated by commas. If the ETag of the object is not among them, the response is 412.',
  ),
  if_none_match: header(
    'If-None-Match',
    'ETags that the client knows, separated by commas. If the ETag of the document is among them, the response is 304.',
  ),
  last_event_id: header(
    'Last-Event-ID',
    'Id of the last received server-sent event. The stream continues after this event.',
    { type: 'string', pattern: '^[1-9][0-9]{0,14}-(0|[1-9][0-9]{0,17})$' },
  ),
  idempotency_key: header(
    'Idempotency-Key',
    'Key of the request, such as a UUID. Repeating the request with the same key within 24 hours ' +
      'returns the first response. Each new request needs a new key.',
    { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  ),
  secret_proof: header(
    'Secret-Proof',
    'Hex HMAC-SHA256 of the token with the app secret as key. Required for apps that require proof.',
    { type: 'string', pattern: '^[0-9a-f]{64}$' },
  ),
  shop_id: header('shop-id', 'Id of the shop. Required on the central host with an access token.', {
    ...{ type: 'string', format: 'uuid' },
  }),
  simulate: header(
    'Storewright-Simulate',
    'Condition to simulate in a test shop: 429 or 503 with Retry-After instead of the response, or slow for a ' +
      'response after five seconds. In other shops the request is rejected with 400.',
    { type: 'string', enum: ['429', '503', 'slow'] },
  ),
  request_id: header(
    'X-Request-Id',
    'Your id for this request. The response, its errors and the operator’s log contain it. An invalid id is replaced.',
    { type: 'string', pattern: requestIdPattern },
  ),
  csrf_token: header(
    'X-CSRF-Token',
    'csrf_token of the session. Required if the session is sent as a cookie.',
  ),
};

function header(name: string, description: string, schema: JsonSchema = text): JsonSchema {
  return { name, in: 'header', description, schema };
}

export function parametersOf(route: DescribedRoute, routes: DescribedRoutes): Parameter[] {
  return [...pathParameters(route, routes), ...queryParameters(route, routes), ...headersOf(route)];
}

const otherParameters: Readonly<Record<string, { description: string; schema: JsonSchema }>> = {
  nonce: { description: 'Nonce from the redirect to the install URL.', schema: { type: 'string' } },
  name: {
    description: 'File name of the image size, such as 640.webp.',
    schema: { type: 'string', examples: ['640.webp'] },
  },
  digest: {
    description: 'SHA-256 digest of the image, as in its URL.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
};

function pathParameters({ path, parts }: DescribedRoute, routes: DescribedRoutes): Parameter[] {
  const own = parts.find(({ part }) => part !== 'If-Match' && part !== 'Idempotency-Key');
  return [...path.matchAll(/(?<=([^/]+)\/)\{(\w+)\}/g)].map(([, collection, name]) => {
    const isWord = name === 'id' && own && typeof own.of === 'object' && 'ids' in (own.of as Resource);
    const { description, schema } = otherParameters[name!] ?? {
      description: `Id of the ${nounOf(collection!)}.`,
      schema: isWord ? idSchema(routes.resourceOf(own)) : { type: 'string', format: 'uuid' },
    };
    return { name, in: 'path', required: true, description, schema };
  });
}

function queryParameters(route: DescribedRoute, routes: DescribedRoutes): Parameter[] {
  if (partOf(route, 'search query')) return searchParameters(routes.searched);
  const part = partOf(route, 'list query', 'linkage query', 'object query');
  if (!part || route.method === 'delete') return [];
  const resource = routes.resourceOf(part);
  const shown = part.part === 'linkage query' ? [] : showing(resource, routes, typeof part.of === 'string');
  if (part.part === 'object query') return shown;
  return [...listing(resource), ...shown];
}

/** Returns the query parameters `include` and `fields[…]`, which select the content of a response. */
function showing(resource: Resource, routes: DescribedRoutes, canInclude: boolean): Parameter[] {
  const includable = canInclude
    ? routes.includable(resource, MAX_INCLUDE_DEPTH)
    : new Map<string, Resource>();
  const types = new Map([resource, ...includable.values()].map((each) => [each.type, each]));
  const included = query(
    'include',
    `Relationships to include, which can be nested: ${[...includable.keys()].slice(0, 3).join(', ')}. Each requires the scope to read its type.`,
    { type: 'array', items: { type: 'string', enum: [...includable.keys()] } },
    list,
  );
  return [...(includable.size > 0 ? [included] : []), ...[...types.values()].map(fieldsOf)];
}

function listing(resource: Resource): Parameter[] {
  const sort = query(
    'sort',
    'Sort fields. The prefix "-" sorts a field in descending order.',
    {
      type: 'array',
      items: { type: 'string', enum: sortFieldsOf(resource).flatMap((name) => [name, `-${name}`]) },
    },
    list,
  );
  const pages = ['page_size', 'page_after', 'page_before', 'page_number', 'page_total'];
  const { filters, filterable, describedFilters } = resource;
  return [
    ...filters.map((name) => {
      const { description = `\`${name}\` ${inWords.eq}.`, schema = text } = describedFilters[name] ?? {};
      return query(`filter[${name}]`, description, schema);
    }),
    ...Object.entries(filterable).flatMap(([name, kind]) => filtersOf(name, kind)),
    ...searchOf(resource),
    ...(resource.takesMeta ? [ofMeta] : []),
    sort,
    ...pages.map(shared),
  ];
}

const inWords = {
  eq: 'equals the value',
  ne: 'differs from the value',
  lt: 'is less than the value',
  lte: 'is less than or equal to the value',
  gt: 'is greater than the value',
  gte: 'is greater than or equal to the value',
  all: 'has all of the values',
  exists: 'has a value (true) or is null (false)',
};

const inWordsOfTags = {
  eq: 'Has one of the tags',
  ne: 'Has none of the tags',
  all: 'Has each of the tags',
};

/** Returns the query parameters `filter[name]` and `filter[name][operator]` of a standard filter. */
function filtersOf(name: string, kind: FilterKind): Parameter[] {
  const is = comparedOf(kind);
  const isWords = Array.isArray(is);
  if (is === 'tags') return filtersOfTags(name);
  const takesSeveral = isWords || is === 'id';
  const value = isWords ? { type: 'string', enum: is as readonly string[] } : schemaOfCompared(is as string);
  const each = (operator: keyof typeof inWords, parameter: string) => {
    if (operator === 'exists') return query(parameter, `\`${name}\` ${inWords.exists}.`, { type: 'boolean' });
    const several =
      takesSeveral &&
      (operator === 'eq'
        ? ', or one of several values separated by commas'
        : ', and from each of several values separated by commas');
    const schema = takesSeveral ? { type: 'array', items: value, maxItems: 100 } : value;
    return query(
      parameter,
      `\`${name}\` ${inWords[operator]}${several || ''}.`,
      schema,
      takesSeveral ? list : {},
    );
  };
  return [
    each('eq', `filter[${name}]`),
    ...operatorsOf(kind).map((operator) => each(operator, `filter[${name}][${operator}]`)),
  ];
}

function filtersOfTags(name: string): Parameter[] {
  const schema = { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 100 };
  const each = (operator: keyof typeof inWordsOfTags, parameter: string) =>
    query(
      parameter,
      `${inWordsOfTags[operator]}. Precede a comma within a tag with a backslash.`,
      schema,
      list,
    );
  const operators = Object.keys(inWordsOfTags) as (keyof typeof inWordsOfTags)[];
  return [each('eq', `filter[${name}]`), ...operators.map((word) => each(word, `filter[${name}][${word}]`))];
}

const ofMeta = query(
  'filter[meta]',
  'Has a meta object that matches this JSON text, as in filter[meta] of /api/meta. Requires the ' +
    'scope meta.collection.',
  text,
);

function searchOf({ search, relationships }: Resource): Parameter[] {
  if (!search) return [];
  const schema = { type: 'string', minLength: 1 };
  const { words = [], prefixes = {}, numbers = [], through = [], description } = search;
  if (description !== undefined) return [query('filter[q]', description, schema)];
  const shown = (column: string) => column.replace(/_folded$/, '');
  const looksAt = [...numbers, ...words, ...Object.keys(prefixes).map(shown)].join(', ');
  const others = through.map(
    (name) =>
      ` Also searches its ${name}, if the token has the scope ${relationships[name]!.type}.collection.`,
  );
  return [
    query(
      'filter[q]',
      `One to eight words. Each must be the beginning of a word in ${looksAt}, regardless of case and accents${numbers.length > 0 ? ', or a complete number' : ''}.${others.join('')}`,
      schema,
    ),
  ];
}

function schemaOfCompared(kind: string): JsonSchema {
  switch (kind) {
    case 'id':
      return { type: 'string', format: 'uuid' };
    case 'int32':
      return { type: 'integer', minimum: MIN_INT32, maximum: MAX_INT32 };
    case 'integer':
      return { type: 'integer' };
    case 'boolean':
      return { type: 'boolean' };
    case 'timestamp':
      return {
        anyOf: [
          { type: 'string', format: 'date-time' },
          { type: 'string', format: 'date' },
        ],
      };
    default:
      return { type: 'string' };
  }
}

function headersOf(route: DescribedRoute): Parameter[] {
  const { access, method } = route;
  const names = [
    'request_id',
    ...(partOf(route, 'If-Match') ? ['if_match'] : []),
    ...(partOf(route, 'Last-Event-ID') ? ['last_event_id'] : []),
    ...(partOf(route, 'Idempotency-Key') ? ['idempotency_key'] : []),
    ...(isOfToken(route) ? ['secret_proof', 'shop_id', 'simulate'] : []),
    ...(access.kind === 'session' && method !== 'get' ? ['csrf_token'] : []),
  ];
  return names.map(shared);
}
