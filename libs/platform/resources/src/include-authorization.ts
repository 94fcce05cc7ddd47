import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Grant, type GrantedRequest, requireScopes } from '@storewright/access';
import {
  ApiError,
  includedTypes,
  type ObjectQuery,
  parseListQuery,
  parseNoQuery,
  parseObjectQuery,
  queryStringOf,
} from '@storewright/json-api';
import { scopeOf } from '@storewright/scopes';
import './resource-registry';

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<GrantedRequest>();

/** The checked query of a list of this type, and of types to include that the token may read: `@CollectionQuery('orders') query: ListQuery`. */
export const CollectionQuery = createParamDecorator((type: string, context) => {
  const request = requestOf(context);
  const { resources } = request.server.resources;
  const query = parseListQuery(resources.get(type)!, queryStringOf(request), resources);
  requireIncludeScopes(request.grant!, query);
  return query;
});

/** The checked query of a request for one object or of a write, likewise: `@ResourceQuery('orders') query: ObjectQuery`. */
export const ResourceQuery = createParamDecorator((type: string, context) => {
  const request = requestOf(context);
  const { resources } = request.server.resources;
  const query = parseObjectQuery(resources.get(type)!, queryStringOf(request), resources);
  requireIncludeScopes(request.grant!, query);
  return query;
});

/** The checked query of a page of linkage: places, sort and filters of what it leads to; identifiers have nothing to include. */
export const LinkageQuery = createParamDecorator((type: string, context) => {
  const request = requestOf(context);
  const { resources } = request.server.resources;
  const query = parseListQuery(resources.get(type)!, queryStringOf(request), resources);
  if (!query.included) return query;
  throw new ApiError('invalid_query_parameter', {
    detail: 'Linkage is read without what it leads to; the related link gives that.',
    source: { parameter: 'include' },
  });
});

/** Refuses every parameter: `@NoQuery() _query: void`. */
export const NoQuery = createParamDecorator((_: unknown, context): void =>
  parseNoQuery(queryStringOf(requestOf(context))),
);

/** Whoever includes another type needs its scope as well: `get` for one, `collection` for several. Throws 403. */
function requireIncludeScopes(grant: Grant, { includes = [] }: ObjectQuery): void {
  if (includes.length === 0) return;
  const scopes = includedTypes(includes).map(({ type, many }) => scopeOf(type, many ? 'collection' : 'get'));
  requireScopes(grant, scopes);
}
