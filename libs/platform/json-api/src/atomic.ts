import type { Render } from './response';
import { ApiError, ApiErrors } from './api-error';
import { atomicExtension, mediaType } from './media-type';
import type { Resource, DocumentRow } from './types';

/**
 * Resource that an atomic operation created or changed, with its row. Undefined for an operation without data
 * in its result.
 */
export type OperationResult = { resource: Resource; row: DocumentRow } | undefined;

/**
 * Renders the response of an atomic operations request (JSON:API extension "Atomic Operations", "Processing").
 */
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
 * Adds the JSON pointer of an atomic operation to the error that the operation caused. Keeps a more precise
 * JSON pointer of the error.
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
