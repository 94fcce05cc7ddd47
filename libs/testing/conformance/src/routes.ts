import { type Route, routeTable } from '@storewright/access';
import type { TestApi } from '@storewright/api-testing';
import { inversesOf } from '@storewright/entities';
import { isToMany, type Resource } from '@storewright/json-api';
import { canDo } from '@storewright/resources';
import type { HttpClient, Options, Response } from '@storewright/testing';

/**
 * An API route that requires scopes. The list of routes comes from the application, so that new routes are
 * tested automatically.
 */
export interface ScopedRoute {
  label: string;
  method: string;
  path: string;
  scopes: readonly string[];
  type: string;
  /** Name of the relationship if the route reads or changes its linkage. */
  linkage?: string;
}

export interface RightRequest {
  method: string;
  path: string;
  /** A JSON document, or the text of a body that is not JSON. */
  body?: object | string;
  headers?: Record<string, string>;
}

export function send(http: HttpClient, request: RightRequest, options: Options = {}): Promise<Response> {
  const { method, path, body, headers } = request;
  const all = { ...headers, ...options.headers };
  return http.send(method, path, { ...(body && { body }), ...options, headers: all });
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
 * Returns the scopes that the method and the path of a route imply, such as `.collection` for a list and
 * `.get` for one object. Reading related objects also requires a scope of the related type. Changing a
 * linkage requires the scope to change the object.
 */
export function promisedScopes({ relationships }: Resource, { method, path }: ScopedRoute): string[] {
  const [type, id, part, linkage] = path.split('/').slice(2);
  if (id === undefined) return [`${type}.${method === 'GET' ? 'collection' : method.toLowerCase()}`];
  if (part === undefined) return [`${type}.${method.toLowerCase()}`];
  if (linkage !== undefined) return [`${type}.${method === 'GET' ? 'get' : 'patch'}`];
  const relationship = relationships[part];
  // A route of a resource's own controller has no relationship in its path.
  if (!relationship) return [`${type}.${method === 'GET' ? 'get' : 'patch'}`];
  return [`${type}.get`, `${relationship.type}.${isToMany(relationship) ? 'collection' : 'get'}`];
}

/**
 * Returns the expected routes of a resource: its operations, and the URLs of its relationships and inverse
 * relationships.
 */
export function promisedRoutes(resource: Resource): string[] {
  const one = `${resource.path}/:id`;
  const related = Object.entries(resource.relationships).flatMap(([name, relationship]) => {
    if (!relationship.exposed || 'declaredBy' in relationship) return [];
    const changes = isToMany(relationship) ? ['PATCH', 'POST', 'DELETE'] : ['PATCH'];
    const methods = ['GET', ...(relationship.writable?.includes('update') ? changes : [])];
    return [`GET ${one}/${name}`, ...methods.map((method) => `${method} ${one}/relationships/${name}`)];
  });
  const inverse = inversesOf(resource).flatMap(({ target, name }) => [
    `GET /api/${target}/:id/${name}`,
    `GET /api/${target}/:id/relationships/${name}`,
  ]);
  return [
    `GET ${resource.path}`,
    ...(canDo(resource, 'post') ? [`POST ${resource.path}`] : []),
    `GET ${one}`,
    ...(canDo(resource, 'patch') ? [`PATCH ${one}`] : []),
    ...(canDo(resource, 'delete') ? [`DELETE ${one}`] : []),
    ...related,
    ...inverse,
  ];
}
