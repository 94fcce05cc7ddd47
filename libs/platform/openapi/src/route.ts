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

export interface DescribedRoute extends Pick<HandledRoute, 'access' | 'stepUp' | 'device'> {
  /** HTTP method in lowercase, as in OpenAPI. */
  method: string;
  path: string;
  parts: readonly ReadPart[];
  options: OperationOptions;
}

export function isOfToken({ access: { kind } }: Pick<DescribedRoute, 'access'>): boolean {
  return kind === 'scope' || kind === 'operations' || kind === 'token';
}

export interface ApiDescription {
  title: string;
  description: string;
  errors: readonly ErrorCode[];
  version: string;
  /** Example responses that were recorded from real requests, keyed by operation id. */
  examples?: Readonly<Record<string, unknown>>;
}

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
   * Returns the resource of a request part, which contains the resource or its type. Throws if no controller
   * declares this type.
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

  find(type: string): Resource | undefined {
    return this.byType.get(type);
  }

  get described(): readonly Resource[] {
    return [...this.byType.values()];
  }

  get searched(): readonly Resource[] {
    const searched = this.described.filter(({ search }) => search);
    return searched.toSorted((one, other) => (one.type < other.type ? -1 : 1));
  }

  ownerOf({ path }: DescribedRoute): Resource | undefined {
    return this.described.find((resource) => path.startsWith(`${resource.path}/{id}/`));
  }

  /**
   * Returns the resources that the query parameter `include` can reach from a resource, keyed by the path of
   * relationship names.
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

/** True if a route can store a write as a proposal, and then returns the proposal. */
export const canPropose = (route: DescribedRoute): boolean =>
  partOf(route, 'approval') !== undefined || partOf(route, 'extension document') !== undefined;

export const relationshipOf = ({ of }: ReadPart): Relationship => of as Relationship;
