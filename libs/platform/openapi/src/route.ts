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

/** A route with all declarations that the document describes. */
export interface DescribedRoute extends Pick<HandledRoute, 'access' | 'stepUp' | 'device'> {
  /** HTTP method in lowercase, as in OpenAPI. */
  method: string;
  /** Path with parameters in braces, such as `/api/orders/{id}`. */
  path: string;
  parts: readonly ReadPart[];
  options: OperationOptions;
}

/** True for a route that every token of the shop with the right scopes can use. */
export function isOfToken({ access: { kind } }: Pick<DescribedRoute, 'access'>): boolean {
  return kind === 'scope' || kind === 'operations' || kind === 'token';
}

/** Information about an API that its routes do not declare. */
export interface ApiDescription {
  title: string;
  description: string;
  /** Errors that any request can return. */
  errors: readonly ErrorCode[];
  /** Version of the product that serves the API. */
  version: string;
  /** Example responses by operationId, recorded from real requests. */
  examples?: Readonly<Record<string, unknown>>;
}

/** The routes of an application with their resources. */
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
   * Returns the resource of a request part, or the registered resource of its type. Throws if the type is not
   * registered.
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

  /** Returns the resource of a type, or undefined if no controller describes the type. */
  find(type: string): Resource | undefined {
    return this.byType.get(type);
  }

  /** Returns all resources that controllers declare. */
  get described(): readonly Resource[] {
    return [...this.byType.values()];
  }

  /** Resources that a search over all types includes, in the order of their types. */
  get searched(): readonly Resource[] {
    const searched = this.described.filter(({ search }) => search);
    return searched.toSorted((one, other) => (one.type < other.type ? -1 : 1));
  }

  /** Returns the resource to which a relationship path belongs. */
  ownerOf({ path }: DescribedRoute): Resource | undefined {
    return this.described.find((resource) => path.startsWith(`${resource.path}/{id}/`));
  }

  /**
   * Returns the resources that `include` can reach, by the path of relationship names. Each resource appears
   * once.
   */
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

/** True if the route can respond with a proposal. */
export const canPropose = (route: DescribedRoute): boolean =>
  partOf(route, 'approval') !== undefined || partOf(route, 'extension document') !== undefined;

export const relationshipOf = ({ of }: ReadPart): Relationship => of as Relationship;
