import { type Route, routeTable } from '@storewright/access';
import type { TestApi } from '@storewright/api-testing';
import { isToMany, type Resource } from '@storewright/json-api';
import { canDo } from '@storewright/resources';
import type { HttpClient, Options, Response } from '@storewright/testing';

/** A route that needs scopes, from the application itself: a new one is tested without being named anywhere. */
export interface ScopedRoute {
  label: string;
  method: string;
  path: string;
  scopes: readonly string[];
  /** The type that its address begins with. */
  type: string;
  /** The relationship whose linkage it is about. */
  linkage?: string;
}

/** A request that is right for its route. */
export interface RightRequest {
  method: string;
  path: string;
  body?: object;
}

export function send(http: HttpClient, request: RightRequest, options: Options = {}): Promise<Response> {
  const { method, path, body } = request;
  return http.send(method, path, { ...(body && { body }), ...options });
}

export function scopedRoutes({ application }: Pick<TestApi, 'application'>): ScopedRoute[] {
  return routeTable(application).flatMap(({ method, path, access }: Route) => {
    if (access.kind !== 'scope') return [];
    const scopes = [access.scope, ...(access.also ?? [])];
    const [type, , part, linkage] = path.split('/').slice(2);
    const route = { label: `${method} ${path}`, method, path, scopes, type: type! };
    return [part === 'relationships' ? { ...route, linkage: linkage! } : route];
  });
}

/**
 * The scopes that a method and a path promise: a collection is read with `.collection`, one object with `.get`, and so on; who reads what an object is related
 * to reads that as well; who changes its linkage changes the object.
 */
export function promisedScopes({ relationships }: Resource, { method, path }: ScopedRoute): string[] {
  const [type, id, part, linkage] = path.split('/').slice(2);
  if (id === undefined) return [`${type}.${method === 'GET' ? 'collection' : method.toLowerCase()}`];
  if (part === undefined) return [`${type}.${method.toLowerCase()}`];
  if (linkage !== undefined) return [`${type}.${method === 'GET' ? 'get' : 'patch'}`];
  const relationship = relationships[part];
  // An address of a controller of its own.
  if (!relationship) return [`${type}.${method === 'GET' ? 'get' : 'patch'}`];
  return [`${type}.get`, `${relationship.type}.${isToMany(relationship) ? 'collection' : 'get'}`];
}

/** The routes of a resource: what it can do, and an address for each relationship that has one. */
export function promisedRoutes(resource: Resource): string[] {
  const one = `${resource.path}/:id`;
  const related = Object.entries(resource.relationships).flatMap(([name, relationship]) => {
    if (!relationship.exposed) return [];
    const changes = isToMany(relationship) ? ['PATCH', 'POST', 'DELETE'] : ['PATCH'];
    const methods = ['GET', ...(relationship.writable?.includes('update') ? changes : [])];
    return [`GET ${one}/${name}`, ...methods.map((method) => `${method} ${one}/relationships/${name}`)];
  });
  return [
    `GET ${resource.path}`,
    ...(canDo(resource, 'post') ? [`POST ${resource.path}`] : []),
    `GET ${one}`,
    ...(canDo(resource, 'patch') ? [`PATCH ${one}`] : []),
    ...(canDo(resource, 'delete') ? [`DELETE ${one}`] : []),
    ...related,
  ];
}
