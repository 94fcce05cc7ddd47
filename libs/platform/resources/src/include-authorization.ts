import type { ExecutionContext } from '@nestjs/common';
import { type Grant, type GrantedRequest, requireScopes } from '@storewright/access';
import {
  ApiError,
  includedTypes,
  type ListQuery,
  type ObjectQuery,
  parseListQuery,
  parseObjectQuery,
  queryStringOf,
  requestParameter,
} from '@storewright/json-api';
import { scopeOf } from '@storewright/scopes';

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<GrantedRequest>();

/**
 * The checked query of a list of this type, and of types to include that the token may read:
 * `@CollectionQuery('orders') query: ListQuery`.
 */
export const CollectionQuery = requestParameter('list query', (type: string, context) => {
  const request = requestOf(context);
  const query = listQueryOf(request, type);
  requireIncludeScopes(request.grant!, query);
  requireSearchScopes(request, type, query);
  return query;
});

/**
 * The checked query of a request for one object or of a write, likewise; what a write is related to is shown
 * to whoever may read it: `@ResourceQuery('orders') query: ObjectQuery`.
 */
export const ResourceQuery = requestParameter('object query', (type: string, context) => {
  const request = requestOf(context);
  const { resources } = request.server.resources;
  const query = parseObjectQuery(resources.get(type)!, queryStringOf(request), resources);
  if (query.includes?.length) requireScopes(request.grant!, [scopeOf(type, 'get')]);
  requireIncludeScopes(request.grant!, query);
  return query;
});

/**
 * The checked query of a page of linkage; identifiers have nothing to include. The linkage belongs to its own
 * resource, but the order and the choice of its members tell what is in them: who sorts or filters by their
 * fields needs the scope to list them. Throws 400, 403.
 */
export const LinkageQuery = requestParameter('linkage query', (type: string, context) => {
  const request = requestOf(context);
  const query = listQueryOf(request, type);
  if (readsFields(query)) requireScopes(request.grant!, [scopeOf(type, 'collection')]);
  requireSearchScopes(request, type, query);
  if (!query.included) return query;
  throw new ApiError('invalid_query_parameter', {
    detail: 'Linkage is read without what it leads to; the related link gives that.',
    source: { parameter: 'include' },
  });
});

/** The query of a list of this type. Throws 400. */
function listQueryOf(request: GrantedRequest, type: string): ListQuery {
  const { resources } = request.server.resources;
  const cursors = request.server.cursorsOf(request);
  return parseListQuery(resources.get(type)!, queryStringOf(request), { resources, cursors });
}

/** Whether more than ids decides which objects a page shows, and where. */
function readsFields({ order, conditions, filters, words, meta }: ListQuery): boolean {
  const sorted = order.some(({ column }) => column !== 'id');
  return (
    sorted ||
    words !== undefined ||
    meta !== undefined ||
    conditions.length > 0 ||
    Object.keys(filters).length > 0
  );
}

/**
 * Words are looked for in objects of other types as well, and so is meta: who finds one by them knows what is
 * in them. Throws 403.
 */
function requireSearchScopes(request: GrantedRequest, type: string, { words, meta }: ListQuery): void {
  if (meta !== undefined) requireScopes(request.grant!, [scopeOf('meta', 'collection')]);
  if (!words) return;
  const { search, relationships } = request.server.resources.resources.get(type)!;
  const scopes = (search?.through ?? []).map((name) => scopeOf(relationships[name]!.type, 'collection'));
  requireScopes(request.grant!, scopes);
}

/** Whoever includes another type needs its scope as well: `get` for one, `collection` for several. Throws 403. */
function requireIncludeScopes(grant: Grant, { includes = [] }: ObjectQuery): void {
  if (includes.length === 0) return;
  const scopes = includedTypes(includes).map(({ type, many }) => scopeOf(type, many ? 'collection' : 'get'));
  requireScopes(grant, scopes);
}
