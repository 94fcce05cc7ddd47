import { shown, Violations } from './api-error';
import { attachedMeta, isToMany } from './relationship';
import type { Relationship, Resource, ResourcesByType } from './types';

export interface Include {
  name: string;
  relationship: Relationship;
  target: Resource;
  includes: readonly Include[];
}

/** Maximum number of relationship names in a path of the `include` parameter. */
export const MAX_INCLUDE_DEPTH = 3;
/** Maximum number of included relationships per request, because each relationship needs an SQL statement. */
const MAX_INCLUDES = 20;

type Open = Include & { includes: Open[] };

/**
 * Parses the query parameter `include`, such as `include=customer,variants.product` (JSON:API "Inclusion of
 * Related Resources").
 */
export function readIncludes(
  resource: Resource,
  value: string,
  violations: Violations,
  resources: ResourcesByType,
): readonly Include[] {
  const root: Open[] = [];
  let count = 0;
  const refuse = (detail: string) =>
    violations.add('invalid_query_parameter', { detail, source: { parameter: 'include' } });
  for (const path of value === '' ? [] : new Set(value.split(','))) {
    const names = path.split('.');
    if (names.length > MAX_INCLUDE_DEPTH) {
      refuse(
        `"${shown(path)}" has too many relationship names. A path can have at most ${MAX_INCLUDE_DEPTH} names.`,
      );
      continue;
    }
    let [from, level] = [resource, root];
    for (const name of names) {
      let include = level.find((each) => each.name === name);
      if (!include) {
        const there = includable(from, resources);
        const relationship = Object.hasOwn(there, name) ? there[name] : undefined;
        if (!relationship) {
          refuse(unknown(from, path, name, Object.keys(there)));
          break;
        }
        count += 1;
        include = { name, relationship, target: resources.get(relationship.type)!, includes: [] };
        level.push(include);
      }
      [from, level] = [include.target, include.includes];
    }
  }
  if (count > MAX_INCLUDES)
    refuse(`The request includes too many relationships. Include at most ${MAX_INCLUDES} relationships.`);
  return root;
}

/**
 * Returns the relationships that the query parameter `include` accepts, keyed by name. The relationships must
 * have URLs, and the service must provide the target type. Includes the relationship `meta` if clients can
 * attach meta objects to the resource.
 */
export function includable(
  { type, relationships, takesMeta }: Resource,
  resources: Pick<ResourcesByType, 'has'>,
): Record<string, Relationship | undefined> {
  const exposed = Object.entries(relationships).filter(
    ([, each]) => each.exposed && resources.has(each.type),
  );
  const withMeta = takesMeta && resources.has('meta');
  return Object.fromEntries<Relationship>(withMeta ? [...exposed, ['meta', attachedMeta(type)]] : exposed);
}

function unknown(from: Resource, path: string, name: string, there: readonly string[]): string {
  const known = there.length > 0 ? `it has ${there.join(', ')}` : 'it has nothing to include';
  return `"${shown(path)}" cannot be included. ${from.type} has no relationship "${shown(name)}": ${known}.`;
}

/**
 * Returns the types of all included resources. A token needs a scope for each type. `many` is true if the
 * relationship is to-many.
 */
export function includedTypes(includes: readonly Include[]): { type: string; many: boolean }[] {
  return includes.flatMap(({ relationship, target, includes: further }) => [
    { type: target.type, many: isToMany(relationship) },
    ...includedTypes(further),
  ]);
}
