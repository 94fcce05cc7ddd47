import { joined, type ResourceObject } from './joined';
import { recordedOf } from './installed-recorder';
import type { TypeName } from './resource-types';
import type { Shown } from './shapes';

/**
 * Converts the resource of a webhook or event to the format of `get`: `shown(event.data).number` instead of
 * `event.data.attributes.number`.
 */
export function shown<R extends { type: TypeName; id: string }>(resource: R): Shown<R['type']> {
  const { original, recorder } = recordedOf(resource) ?? { original: resource, recorder: undefined };
  return joined({ data: original as ResourceObject }, [], recorder)[0] as unknown as Shown<R['type']>;
}
