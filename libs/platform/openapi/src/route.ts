import type { HandledRoute } from '@storewright/access';
import {
  describedResource,
  type ErrorCode,
  includable,
  type OperationOptions,
  operationOptions,
  partsReadBy,
  type ReadPart,
  type Relationship,
  type RequestPart,
  type Resource,
} from '@storewright/json-api';

/** A route with the declarations from which its OpenAPI operation is derived. */
export interface DescribedRoute extends Pick<HandledRoute, 'access' | 'stepUp' | 'device'> {
  /** HTTP method in lowercase, as OpenAPI requires. */
  method: string;
  /** URL path with parameters in braces, such as `/api/orders/{id}`. */
  path: string;
  parts: readonly ReadPart[];
  options: OperationOptions;
}

/** True if a route accepts access tokens and OAuth tokens. */
export function isOfToken({ access: { kind } }: Pick<DescribedRoute, 'access'>): boolean {
  return kind === 'scope' || kind === 'operations' || kind === 'token';
}

/** Parts of an OpenAPI document that are not derived from routes. */
export interface ApiDescription {
  title: string;
  description: string;
  /** Error codes that any request can return. */
  errors: readonly ErrorCode[];
  /** Product version, which becomes the version in the OpenAPI document. */
  version: string;
  /** Response examples that were recorded from real requests, keyed by operation id. */
  examples?: Readonly<Record<string, unknown>>;
}

/** All routes of an application, and the resources that their controllers declare. */
export class DescribedRoutes {
  readonly all: readonly DescribedRoute[];
  private readonly byType = new Map<string, Resource>();

  constructor(routes: readonly HandledRoute[]) {
    for (const { controller } of routes) {
      const resource = describedResource(controller);
      if (resource) this.byType.set(resource.type, resource);
    }
    this.all = routes.map(describe);
  }

  /**
   * Returns the resource that a request part refers to, directly or by type. Throws if no controller declares
   * the type.
   */
  resourceOf({ of }: ReadPart): Resource {
    if (typeof of === 'string') return this.resourceOfType(of);
    return of as Resource;
  }

  resourceOfType(type: string): Resource {
    const resource = this.byType.get(type);
    if (!resource) throw new Error(`no controller describes the resource ${type}`);
    return resource;
  }

  /** Returns the resource with this type, or undefined if no controller declares the type. */
  find(type: string): Resource | undefined {
    return this.byType.get(type);
  }

  get described(): readonly Resource[] {
    return [...this.byType.values()];
  }

  /** Resources that the search over all types includes, sorted by type. */
  get searched(): readonly Resource[] {
    const searched = this.described.filter(({ search }) => search);
    return searched.toSorted((one, other) => (one.type < other.type ? -1 : 1));
  }

  /** Returns the resource that a relationship route belongs to. */
  ownerOf({ path }: DescribedRoute): Resource | undefined {
    return this.described.find((resource) => path.startsWith(`${resource.path}/{id}/`));
  }

  /** Returns all resources that `include` can reach, keyed by the path of relationship names. */
  includable(resource: Resource, depth: number): ReadonlyMap<string, Resource> {
    const found = new Map<string, Resource>();
    if (depth === 0) return found;
    for (const [name, relationship] of Object.entries(includable(resource, this.byType))) {
      const target = this.resourceOfType(relationship!.type);
      found.set(name, target);
      for (const [path, further] of this.includable(target, depth - 1)) found.set(`${name}.${path}`, further);
    }
    return found;
  }
}

function describe({
  method,
  path,
  access,
  stepUp,
  device,
  controller,
  handler,
}: HandledRoute): DescribedRoute {
  return {
    method: method.toLowerCase(),
    path: path.replace(/:(\w+)/g, '{$1}'),
    access,
    ...(stepUp && { stepUp }),
    ...(device && { device }),
    parts: partsReadBy(controller, handler),
    options: operationOptions(controller, handler),
  };
}

export function partOf({ parts }: DescribedRoute, ...wanted: RequestPart[]): ReadPart | undefined {
  return parts.find(({ part }) => wanted.includes(part));
}

/** True if a route can respond with a proposal instead of a write. */
export const canPropose = (route: DescribedRoute): boolean =>
  partOf(route, 'approval') !== undefined || partOf(route, 'extension document') !== undefined;

export const relationshipOf = ({ of }: ReadPart): Relationship => of as Relationship;
