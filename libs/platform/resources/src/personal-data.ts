import type { EntityClass, VersionedRow } from '@storewright/entities';
import type { RedactionRules } from '@storewright/events';
import type { ReadContext, ShopTransaction } from '@storewright/tenancy';
import { requireLockedAhead, type RowLock } from './locks/row-locks';
import type { IncomingReference } from './references';

/**
 * A relationship whose objects contain personal data of the related object, such as an order with the name of
 * its customer. `personal` in the resource declaration names these relationships.
 */
type PersonalReference = Pick<IncomingReference, 'repository' | 'name' | 'rows'>;

const entityOf = ({ repository }: PersonalReference) =>
  repository.resource.entity as EntityClass<VersionedRow>;
const clearedBy = ({ repository, name }: PersonalReference) => repository.resource.personal[name];

export async function locksOfPersonalData(
  context: ReadContext & Pick<ShopTransaction, 'repository'>,
  references: readonly PersonalReference[],
  id: string,
): Promise<RowLock[]> {
  const locks = references.filter(clearedBy).map(async (reference) => {
    const where = { [reference.rows.column]: id };
    const found = await context.repository(entityOf(reference)).find({ where, select: ['id'] });
    const { type } = reference.repository.resource;
    return found.map((row): RowLock => ({ type, id: row.id, lock: 'no_key_update' }));
  });
  return (await Promise.all(locks)).flat();
}

/**
 * Redacts personal data of an object, such as a customer, in all objects that refer to it, and writes an
 * event for each. Returns redaction rules for the copies in events, webhook deliveries and stored responses.
 */
export async function erasePersonalData(
  tx: ShopTransaction,
  references: readonly PersonalReference[],
  id: string,
): Promise<RedactionRules> {
  const rules: Record<string, RedactionRules[string]> = {};
  for (const reference of references) {
    const cleared = clearedBy(reference);
    if (!cleared) continue;
    const { type, attributes } = reference.repository.resource;
    const rows = tx.repository(entityOf(reference));
    const where = { [reference.rows.column]: id };
    const found = await rows.find({ where, order: { id: 'ASC' }, lock: 'no_key_update' });
    const ids = found.map((row) => row.id);
    requireLockedAhead(tx, type, ids);
    for (const row of found) await rows.update(row, cleared as never);
    const clear = Object.fromEntries(Object.entries(cleared).filter(([name]) => name in attributes));
    rules[type] = { ids, relationship: reference.name, clear };
  }
  return rules;
}
