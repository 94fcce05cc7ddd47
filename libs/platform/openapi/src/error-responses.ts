import {
  anyObjectSchema,
  type ErrorCode,
  errorCodes,
  isToMany,
  type JsonSchema,
  mediaType,
  type Relationship,
  requestIdPattern,
  type Resource,
} from '@storewright/json-api';
import { pascal } from './names';
import { object, ref } from './resource-schema';
import { canPropose, type DescribedRoute, type DescribedRoutes, partOf } from './route';

/** Groups of error codes. OpenAPI error responses are named after the groups that they contain. */
const groups = {
  any: [
    'malformed_request',
    'duplicate_authorization',
    'request_timeout',
    'uri_too_long',
    'headers_too_large',
    'internal_error',
    'overloaded',
    'unavailable',
  ],
  accept: ['not_acceptable'],
  write: ['rows_locked'],
  proposal: ['too_many_proposals'],
  noProposal: ['approval_not_supported'],
  query: ['invalid_query_parameter'],
  token: [
    'unauthorized',
    'invalid_token',
    'shop_suspended',
    'invalid_shop_id',
    'rate_limited',
    'daily_limit_exceeded',
  ],
  refusal: ['api_suspended', 'app_suspended', 'network_not_allowed'],
  scope: ['insufficient_scope'],
  session: ['unauthorized', 'invalid_token'],
  csrf: ['csrf_refused'],
  stepUp: ['step_up_required'],
  device: ['device_not_allowed'],
  shop: ['not_found', 'shop_suspended', 'second_factor_missing'],
  right: ['insufficient_role'],
  object: ['not_found'],
  match: ['precondition_failed'],
  idempotency: ['idempotency_in_progress', 'idempotency_key_reused'],
  body: ['malformed_document', 'payload_too_large', 'unsupported_media_type', 'too_many_members'],
  create: ['type_mismatch', 'client_id_not_allowed', 'already_exists'],
  update: ['type_mismatch', 'id_mismatch', 'already_exists'],
  fields: [
    'invalid_attribute',
    'unknown_attribute',
    'not_fillable',
    'unknown_relationship',
    'relationship_not_writable',
    'invalid_text',
  ],
  linkage: ['not_found', 'type_mismatch', 'invalid_relationship'],
  operations: ['malformed_operation', 'too_many_operations', 'duplicate_lid'],
} as const satisfies Record<string, readonly ErrorCode[]>;

type Group = keyof typeof groups;

/** Returns the error codes of a route, keyed by group. A code that belongs to no group is its own key. */
export function errorsOf(
  route: DescribedRoute,
  routes: DescribedRoutes,
): ReadonlyMap<string, readonly ErrorCode[]> {
  const own = [...(route.options.errors ?? []), ...errorsOfResource(route, routes)];
  const names = [...groupsOfAccess(route), ...groupsOfInput(route, routes)];
  return new Map<string, readonly ErrorCode[]>([
    ...names.map((name): [string, readonly ErrorCode[]] => [name, groups[name]]),
    ...[...new Set(own)].map((code): [string, readonly ErrorCode[]] => [code, [code]]),
  ]);
}

function groupsOfAccess(route: DescribedRoute): Group[] {
  const { access, stepUp, device, method, options } = route;
  const writes: Group[] = method === 'get' ? [] : ['write'];
  const always: Group[] = options.errorBody ? ['any', 'accept'] : ['any', 'accept', ...writes];
  switch (access.kind) {
    case 'scope':
      return [
        ...always,
        ...(['token', 'refusal', 'scope'] as const),
        ...(canPropose(route) ? (['proposal'] as const) : method === 'get' ? [] : (['noProposal'] as const)),
      ];
    case 'operations':
      return [
        ...always,
        ...(['token', 'refusal', 'scope'] as const),
        ...(canPropose(route) ? (['proposal'] as const) : []),
      ];
    case 'token':
      return [...always, 'token', 'refusal'];
    case 'session':
      return [
        ...always,
        'session',
        ...(method === 'get' ? [] : (['csrf'] as const)),
        ...(stepUp && stepUp.kind !== 'not required' ? (['stepUp'] as const) : []),
        ...(device && !device.onlyTestShops ? [] : (['device'] as const)),
        ...(access.shop ? (['shop'] as const) : []),
        ...(access.shop && access.shop !== 'any member' ? (['right'] as const) : []),
        ...(access.orToken ? (['refusal', 'scope'] as const) : []),
      ];
    case 'bearer':
      return [...always, 'session', 'refusal', 'shop'];
    default:
      return always;
  }
}

function groupsOfInput(route: DescribedRoute, routes: DescribedRoutes): Group[] {
  const has = (...parts: Parameters<typeof partOf>[1][]) => partOf(route, ...parts) !== undefined;
  const body = partOf(route, 'new resource', 'changed resource');
  const takesLinkage =
    body && Object.values(routes.resourceOf(body).relationships).some(({ writable }) => writable);
  const found: (Group | false | undefined)[] = [
    !route.options.errorBody && 'query',
    /\{/.test(route.path) && 'object',
    has('If-Match') && 'match',
    has('Idempotency-Key') && 'idempotency',
    has('new resource', 'changed resource', 'linkage', 'extension document') && 'body',
    has('new resource', 'extension document') && 'create',
    has('changed resource', 'extension document') && 'update',
    has('new resource', 'changed resource', 'extension document') && 'fields',
    (takesLinkage || has('linkage', 'extension document')) && 'linkage',
    has('extension document') && 'operations',
    has('extension document') && 'object',
    has('extension document') && 'match',
  ];
  return [...new Set(found.filter((each): each is Group => typeof each === 'string'))];
}

function errorsOfResource(route: DescribedRoute, routes: DescribedRoutes): readonly ErrorCode[] {
  const body = partOf(route, 'new resource', 'changed resource');
  if (body) {
    const { errors } = routes.resourceOf(body);
    return (body.part === 'new resource' ? errors.create : errors.update) ?? [];
  }
  if (partOf(route, 'extension document'))
    return routes.described.flatMap((resource) => [
      ...Object.values(resource.errors).flat(),
      ...errorsOfDelete(resource, routes),
    ]);
  const query = partOf(route, 'object query');
  if (route.method === 'delete' && query) return errorsOfDelete(routes.resourceOf(query), routes);
  if (partOf(route, 'linkage')) return routes.ownerOf(route)?.errors.update ?? [];
  return [];
}

/**
 * Returns the error codes of a DELETE route. They include `still_referenced` if any to-one relationship refers to
 * the resource type, or a to-many relationship that refuses deletions.
 */
function errorsOfDelete({ type, errors }: Resource, routes: DescribedRoutes): readonly ErrorCode[] {
  const refers = (relationship: Relationship) =>
    relationship.type === type && (isToMany(relationship) ? relationship.onDelete === 'refuse' : true);
  const isReferenced = routes.described.some(({ relationships }) =>
    Object.values(relationships).some(refers),
  );
  return [...(errors.delete ?? []), ...(isReferenced ? (['still_referenced'] as const) : [])];
}

/**
 * Returns the error responses of a route for the OpenAPI document, keyed by HTTP status, with their component
 * names.
 */
export function errorResponses(
  route: DescribedRoute,
  routes: DescribedRoutes,
  everywhere: readonly ErrorCode[],
): Map<number, { name: string; response: JsonSchema }> {
  const found = new Map(errorsOf(route, routes));
  if (everywhere.length > 0) found.set('host', everywhere);
  const statuses = [...new Set([...found.values()].flat().map((code) => errorCodes[code][0]))].sort();
  return new Map(statuses.map((status) => [status, responseOf(status, found, route)]));
}

/**
 * Returns the error response for one HTTP status. A 400 response can contain errors with any 4xx status,
 * because one response contains all violations of a request.
 */
function responseOf(
  status: number,
  found: ReadonlyMap<string, readonly ErrorCode[]>,
  { options }: DescribedRoute,
): { name: string; response: JsonSchema } {
  const isMixed = status === 400 && (found.has('body') || found.has('query'));
  const here = [...found].filter(([, codes]) => codes.some((code) => errorCodes[code][0] === status));
  const collected = ['query', 'body', 'create', 'update', 'fields', 'linkage', 'operations'];
  const mixed =
    isMixed && found.has('body')
      ? [...found].filter(([name]) => collected.includes(name) || !(name in groups))
      : [];
  const names = [...new Set([...here, ...mixed].map(([name]) => name))];
  const own = here.flatMap(([, codes]) => codes).filter((code) => errorCodes[code][0] === status);
  const others = mixed.flatMap(([, codes]) => codes).filter((code) => errorCodes[code][0] < 500);
  const codes = [...new Set([...own, ...others])];
  const body = options.errorBody ? [pascal(options.errorBody.mediaType.replaceAll(/[^a-z]/g, '_'))] : [];
  const parts = names.filter((each) => each !== 'any' || names.length === 1);
  return {
    // Component name of the error response, from which code generators derive an identifier.
    name: [
      'Errors',
      ...body,
      status,
      ...parts.map((each) => each[0]!.toUpperCase() + pascal(each).slice(1)),
    ].join(''),
    response: {
      description: [...new Set(own)].map((code) => errorCodes[code][1]).join(', '),
      headers: headersOf(status),
      content: options.errorBody
        ? {
            [options.errorBody.mediaType]: { schema: options.errorBody.schema },
            // If a request fails before it reaches the route, the response is a JSON:API error document.
            [mediaType]: { schema: errorDocument(codes) },
          }
        : { [mediaType]: { schema: errorDocument(codes) } },
    },
  };
}

function headersOf(status: number): JsonSchema {
  const named = ['X-Request-Id'];
  if (status === 401 || status === 403) named.push('WWW-Authenticate');
  if (status === 429 || status === 503) named.push('Retry-After');
  if (status === 429) named.push('RateLimit', 'RateLimit-Policy');
  return Object.fromEntries(
    named.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  ) as JsonSchema;
}

function errorDocument(codes: readonly ErrorCode[]): JsonSchema {
  const items = codes.map((code) => ref(errorName(code)));
  return object({
    jsonapi: ref('JsonApi'),
    errors: { type: 'array', minItems: 1, items: items.length === 1 ? items[0]! : { anyOf: items } },
  });
}

export const errorName = (code: ErrorCode): string => `${pascal(code).replace(/Error$/, '')}Error`;

const uri = { type: 'string', format: 'uri' };

const genericError: Readonly<Record<string, JsonSchema>> = {
  ErrorCode: {
    type: 'string',
    enum: Object.keys(errorCodes),
    description: 'Error code. The list contains all codes of the platform.',
  },
  Error: object(
    {
      id: {
        type: 'string',
        pattern: requestIdPattern.replace('$', '(\\.[0-9]+)?$'),
        description:
          'Error id, by which the operator finds the error in the log. The id of the first error equals the ' +
          'response header X-Request-Id. The ids of further errors append a number.',
      },
      links: object({ about: uri, type: uri }, ['type']),
      status: { type: 'string', pattern: '^[45]\\d\\d$' },
      code: ref('ErrorCode'),
      title: { type: 'string' },
      detail: {
        type: 'string',
        description: 'Explanation for people. The text can change, so programs must use code instead.',
      },
      source: ref('ErrorSource'),
      meta: anyObjectSchema,
    },
    ['source', 'meta'],
  ),
  ErrorSource: {
    description: 'Location of the problem: a value in the body, a query parameter or a header.',
    oneOf: [
      object({ pointer: { type: 'string' } }),
      object({ parameter: { type: 'string' } }),
      object({ header: { type: 'string' } }),
    ],
  },
};

/**
 * Returns the JSON Schemas of error objects: one for any code, and one for each code with its constant status
 * and title.
 */
export function errorSchemas(codes: Iterable<ErrorCode>): Record<string, JsonSchema> {
  const each = [...new Set(codes)].sort().map((code) => [errorName(code), errorSchema(code)]);
  return { ...genericError, ...(Object.fromEntries(each) as Record<string, JsonSchema>) };
}

function errorSchema(code: ErrorCode): JsonSchema {
  const [status, title, meaning] = errorCodes[code];
  const properties = { status: { const: String(status) }, code: { const: code }, title: { const: title } };
  return { description: meaning, allOf: [ref('Error'), { type: 'object', properties }] };
}
