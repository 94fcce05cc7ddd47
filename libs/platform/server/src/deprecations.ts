import type { GrantedRequest, HandledRoute } from '@storewright/access';
import {
  checkDeprecation,
  type Deprecation,
  deprecationHeaders,
  describedResource,
  operationOptions,
  partsReadBy,
  type Resource,
} from '@storewright/json-api';
import { processCounter } from '@storewright/metrics';
import type { FastifyInstance } from 'fastify';

/** Metric labels contain the name of the deprecated feature, and never the client. */
const uses = processCounter<'feature', string>(
  'storewright_deprecated_requests_total',
  'Requests that used a deprecated feature',
  'feature',
  [],
);

/**
 * A deprecated route such as `GET /api/things`, a resource such as `things`, or an attribute such as
 * `things.colour`.
 */
interface Feature extends Deprecation {
  name: string;
}

export interface DeprecationOptions {
  docsUrl: string;
  used: (request: GrantedRequest, name: string, deprecation: Deprecation) => void;
}

/**
 * Adds deprecation headers to responses (docs/adr/versioning.md). Adds no Fastify hook if nothing is
 * deprecated.
 */
export function addDeprecations(
  fastify: FastifyInstance,
  routes: readonly HandledRoute[],
  { docsUrl, used }: DeprecationOptions,
): void {
  const deprecations = new Deprecations(routes);
  if (deprecations.isEmpty) return;
  for (const { name } of deprecations.all) uses.inc({ feature: name }, 0);
  fastify.addHook('onSend', (request: GrantedRequest, reply, _payload, done) => {
    const features = deprecations.usedBy(request);
    if (features.length > 0) void reply.headers(deprecationHeaders(features, docsUrl));
    for (const { name, ...deprecation } of features) {
      uses.inc({ feature: name });
      used(request, name, deprecation);
    }
    done();
  });
}

class Deprecations {
  /**
   * Deprecated features, keyed by the method and path pattern of a route. The routes of a deprecated resource
   * all have an entry.
   */
  private readonly ofRoutes = new Map<string, Feature[]>();
  /**
   * Resource of each route, keyed by method and path pattern. The query parameters `sort` and `filter` name
   * attributes of this resource.
   */
  private readonly resources = new Map<string, Resource>();
  private readonly attributes = new Map<string, Map<string, Feature>>();

  constructor(routes: readonly HandledRoute[]) {
    for (const route of routes) this.add(route);
  }

  get all(): ReadonlySet<Feature> {
    const ofAttributes = [...this.attributes.values()].flatMap((features) => [...features.values()]);
    return new Set([...[...this.ofRoutes.values()].flat(), ...ofAttributes]);
  }

  get isEmpty(): boolean {
    return this.ofRoutes.size === 0 && this.attributes.size === 0;
  }

  usedBy(request: GrantedRequest): Feature[] {
    const { method, routeOptions } = request;
    const key = `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`;
    const ofRoute = this.ofRoutes.get(key) ?? [];
    if (this.attributes.size === 0) return ofRoute;
    const named = [...namedInQuery(request, this.resources.get(key)?.type), ...namedInBody(request)];
    const found = named.flatMap(([type, name]) => this.attributes.get(type)?.get(name) ?? []);
    return [...new Set([...ofRoute, ...found])];
  }

  private add({ method, path, controller, handler }: HandledRoute): void {
    const key = `${method} ${path}`;
    const ofRoute = operationOptions(controller, handler).deprecated;
    const read = partsReadBy(controller, handler).map(({ of }) => of as Resource | undefined);
    const resource = describedResource(controller) ?? read.find((of) => of?.attributes !== undefined);
    const found: Feature[] = [];
    if (ofRoute) found.push({ ...ofRoute, name: key });
    if (resource) {
      this.resources.set(key, resource);
      if (resource.deprecated) found.push({ ...resource.deprecated, name: resource.type });
      this.addAttributes(resource);
    }
    for (const feature of found) checkDeprecation(feature.name, feature);
    if (found.length > 0) this.ofRoutes.set(key, found);
  }

  private addAttributes({ type, described }: Resource): void {
    for (const [name, { deprecated }] of Object.entries(described)) {
      if (!deprecated || this.attributes.get(type)?.has(name)) continue;
      const feature = { ...deprecated, name: `${type}.${name}` };
      checkDeprecation(feature.name, feature);
      this.attributes.set(type, (this.attributes.get(type) ?? new Map<string, Feature>()).set(name, feature));
    }
  }
}

type Named = [type: string, name: string];

/**
 * Returns the attributes that the query parameters `fields`, `sort` and `filter` name. `type` is the resource
 * type of the route.
 */
function namedInQuery({ url }: GrantedRequest, type = ''): Named[] {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length));
  return [...query].flatMap(([parameter, value]): Named[] => {
    const [, kind, name = ''] = /^(fields|filter)\[([^\]]+)\]/.exec(parameter) ?? [];
    if (kind === 'filter') return [[type, name]];
    const names = kind === 'fields' || parameter === 'sort' ? value.split(',') : [];
    return names.map((each) => [kind ? name : type, each.replace(/^-/, '')]);
  });
}

interface SentObject {
  type?: unknown;
  attributes?: object | null;
}

function namedInBody({ body }: GrantedRequest): Named[] {
  if (!Buffer.isBuffer(body) || body.length === 0) return [];
  try {
    const document = JSON.parse(body.toString()) as Record<string, unknown>;
    const operations = (document['atomic:operations'] ?? []) as { data?: unknown }[];
    const sent = [document['data'], ...operations.map(({ data }) => data)] as (SentObject | null)[];
    return sent.flatMap((each) =>
      Object.keys(each?.attributes ?? {}).map((name): Named => [String(each!.type), name]),
    );
  } catch {
    // Returns no attributes for an invalid request body, which the route handler rejects.
    return [];
  }
}
