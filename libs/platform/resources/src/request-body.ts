import {
  type AttributeCheck,
  type ChangeOptions,
  documentBody,
  type ParsedResource,
  preconditionsOf,
  readChange,
  readNew,
  requestParameter,
} from '@storewright/json-api';
import type { Grant, GrantedRequest } from '@storewright/access';
import { scopeOf } from '@storewright/scopes';
import type { ResourceLocator } from './resource-queries';
import type { ResourceRepository } from './resource-repository';
import { mayRead } from './write-response';

/**
 * The new resource object in the body: `@NewResource('notes') input: ParsedResource<CreateNote>`. Throws 400,
 * 403, 409, 415, 422.
 */
export const NewResource = requestParameter(
  'new resource',
  (type: string, context): ParsedResource<object> => {
    const request = context.switchToHttp().getRequest<GrantedRequest>();
    const repository = request.server.resources.get(type);
    return readNew(repository.resource, documentBody(request), checkOf(repository));
  },
);

/**
 * The changes in the body, for the resource whose id is in the address: `@ChangedResource('notes') input:
 * ParsedResource<UpdateNote>`. Throws likewise.
 */
export const ChangedResource = requestParameter(
  'changed resource',
  (type: string, context): ParsedResource<object> => {
    const request = context.switchToHttp().getRequest<GrantedRequest>();
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

/** Which object the address names, and the state of it that the client knows: `@Located() locator: ResourceLocator`. */
export const Located = requestParameter('If-Match', (_: unknown, context): ResourceLocator => {
  const { params, headers } = context.switchToHttp().getRequest<GrantedRequest>();
  return { id: (params as { id: string }).id, ifMatch: preconditionsOf({ headers }) };
});

/** How a change of the resource is read. A token that may not read the object may not guess at it either. */
export function changeOptions(repository: ResourceRepository, grant: Grant): ChangeOptions {
  return {
    check: checkOf(repository),
    mayRepeat: mayRead(grant, repository.resource),
    mayRepeatMeta: repository.showsMeta && (!grant.scopes || grant.scopes.has(scopeOf('meta', 'collection'))),
  };
}

/** What the repository checks of attributes beside their DTO. */
export function checkOf(repository: ResourceRepository): AttributeCheck | undefined {
  return repository.validate?.bind(repository);
}
