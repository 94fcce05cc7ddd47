import { ApiError } from './api-error';
import type { ParsedResource } from './input';

/** Rejects a client-generated id in a collection whose ids the server generates (docs/contract.md §2). */
export function withoutClientId<T extends object>(input: ParsedResource<T>): ParsedResource<T> {
  if (input.id === undefined) return input;
  throw new ApiError('client_id_not_allowed', {
    detail: 'The server generates the ids of this collection. Omit the id.',
    source: { pointer: '/data/id' },
  });
}
