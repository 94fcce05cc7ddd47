import { isToMany, type ParsedResource, refuseOthers, relationshipOf } from '@storewright/json-api';
import type { ShopTransaction } from '@storewright/tenancy';
import type { ResourceRegistry } from './resource-registry';
import type { ResourceRepository } from './resource-repository';

/**
 * Throws 422 or 403 if an update contains a read-only member with a value that differs from the stored value.
 * The caller must have locked the object.
 */
export async function checkRepeated(
  tx: ShopTransaction,
  { repository, registry }: { repository: ResourceRepository; registry: ResourceRegistry },
  id: string,
  input: ParsedResource<object>,
): Promise<void> {
  const { repeated } = input;
  if (!repeated) return;
  const { resource } = repository;
  const members: Record<string, string[]> = {};
  for (const [name, linkage] of Object.entries(repeated.relationships)) {
    const relationship = relationshipOf(resource, name)!;
    if (!isToMany(relationship)) continue;
    // Reads one related row more than the request lists. If this row exists, the linkage in the request is
    // incomplete.
    const query = { many: relationship.many, ids: [id], limit: (linkage as readonly string[]).length + 1 };
    const rows = await registry.get(relationship.type).findRelated(tx, query);
    members[name] = rows.map((row) => String(row['id']));
  }
  refuseOthers(resource, input, await repository.findOrFail(tx, id), members);
}
