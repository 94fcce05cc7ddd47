import type { ExecutionContext } from '@nestjs/common';
import { type Grant, type GrantedRequest, requireScopes } from '@storewright/access';
import {
  ApiError,
  type AttributeCheck,
  type ChangeOptions,
  documentBody,
  includedTypes,
  noObjectQuery,
  type ListQuery,
  type ObjectQuery,
  type ParsedResource,
  parseListQuery,
  parseObjectQuery,
  preconditionsOf,
  queryStringOf,
  readChange,
  readNew,
  requestParameter,
} from '@storewright/json-api';
import { scopeOf } from '@storewright/scopes';
import type { ResourceLocator } from './resource-queries';
import type { ResourceRepository } from './resource-repository';
import { mayRead } from './write-response';

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<GrantedRequest>();

/**
 * Injects the validated query string of a list request: `@CollectionQuery('orders') query: ListQuery`. Throws
 * 403 if the token cannot read an included type.
 */
export const CollectionQuery = requestParameter('list query', (type: string, context) => {
  const request = requestOf(context);
  const query = listQueryOf(request, type);
  requireIncludeScopes(request, query);
  requireSearchScopes(request, type, query);
  return query;
});

/**
 * Injects the validated query string of a request for one object: `@ResourceQuery('orders') query:
 * ObjectQuery`. Throws 403 if the token cannot read an included type.
 */
export const ResourceQuery = requestParameter('object query', (type: string, context): ObjectQuery => {
  const request = requestOf(context);
  const queryString = queryStringOf(request);
  if (queryString === '') return noObjectQuery;
  const { resources } = request.server.resources;
  const query = parseObjectQuery(resources.get(type)!, queryString, resources);
  if (query.includes?.length) requireScopes(request, [scopeOf(type, 'get')]);
  requireIncludeScopes(request, query);
  return query;
});

/**
 * Injects the validated query string of a request for a page of linkage. Filters and sort fields require the
 * scope to list the related objects, because the result reveals their values. Throws 400 and 403.
 */
export const LinkageQuery = requestParameter('linkage query', (type: string, context) => {
  const request = requestOf(context);
  const query = listQueryOf(request, type);
  if (readsFields(query)) requireScopes(request, [scopeOf(type, 'collection')]);
  requireSearchScopes(request, type, query);
  if (!query.included) return query;
  throw new ApiError('invalid_query_parameter', {
    detail: 'A page of linkage does not support "include". Use the related link to read the objects.',
    source: { parameter: 'include' },
  });
});

/**
 * Injects the new resource object of a request body: `@NewResource('notes') input:
 * ParsedResource<CreateNote>`. Throws 400, 403, 409, 415 and 422.
 */
export const NewResource = requestParameter(
  'new resource',
  (type: string, context): ParsedResource<object> => {
    const request = requestOf(context);
    const repository = request.server.resources.get(type);
    return readNew(repository.resource, documentBody(request), checkOf(repository));
  },
);

/**
 * Injects the changes of a PATCH request body: `@ChangedResource('notes') input: ParsedResource<UpdateNote>`.
 * Throws 400, 403, 409, 415 and 422.
 */
export const ChangedResource = requestParameter(
  'changed resource',
  (type: string, context): ParsedResource<object> => {
    const request = requestOf(context);
    const repository = request.server.resources.get(type);
    const { id } = request.params as { id: string };
    return readChange(
      repository.resource,
      id,
      documentBody(request),
      changeOptions(repository, request.grant!),
    );
  },
);

/**
 * Injects the id in the path and the version in the If-Match header: `@Located() locator: ResourceLocator`.
 */
export const Located = requestParameter('If-Match', (_: unknown, context): ResourceLocator => {
  const { params, headers } = requestOf(context);
  return { id: (params as { id: string }).id, ifMatch: preconditionsOf({ headers }) };
});

function listQueryOf(request: GrantedRequest, type: string): ListQuery {
  const { resources } = request.server.resources;
  const cursors = request.server.cursorsOf(request);
  return parseListQuery(resources.get(type)!, queryStringOf(request), { resources, cursors });
}

/** True if the query sorts, filters or searches by fields other than the id. */
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
 * Throws 403 unless the token has the scopes of the related types that a search reads. Search results reveal
 * the content of related objects.
 */
function requireSearchScopes(request: GrantedRequest, type: string, { words, meta }: ListQuery): void {
  if (meta !== undefined) requireScopes(request, [scopeOf('meta', 'collection')]);
  if (!words) return;
  const { search, relationships } = request.server.resources.resources.get(type)!;
  const scopes = (search?.through ?? []).map((name) => scopeOf(relationships[name]!.type, 'collection'));
  requireScopes(request, scopes);
}

/**
 * Throws 403 unless the token has the scope of each included type: `get` for to-one relationships,
 * `collection` for to-many relationships.
 */
function requireIncludeScopes(request: GrantedRequest, { includes = [] }: ObjectQuery): void {
  if (includes.length === 0) return;
  const scopes = includedTypes(includes).map(({ type, many }) => scopeOf(type, many ? 'collection' : 'get'));
  requireScopes(request, scopes);
}

/**
 * Returns the options for parsing a PATCH body. The parser compares read-only values with stored values only
 * if the token can read the object.
 */
export function changeOptions(repository: ResourceRepository, grant: Grant): ChangeOptions {
  return {
    check: checkOf(repository),
    mayRepeat: mayRead(grant, repository.resource),
    mayRepeatMeta: repository.showsMeta && (!grant.scopes || grant.scopes.has(scopeOf('meta', 'collection'))),
  };
}

export function checkOf(repository: ResourceRepository): AttributeCheck | undefined {
  return repository.validate?.bind(repository);
}
