import { isDeepStrictEqual } from 'node:util';
import { Violations } from './api-error';
import { addNotFillable, type ParsedResource } from './input';
import { addNotWritable, type Linkage } from './linkage';
import { isToMany, relationshipOf } from './relationship';
import type { Resource, Row } from './resource';
import { parseTimestamp } from './timestamp';

/** What a change names although it cannot be changed. Clients that send objects back as they read them repeat it, and that is no error. */
export interface RepeatedMembers {
  attributes: Readonly<Record<string, unknown>>;
  relationships: Readonly<Record<string, Linkage>>;
}

/**
 * Throws where a member that cannot be changed was sent with another value than it has: 422 for attributes, 403 for relationships. `row`: the object as it is;
 * `members`: those of the to-many relationships that were sent.
 */
export function refuseOthers(
  resource: Resource,
  { repeated, pointer }: Pick<ParsedResource<object>, 'repeated' | 'pointer'>,
  row: Row,
  members: Readonly<Record<string, readonly string[]>> = {},
): void {
  if (!repeated) return;
  const violations = new Violations();
  const { attributes } = JSON.parse(resource.render(row, '')) as { attributes: Record<string, unknown> };
  for (const [name, value] of Object.entries(repeated.attributes))
    if (!isSame(resource, name, value, attributes[name]))
      addNotFillable(resource, name, violations, { request: 'update', pointer });
  for (const [name, linkage] of Object.entries(repeated.relationships)) {
    const relationship = relationshipOf(resource, name)!;
    const present = isToMany(relationship) ? members[name]! : [row[relationship.column] ?? []].flat();
    if (!isSameSet([linkage ?? []].flat(), present))
      addNotWritable(resource, name, violations, { request: 'update', pointer });
  }
  violations.throwIfAny();
}

/** Compares as JSON, and times as moments in the precision that was sent. */
function isSame({ attributes }: Resource, name: string, sent: unknown, present: unknown): boolean {
  if (attributes[name] === 'timestamp' && typeof sent === 'string' && typeof present === 'string')
    return isSameTime(sent, present);
  return isDeepStrictEqual(sent, present);
}

/** Many languages keep three fractional digits of a time, cut or rounded: a JavaScript Date is one. Fewer digits name another time. */
function isSameTime(sent: string, present: string): boolean {
  const moment = parseTimestamp(sent);
  if (moment === undefined) return false;
  const digits = /\.(\d+)/.exec(sent)?.[1]?.length ?? 0;
  return (
    moment === present || (digits >= 3 && Math.abs(microsOf(moment) - microsOf(present)) < 10 ** (6 - digits))
  );
}

/** Microseconds since 1970, exact until the year 2255. */
const microsOf = (time: string) =>
  (Date.parse(`${time.slice(0, 19)}Z`) / 1000) * 1e6 + Number(time.slice(20, 26));

const isSameSet = (some: readonly unknown[], others: readonly unknown[]) =>
  some.length === others.length && some.every((each) => others.includes(each));
