import { ApiError } from './api-error';
import type { ParsedResource } from './input';

/**
 * Rejects an id that the client generated. Collections that generate all ids themselves use this function
 * (docs/contract.md §2).
 */
export function withoutClientId<T extends object>(input: ParsedResource<T>): ParsedResource<T> {
  if (input.id === undefined) return input;
  throw new ApiError('client_id_not_allowed', {
    detail: 'Omit id. The server generates the ids of this collection.',
    source: { pointer: '/data/id' },
  });
}
