import type { Render } from './response';
import { ApiError, ApiErrors } from './api-error';
import { atomicExtension, mediaType } from './media-type';
import type { Resource, DocumentRow } from './types';

/** The object that an operation created or changed, or undefined if its result has no data. */
export type OperationResult = { resource: Resource; row: DocumentRow } | undefined;

/** Renders the response of an atomic request (JSON:API extension "Atomic Operations", "Processing"). */
export function operationsDone(results: readonly OperationResult[]): Render {
  return ({ origin }) => {
    const each = results.map((result) =>
      result ? `{"data":${result.resource.render(result.row, origin)}}` : '{}',
    );
    return {
      headers: { 'content-type': `${mediaType}; ext="${atomicExtension}"` },
      body: `{"jsonapi":{"version":"1.1","ext":["${atomicExtension}"]},"atomic:results":[${each.join()}]}`,
    };
  };
}

/**
 * Adds a pointer to an error of an operation. An error that already has a pointer inside the operation keeps
 * its pointer.
 */
export function locatedIn(pointer: string, thrown: unknown): unknown {
  if (thrown instanceof ApiErrors)
    return new ApiErrors(thrown.errors.map((error) => located(pointer, error)));
  return thrown instanceof ApiError ? located(pointer, thrown) : thrown;
}

function located(pointer: string, error: ApiError): ApiError {
  const { code, message: detail, source, meta, disclosed, type, headers, cause } = error;
  if (source && 'pointer' in source && source.pointer.startsWith(pointer)) return error;
  return new ApiError(code, {
    ...{ detail, source: { pointer }, cause },
    ...(meta && { meta }),
    ...(disclosed && { disclosed }),
    ...(type !== undefined && { type }),
    ...(headers && { headers }),
  });
}
