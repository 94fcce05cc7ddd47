import { joined, type ResourceObject } from './joined';
import type { TypeName } from './resource-types';
import type { Shown } from './shapes';

/**
 * Returns the resource of a webhook or log event in the form of `get`: `shown(event.data).number` instead of
 * `event.data.attributes.number`.
 */
export function shown<R extends { type: TypeName; id: string }>(resource: R): Shown<R['type']> {
  return joined({ data: resource as ResourceObject })[0] as unknown as Shown<R['type']>;
}
