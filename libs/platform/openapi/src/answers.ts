import {
  type Answer,
  collectionMediaType,
  isToMany,
  type JsonSchema,
  MAX_INCLUDE_DEPTH,
  mediaType,
  type Relationship,
  type Resource,
  resourceObjectSchema,
} from '@storewright/json-api';
import { atomicMediaType } from './operations';
import { identifierName, object, ref } from './resource-schema';
import { searchSchema } from './search';
import { schemaName } from './names';
import { canPropose, type DescribedRoute, type DescribedRoutes, partOf } from './route';

export interface GoodAnswer {
  status: number;
  description: string;
  /**
   * Names of response headers, each of which is an OpenAPI component. A question mark at the end marks an
   * optional header.
   */
  headers: readonly string[];
  mediaType?: string;
  /** Additional media types of the response, with the same schema. */
  also?: readonly string[];
  /** JSON Schemas of the response in additional media types, keyed by media type. */
  others?: Readonly<Record<string, JsonSchema>>;
  schema?: JsonSchema;
}

/**
 * Returns the successful responses of a route. Throws if the route neither declares them with @Operation nor
 * has parameters from which they can be derived.
 */
export function goodAnswers(route: DescribedRoute, routes: DescribedRoutes): GoodAnswer[] {
  return [...appliedAnswers(route, routes), ...proposedAnswers(route, routes)];
}

/**
 * Returns the 202 response of a write that a member of the shop must approve, or an empty list if the route
 * stores no proposals.
 */
function proposedAnswers(route: DescribedRoute, routes: DescribedRoutes): GoodAnswer[] {
  const proposals = routes.find('proposals');
  if (!proposals || !canPropose(route)) return [];
  return [
    {
      ...resourceAnswer(route, routes, proposals, 202),
      description:
        'The write was stored as a proposal. It is applied after a member of the shop approves it.',
      headers: [
        ...['X-Request-Id', 'ETag', 'Location', 'Retry-After'],
        ...(partOf(route, 'Idempotency-Key') ? ['Idempotency-Replayed'] : []),
      ],
      schema: object({ jsonapi: ref('JsonApi'), links: ref('SelfLink'), data: ref(schemaName(proposals)) }),
    },
  ];
}

function appliedAnswers(route: DescribedRoute, routes: DescribedRoutes): GoodAnswer[] {
  const { options, method } = route;
  if (options.answers) return options.answers.map((answer) => declared(answer, route, routes));
  if (partOf(route, 'extension document')) return [results];
  if (partOf(route, 'search query')) return [matches(routes)];
  const part = partOf(route, 'list query', 'object query');
  if (method === 'delete' || partOf(route, 'linkage')) return [nothing(204)];
  if (part?.part === 'list query')
    return [
      {
        ...collection(routes.resourceOf(part), included(part.of, routes), options.meta),
        ...(options.also && { others: options.also }),
      },
    ];
  if (part) return [resourceAnswer(route, routes, routes.resourceOf(part), method === 'post' ? 201 : 200)];
  throw new Error(`${method} ${route.path} declares no response: add @Operation({ answers: … })`);
}

function declared(answer: Answer, route: DescribedRoute, routes: DescribedRoutes): GoodAnswer {
  switch (answer.shows) {
    case 'resource':
      return resourceAnswer(route, routes, answer.resource, answer.status ?? 200);
    case 'linkage':
      return linkage(answer.of);
    case 'nothing':
      return { ...nothing(answer.status ?? 204), headers: ['X-Request-Id', ...(answer.headers ?? [])] };
    case 'content':
      return {
        status: answer.status ?? 200,
        description: 'Done',
        headers: ['X-Request-Id', ...(route.options.etag ? ['ETag'] : [])],
        mediaType: answer.mediaType,
        ...(answer.also && { also: answer.also }),
        schema: answer.schema,
      };
  }
}

const results: GoodAnswer = {
  status: 200,
  description: 'One result per operation, in the order of the operations.',
  headers: ['X-Request-Id', 'Idempotency-Replayed'],
  mediaType: atomicMediaType,
  schema: ref('OperationResults'),
};

const matches = ({ searched }: DescribedRoutes): GoodAnswer => ({
  status: 200,
  description: 'The newest matching objects of each type, grouped by type.',
  headers: ['X-Request-Id'],
  mediaType,
  schema: searchSchema(searched),
});

const nothing = (status: number): GoodAnswer => ({ status, description: 'Done', headers: ['X-Request-Id'] });

function included(of: unknown, routes: DescribedRoutes): readonly Resource[] {
  if (typeof of !== 'string') return [];
  const all = routes.includable(routes.resourceOfType(of), MAX_INCLUDE_DEPTH).values();
  return [...new Set(all)];
}

function resourceAnswer(
  route: DescribedRoute,
  routes: DescribedRoutes,
  resource: Resource,
  status: number,
): GoodAnswer {
  const { options, method } = route;
  const part = partOf(route, 'object query');
  const data = ref(schemaName(resource));
  const others = options.included ?? included(part?.of, routes);
  const hasEtag = resource.versioned || options.etag === true;
  return {
    status,
    description: method === 'get' ? `One of ${resource.type}` : `The object, as it is now`,
    headers: [
      'X-Request-Id',
      // The header ETag is optional if a response can lack data. The token may be unable to read the result
      // of a write, and `data` can be null.
      ...(hasEtag ? [options.orNull || method !== 'get' ? 'ETag?' : 'ETag'] : []),
      ...(status === 201 ? ['Location'] : []),
      ...(partOf(route, 'Idempotency-Key') ? ['Idempotency-Replayed'] : []),
    ],
    mediaType,
    schema: object(
      {
        jsonapi: ref('JsonApi'),
        links: ref('SelfLink'),
        data: options.orNull ? { anyOf: [data, { type: 'null' }] } : data,
        ...includedMember(others, part !== undefined),
        ...(options.meta && { meta: object(options.meta) }),
      },
      [...(options.included ? [] : ['included']), ...(options.optionalMeta ? ['meta'] : [])],
    ),
  };
}

function includedMember(others: readonly Resource[], isThere: boolean): Record<string, JsonSchema> {
  if (others.length === 0)
    return isThere
      ? {
          included: {
            type: 'array',
            maxItems: 0,
            items: resourceObjectSchema,
            description: 'Always empty, because this response has nothing to include.',
          },
        }
      : {};
  const items = others.map((each) => ref(schemaName(each)));
  return { included: { type: 'array', items: items.length === 1 ? items[0]! : { anyOf: items } } };
}

function collection(
  resource: Resource,
  others: readonly Resource[],
  more?: Readonly<Record<string, JsonSchema>>,
): GoodAnswer {
  return {
    status: 200,
    description: `A page of ${resource.type}`,
    headers: ['X-Request-Id'],
    mediaType: collectionMediaType,
    schema: object(
      {
        jsonapi: ref('JsonApiOfCollection'),
        links: ref('PageLinks'),
        data: { type: 'array', items: ref(schemaName(resource)) },
        ...includedMember(others, true),
        meta: more ? object({ page: pageCounts, ...more }, ['page']) : ref('PageMeta'),
      },
      ['included', ...(more ? [] : ['meta'])],
    ),
  };
}

function linkage(relationship: Relationship): GoodAnswer {
  const data = ref(identifierName(relationship.type));
  if (!isToMany(relationship))
    return {
      status: 200,
      description: 'Target of the relationship',
      headers: ['X-Request-Id'],
      mediaType,
      schema: object({
        jsonapi: ref('JsonApi'),
        links: ref('RelationshipLinks'),
        data: 'required' in relationship ? data : { anyOf: [data, { type: 'null' }] },
      }),
    };
  return {
    status: 200,
    description: 'A page of targets of the relationship',
    headers: ['X-Request-Id'],
    mediaType: collectionMediaType,
    schema: object(
      {
        jsonapi: ref('JsonApiOfCollection'),
        links: ref('RelationshipPageLinks'),
        data: { type: 'array', items: data },
        meta: ref('PageMeta'),
      },
      ['meta'],
    ),
  };
}

const uri = { type: 'string', format: 'uri' };
const page = { type: ['string', 'null'], format: 'uri' };
const pages = { first: page, prev: page, next: page };

const pageCounts = object(
  {
    total: {
      type: 'integer',
      minimum: 0,
      description: 'Total number of objects in the list. Present if page[total]=true.',
    },
    partial: {
      const: true,
      description: 'True if the search stopped before the page was full. links.next continues the search.',
    },
  },
  ['total', 'partial'],
);

export const documentSchemas: Readonly<Record<string, JsonSchema>> = {
  Timestamp: {
    type: 'string',
    format: 'date-time',
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z$',
    description: 'Timestamp in UTC with microseconds.',
    examples: ['2026-11-21T06:22:26.087602Z'],
  },
  JsonApi: object({ version: { const: '1.1' } }),
  JsonApiOfCollection: object({
    version: { const: '1.1' },
    profile: { type: 'array', items: { type: 'string', format: 'uri' }, minItems: 1, maxItems: 1 },
  }),
  SelfLink: object({ self: uri }),
  LinkObject: object({ href: uri, type: { type: 'string' } }, ['type']),
  PageLinks: {
    ...object({ self: ref('LinkObject'), ...pages }),
    description: 'A link is null if the list has no such page.',
  },
  RelationshipLinks: object({ self: uri, related: uri }),
  RelationshipPageLinks: object({ self: ref('LinkObject'), related: uri, ...pages }),
  PageMeta: object({ page: pageCounts }),
};
