import { isToMany, type Resource } from '@storewright/json-api';

/**
 * Returns the resource types in the order in which transactions lock rows (docs/adr/locks.md). The target of
 * a to-one relationship precedes the referring type, and the owner of a join table precedes its members.
 * Otherwise the order is alphabetical. The function ignores cyclic relationships.
 */
export function lockOrder(resources: readonly Resource[]): string[] {
  const types = resources.map(({ type }) => type).sort();
  const before = new Map(types.map((type) => [type, new Set<string>()]));
  for (const { type, relationships } of resources)
    for (const relationship of Object.values(relationships)) {
      if (!isToMany(relationship)) before.get(type)!.add(relationship.type);
      else if ('table' in relationship.many) before.get(relationship.type)?.add(type);
    }
  const order: string[] = [];
  const visited = new Set<string>();
  const visit = (type: string): void => {
    if (visited.has(type)) return;
    visited.add(type);
    for (const each of [...(before.get(type) ?? [])].sort()) visit(each);
    if (before.has(type)) order.push(type);
  };
  for (const type of types) visit(type);
  return order;
}
