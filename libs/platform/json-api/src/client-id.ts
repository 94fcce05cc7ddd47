import { ApiError, type ParsedResource } from '@storewright/json-api';

/** Refuses an id of the client's own where the collection makes its ids itself (docs/contract.md §2). */
export function withoutClientId<T extends object>(input: ParsedResource<T>): ParsedResource<T> {
  if (input.id === undefined) return input;
  throw new ApiError('client_id_not_allowed', {
    detail: 'Leave the id out; this collection makes its ids itself.',
    source: { pointer: '/data/id' },
  });
}
