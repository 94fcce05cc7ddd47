import { joined, type ResourceObject } from './joined';
import type { TypeName } from './resource-types';
import type { Shown } from './shapes';

/** The resource object of a webhook or of the log as `get` would give it: `shown(event.data).number` in place of `event.data.attributes.number`. */
export function shown<R extends { type: TypeName; id: string }>(resource: R): Shown<R['type']> {
  return joined({ data: resource as ResourceObject })[0] as unknown as Shown<R['type']>;
}
