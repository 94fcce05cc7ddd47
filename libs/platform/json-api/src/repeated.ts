import { isDeepStrictEqual } from 'node:util';
import { Violations } from './api-error';
import { addNotFillable, type ParsedResource } from './input';
import { addNotWritable } from './linkage';
import { isToMany, relationshipOf } from './relationship';
import { parseTimestamp } from './timestamp';
import type { Resource, DocumentRow } from './types';

/**
 * Throws if an update request changes a read-only member: 422 for an attribute, 403 for a relationship. `row`
 * is the current object. `members` contains the current ids of the to-many relationships in the request.
 */
export function refuseOthers(
  resource: Resource,
  { repeated, pointer }: Pick<ParsedResource<object>, 'repeated' | 'pointer'>,
  row: DocumentRow,
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

/** Compares two attribute values as JSON. Timestamps are compared with the precision of the input. */
function isSame({ attributes }: Resource, name: string, sent: unknown, present: unknown): boolean {
  if (attributes[name] === 'timestamp' && typeof sent === 'string' && typeof present === 'string')
    return isSameTime(sent, present);
  return isDeepStrictEqual(sent, present);
}

/**
 * Accepts a timestamp that a client rounded or truncated to three or more fractional digits. Many languages,
 * such as JavaScript, store only milliseconds.
 */
function isSameTime(sent: string, present: string): boolean {
  const moment = parseTimestamp(sent);
  if (moment === undefined) return false;
  const digits = /\.(\d+)/.exec(sent)?.[1]?.length ?? 0;
  return (
    moment === present || (digits >= 3 && Math.abs(microsOf(moment) - microsOf(present)) < 10 ** (6 - digits))
  );
}

/** Converts a timestamp to microseconds since 1970. The result is exact until the year 2255. */
const microsOf = (time: string) =>
  (Date.parse(`${time.slice(0, 19)}Z`) / 1000) * 1e6 + Number(time.slice(20, 26));

const isSameSet = (some: readonly unknown[], others: readonly unknown[]) =>
  some.length === others.length && some.every((each) => others.includes(each));
