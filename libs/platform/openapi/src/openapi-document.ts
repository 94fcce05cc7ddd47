import type { INestApplicationContext } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { type HandledRoute, handledRoutes } from '@storewright/access';
import {
  type Deprecation,
  type ErrorCode,
  type JsonSchema,
  requestIdPattern,
  type Resource,
} from '@storewright/json-api';
import { documentSchemas, goodAnswers, type GoodAnswer } from './answers';
import { errorResponses, errorSchemas, errorsOf } from './error-responses';
import { operationId, pascal, relatedOperationId, summaryOf } from './names';
import { operationsSchemas } from './operations';
import { parametersOf, sharedParameters } from './parameters';
import { requestBodyOf } from './request-bodies';
import { deprecationOf, deprecationText, schemasOf } from './resource-schema';
import { type ApiDescription, DescribedRoutes, type DescribedRoute, isOfToken, partOf } from './route';
import { usedComponents } from './used-components';
import { webhookParameters, webhooksOf } from './webhooks';
import { securityOf, securitySchemes } from './security';

export function openapiDocumentOf(
  application: INestApplicationContext,
  description: ApiDescription,
): JsonSchema {
  return openapiDocument(description, handledRoutes(application.get(ModulesContainer)));
}

export function openapiDocument(description: ApiDescription, handled: readonly HandledRoute[]): JsonSchema {
  const routes = new DescribedRoutes(handled.filter(({ method }) => method !== 'HEAD'));
  const parts = new Parts();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes.all) {
    const path = templateOf(route.path, Object.keys(paths));
    const operation = operationOf({ ...route, path }, { routes, description, parts });
    (paths[path] ??= {})[route.method] = operation;
  }
  const webhooks = webhooksOf(parts.resources);
  const { title, description: text, version } = description;
  return {
    openapi: '3.1.0',
    info: {
      title,
      description: text,
      version,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The host that serves this document.' }],
    tags: parts.tagList(),
    paths,
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
    components: parts.components([paths, webhooks]),
  };
}

/**
 * Returns the OpenAPI path of a route. OpenAPI treats paths as identical if they differ only in parameter
 * names, so the first of such paths is used for all of them.
 */
function templateOf(path: string, known: readonly string[]): string {
  const shape = (each: string) => each.replace(/\{\w+\}/g, '{}');
  return known.find((each) => shape(each) === shape(path)) ?? path;
}

class Parts {
  private readonly schemas: Record<string, JsonSchema> = { ...documentSchemas };
  private readonly known = new Set<Resource>();
  private readonly responses: Record<string, JsonSchema> = {};
  private readonly codes = new Set<ErrorCode>();
  private readonly security: JsonSchema[] = [];
  private readonly tags = new Map<string, string>();

  get resources(): readonly Resource[] {
    return [...this.known];
  }

  addResource(resource: Resource): void {
    if (this.known.has(resource)) return;
    this.known.add(resource);
    this.addSchemas(schemasOf(resource), resource.type);
  }

  addSchemas(schemas: Readonly<Record<string, JsonSchema>>, of: string): void {
    for (const [name, schema] of Object.entries(schemas)) {
      const known = this.schemas[name];
      if (known && JSON.stringify(known) !== JSON.stringify(schema))
        throw new Error(`two schemas have the name ${name}: give one of the resources ${of} another name`);
      this.schemas[name] = schema;
    }
  }

  addResponse(name: string, response: JsonSchema): JsonSchema {
    const known = this.responses[name];
    if (known && JSON.stringify(known) !== JSON.stringify(response))
      throw new Error(`two responses have the name ${name}`);
    this.responses[name] = response;
    return { $ref: `#/components/responses/${name}` };
  }

  addCodes(codes: Iterable<ErrorCode>): void {
    for (const code of codes) this.codes.add(code);
  }

  addSecurity(requirements: readonly JsonSchema[]): void {
    this.security.push(...requirements);
  }

  tagOf(resource?: Resource): string {
    const { type, description } = resource ?? {
      type: 'service',
      description: 'Routes about the API itself, and OAuth endpoints.',
    };
    if (!this.tags.has(type)) this.tags.set(type, description ?? type);
    return type;
  }

  tagList(): JsonSchema[] {
    return [...this.tags].map(([name, description]) => ({ name, description }));
  }

  components(paths: unknown): JsonSchema {
    const all = {
      schemas: sorted({ ...this.schemas, ...errorSchemas(this.codes) }),
      responses: sorted(this.responses),
      parameters: { ...sharedParameters, ...webhookParameters },
      headers,
    };
    return { ...usedComponents(all, paths), securitySchemes: securitySchemes(this.security) };
  }
}

const sorted = <T>(members: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1)));

const text = { type: 'string' };
const headers: Readonly<Record<string, JsonSchema>> = {
  'X-Request-Id': {
    description:
      'Id of the request: the id that the client sent if it is valid, otherwise a new UUID. The ' +
      'operator finds the request in the log by this id.',
    required: true,
    schema: { type: 'string', pattern: requestIdPattern },
  },
  ETag: {
    required: true,
    description: 'ETag of the response document. It also changes when an included object changes.',
    schema: text,
  },
  Location: {
    description: 'URL of the new object.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'RateLimit-Policy': {
    description:
      'A rate limit by name: `q` requests in `w` seconds. For a 429 it is the exceeded limit, ' +
      'otherwise the limit of the token, if the operator set one.',
    schema: { type: 'string', pattern: '^"[a-z-]+";q=\\d+;w=\\d+$', examples: ['"requests";q=600;w=60'] },
  },
  RateLimit: {
    description:
      'Remaining requests `r` until the limit resets in `t` seconds. Instances of the service sync ' +
      'twice a second, so the actual number can be lower.',
    schema: { type: 'string', pattern: '^"[a-z-]+";r=\\d+;t=\\d+$', examples: ['"requests";r=598;t=41'] },
  },
  Deprecation: {
    description: 'Time at which the deprecation of a used feature started (RFC 9745), in seconds since 1970.',
    schema: { type: 'string', pattern: '^@\\d+$' },
  },
  Sunset: {
    description: 'Earliest time at which the deprecated feature is removed (RFC 8594).',
    schema: { type: 'string', pattern: ' GMT$' },
  },
  Link: {
    description: 'Link to the documentation of the deprecation, with rel="deprecation".',
    schema: { type: 'string', pattern: 'rel="deprecation"' },
  },
  'WWW-Authenticate': {
    description: 'Authentication challenge, which names the problem with the credential (RFC 6750).',
    schema: text,
  },
  'Idempotency-Replayed': {
    description: 'true if this is the stored first response for the Idempotency-Key.',
    schema: { const: 'true' },
  },
};

interface Context {
  routes: DescribedRoutes;
  description: ApiDescription;
  parts: Parts;
}

/**
 * Returns the operation id of a route. The images of a product cannot have the id `listProductImages`,
 * because this is the id of the list of the resource `product_images`.
 */
function idOf(route: DescribedRoute, { described }: DescribedRoutes): string {
  const { method, path } = route;
  const id = operationId(method, path, !!partOf(route, 'list query', 'linkage query'));
  const isTaken = described.some((other) => other.path !== path && id === `list${pascal(other.type)}`);
  return isTaken ? relatedOperationId(path) : id;
}

function operationOf(route: DescribedRoute, { routes, description, parts }: Context): JsonSchema {
  const { method, access, options } = route;
  const answers = goodAnswers(route, routes);
  const part = partOf(route, 'list query', 'object query', 'new resource', 'changed resource');
  addResources(route, routes, parts);
  const resource = part ? routes.resourceOf(part) : routes.ownerOf(route);
  const id = options.id ?? idOf(route, routes);
  const tag = parts.tagOf(resource);
  const security = securityOf(access);
  parts.addSecurity(security);
  const errors = errorResponses(route, routes, description.errors);
  parts.addCodes([...errorsOf(route, routes).values()].flat());
  parts.addCodes(description.errors);
  const parameters = [...parametersOf(route, routes)];
  const hasEtag = method === 'get' && answers.some((answer) => answer.headers.some(isEtag));
  if (hasEtag) parameters.push({ $ref: '#/components/parameters/if_none_match' });
  const requestBody = requestBodyOf(route, routes);
  return {
    operationId: id,
    summary: options.summary ?? summaryOf(id),
    ...deprecationOfOperation(options.deprecated, resource),
    tags: [tag],
    security,
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      ...Object.fromEntries(
        answers.map((answer, at) => {
          const example = at === 0 ? description.examples?.[id] : undefined;
          return [answer.status, responseOf(answer, { route, resource, example })];
        }),
      ),
      ...(hasEtag && { 304: notModified }),
      ...Object.fromEntries(
        [...errors].map(([status, { name, response }]) => [status, parts.addResponse(name, response)]),
      ),
    },
  };
}

/**
 * Marks an operation as deprecated if the route or its resource is deprecated. The dates of a deprecated
 * resource are in the schema of the resource.
 */
function deprecationOfOperation(own: Deprecation | undefined, resource?: Resource): JsonSchema {
  const deprecated = own ?? resource?.deprecated;
  if (!deprecated) return {};
  return { deprecated: true, description: deprecationText(deprecated), ...(own && deprecationOf(own)) };
}

const notModified = { description: 'Not modified: If-None-Match contains the ETag of the document.' };
const isEtag = (name: string): boolean => name.startsWith('ETag');

function addResources(route: DescribedRoute, routes: DescribedRoutes, parts: Parts): void {
  const { answers = [], included = [] } = route.options;
  const part = partOf(route, 'list query', 'object query', 'new resource', 'changed resource');
  if (part) parts.addResource(routes.resourceOf(part));
  for (const answer of answers) if (answer.shows === 'resource') parts.addResource(answer.resource);
  for (const resource of included) parts.addResource(resource);
  if (partOf(route, 'extension document'))
    parts.addSchemas(operationsSchemas(routes.described), 'operations');
}

/**
 * True if responses of the route can have deprecation headers, because the route, its resource or an
 * attribute is deprecated.
 */
function mayBeDeprecated({ options }: DescribedRoute, resource?: Resource): boolean {
  const attributes = Object.values(resource?.described ?? {});
  return [options, resource, ...attributes].some((each) => each?.deprecated !== undefined);
}

/**
 * Returns the name and the OpenAPI object of a response header. A question mark at the end of `named` marks
 * an optional header.
 */
function headerOf(named: string): [string, JsonSchema] {
  const name = named.replace('?', '');
  if (name === named) return [name, { $ref: `#/components/headers/${name}` }];
  return [name, { ...headers[name], required: false }];
}

const deprecationFields = ['Deprecation', 'Sunset', 'Link'];

const headersOfToken = ['RateLimit-Policy', 'RateLimit'];

function responseOf(
  { description, headers: named, mediaType, also = [], others = {}, schema }: GoodAnswer,
  { route, resource, example }: { route: DescribedRoute; resource?: Resource | undefined; example?: unknown },
): JsonSchema {
  const more = [
    ...(isOfToken(route) ? headersOfToken : []),
    ...(mayBeDeprecated(route, resource) ? deprecationFields : []),
  ];
  return {
    description,
    headers: Object.fromEntries([...named, ...more].map(headerOf)),
    ...(mediaType && {
      content: {
        [mediaType]: { schema, ...(example !== undefined && { example }) },
        ...Object.fromEntries(also.map((each) => [each, { schema }])),
        ...Object.fromEntries(Object.entries(others).map(([type, other]) => [type, { schema: other }])),
      },
    }),
  };
}
