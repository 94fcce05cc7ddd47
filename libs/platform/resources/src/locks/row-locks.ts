import { type Lock, OutdatedLocks } from '@storewright/database';
import type { EntityClass, VersionedRow } from '@storewright/entities';
import { isUuid } from '@storewright/json-api';
import type { ReadContext } from '@storewright/tenancy';
import { Any } from 'typeorm';

export interface RowLock {
  type: string;
  id: string;
  lock: Lock;
}

export interface LockOrder {
  readonly lockOrder: readonly string[];
  entityOf(type: string): EntityClass<VersionedRow>;
}

const strength: Record<Lock, number> = { key_share: 1, no_key_update: 2, update: 3 };

/** A set of row locks. Stores the strongest lock of each row. */
class RowLocks {
  private readonly byType = new Map<string, Map<string, Lock>>();

  get size(): number {
    return [...this.byType.values()].reduce((sum, { size }) => sum + size, 0);
  }

  add({ type, id, lock }: RowLock): void {
    if (!isUuid(id)) return;
    let rows = this.byType.get(type);
    if (!rows) this.byType.set(type, (rows = new Map()));
    const key = id.toLowerCase();
    const known = rows.get(key);
    if (!known || strength[known] < strength[lock]) rows.set(key, lock);
  }

  has({ type, id, lock }: RowLock): boolean {
    const known = this.byType.get(type)?.get(id.toLowerCase());
    return known !== undefined && strength[known] >= strength[lock];
  }

  /**
   * Returns the locks of one resource type, sorted by row id. Adjacent rows with the same lock strength form
   * one group, which one statement locks.
   */
  runsOf(type: string): { ids: string[]; lock: Lock }[] {
    const runs: { ids: string[]; lock: Lock }[] = [];
    for (const [id, lock] of [...(this.byType.get(type) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const last = runs.at(-1);
      if (last?.lock === lock) last.ids.push(id);
      else runs.push({ ids: [id], lock });
    }
    return runs;
  }
}

/** Rows that a transaction locked before it ran the resource rules. */
const lockedAhead = new WeakMap<ReadContext, RowLocks>();

/**
 * Locks rows in the documented order. Sends all lock statements before it returns, so that they precede later
 * statements. Skips rows that do not exist. Sends nothing for a single row, because the write itself locks
 * the row.
 */
export function lockAhead(
  tx: ReadContext,
  order: () => LockOrder,
  locks: readonly RowLock[],
): Promise<unknown>[] {
  const known = lockedAhead.get(tx) ?? new RowLocks();
  const added = new RowLocks();
  for (const each of locks) if (!known.has(each)) added.add(each);
  for (const each of locks) known.add(each);
  lockedAhead.set(tx, known);
  if (added.size < 2) return [];
  const { lockOrder, entityOf } = order();
  return lockOrder.flatMap((type) =>
    added
      .runsOf(type)
      .map(({ ids, lock }) =>
        tx
          .repository(entityOf(type))
          .find({ where: { id: Any(ids) }, select: ['id'], order: { id: 'ASC' }, lock }),
      ),
  );
}

/**
 * Throws if a row has no lock, because a concurrent transaction changed which rows the write affects. The
 * transaction is then repeated with new locks.
 */
export function requireLockedAhead(
  tx: ReadContext,
  type: string,
  ids: readonly string[],
  lock: Lock = 'no_key_update',
): void {
  const known = lockedAhead.get(tx);
  if (!ids.every((id) => known?.has({ type, id, lock }))) throw new OutdatedLocks();
}
