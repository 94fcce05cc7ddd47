import type { DocumentRow } from '@storewright/json-api';
import {
  behindLocks,
  type Operation,
  performOperations,
  type ResourceRegistry,
} from '@storewright/resources';
import type { ShopTransaction } from '@storewright/tenancy';
import type { Rehearsed } from './changes-of';

/**
 * Runs the operations of a proposed write and rolls them back. Returns each object before all operations and
 * after its operation. Throws the same errors as the write.
 */
export function rehearse(
  tx: ShopTransaction,
  registry: ResourceRegistry,
  operations: readonly Operation[],
): Promise<Rehearsed[]> {
  return tx.rehearse(async () => {
    const before = await existing(tx, operations);
    const results = await behindLocks(tx, registry, operations, () => performOperations(tx, operations));
    return operations.map((operation, at) => ({
      operation,
      before: operation.op === 'add' ? undefined : before.get(operation.id),
      after: results[at]?.row,
    }));
  });
}

async function existing(
  tx: ShopTransaction,
  operations: readonly Operation[],
): Promise<Map<string, DocumentRow>> {
  const found = new Map<string, DocumentRow>();
  for (const repository of new Set(operations.map((operation) => operation.repository))) {
    const ids = operations.flatMap((each) =>
      each.op === 'add' || each.repository !== repository ? [] : [each.id],
    );
    const rows = ids.length > 0 ? await repository.findByIds(tx, ids) : [];
    for (const row of rows) found.set(row['id'] as string, row);
  }
  return found;
}

/**
 * Returns the version that each object must have when the proposed write is applied. null for a second
 * operation on the same object, because the first operation changes the version.
 */
export function versionsOf(rehearsed: readonly Rehearsed[]): (number | null)[] {
  const seen = new Set<string>();
  return rehearsed.map(({ before }) => {
    const id = before?.['id'] as string | undefined;
    if (id === undefined || seen.has(id)) return null;
    seen.add(id);
    return before!['version'] as number;
  });
}
