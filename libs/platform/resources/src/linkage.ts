import type { EntityClass, EntityResource, VersionedRow } from '@storewright/entities';
import { noSuch, type ParsedResource, Violations } from '@storewright/json-api';
import type { ShopTransaction } from '@storewright/tenancy';
import { Any } from 'typeorm';
import type { ResourceRegistry } from './resource-registry';

/**
 * Throws 404 for each relationship target that does not exist (JSON:API "Creating Resources", "Updating
 * Resources"). Locks the existing targets, so that no concurrent transaction deletes them.
 */
export async function checkLinkage(
  tx: ShopTransaction,
  registry: ResourceRegistry,
  resource: EntityResource,
  input: Pick<ParsedResource<object>, 'relationships' | 'pointer' | 'linkagePointer'>,
): Promise<void> {
  const { relationships, pointer, linkagePointer } = input;
  const violations = new Violations();
  for (const [name, linkage] of Object.entries(relationships)) {
    const { type } = resource.relationships[name]!;
    const place = linkagePointer ?? `${pointer}/relationships/${name}/data`;
    const ids = linkage === null ? [] : [linkage].flat();
    for (const id of await missing(tx, registry.get(type).resource.entity, ids))
      violations.addError(
        noSuch(type, id, Array.isArray(linkage) ? `${place}/${linkage.indexOf(id)}` : place),
      );
  }
  violations.throwIfAny();
}

async function missing(
  tx: ShopTransaction,
  entity: EntityClass<VersionedRow>,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await tx
    .repository(entity)
    .find({ where: { id: Any(ids) }, select: ['id'], order: { id: 'ASC' }, lock: 'key_share' });
  const present = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !present.has(id));
}
