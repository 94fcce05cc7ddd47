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
 * New resource object of the body: `@NewResource('notes') input: ParsedResource<CreateNote>`. Throws 400,
 * 403, 409, 415 and 422.
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
 * Changes in the body for the resource with the id in the path: `@ChangedResource('notes') input:
 * ParsedResource<UpdateNote>`. Throws the same errors.
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

/** Id in the path and version in If-Match: `@Located() locator: ResourceLocator`. */
export const Located = requestParameter('If-Match', (_: unknown, context): ResourceLocator => {
  const { params, headers } = context.switchToHttp().getRequest<GrantedRequest>();
  return { id: (params as { id: string }).id, ifMatch: preconditionsOf({ headers }) };
});

/** Options for reading a change. A token that may not read the object cannot compare values either. */
export function changeOptions(repository: ResourceRepository, grant: Grant): ChangeOptions {
  return {
    check: checkOf(repository),
    mayRepeat: mayRead(grant, repository.resource),
    mayRepeatMeta: repository.showsMeta && (!grant.scopes || grant.scopes.has(scopeOf('meta', 'collection'))),
  };
}

/** Validation by the repository in addition to the DTO. */
export function checkOf(repository: ResourceRepository): AttributeCheck | undefined {
  return repository.validate?.bind(repository);
}
