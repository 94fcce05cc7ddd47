import { allInOrder } from '@storewright/database';
import type { ShopTransaction } from '@storewright/tenancy';
import type { ResourceRegistry } from '../resource-registry';
import type { ResourceRepository } from '../resource-repository';
import type { PlannedWrite } from '../resource-queries';
import { lockAhead, type RowLock } from './row-locks';

export type WriteOf = { repository: ResourceRepository } & PlannedWrite;

/**
 * Locks all rows that the writes affect, in the documented order, then runs `work`. Two transactions with the
 * same writes in different orders therefore cannot deadlock. The locks and the first statements of `work`
 * share one network round trip.
 */
export async function behindLocks<T>(
  tx: ShopTransaction,
  registry: ResourceRegistry,
  writes: readonly WriteOf[],
  work: () => Promise<T>,
): Promise<T> {
  if (writes.length < 2) return work();
  const locks: RowLock[] = [];
  for (const [repository, own] of byRepository(writes)) {
    const planned = repository.locksOf(tx, own);
    locks.push(...(planned instanceof Promise ? await planned : planned));
  }
  const claimed = claim(tx, writes);
  const locked = lockAhead(tx, () => registry, locks);
  const results = await allInOrder([claimed, allInOrder(locked), work()]);
  return results[2];
}

function byRepository(writes: readonly WriteOf[]): Map<ResourceRepository, PlannedWrite[]> {
  const grouped = new Map<ResourceRepository, PlannedWrite[]>();
  for (const { repository, ...write } of writes) {
    const own = grouped.get(repository);
    if (own) own.push(write);
    else grouped.set(repository, [write]);
  }
  return grouped;
}

/** Citus runs this statement on the coordinator, because the statement reads no table. */
const claimStatement = {
  name: 'claim-values',
  text: `SELECT count(pg_advisory_xact_lock(c.key)) AS claimed
    FROM (SELECT DISTINCT hashtextextended(value, 0) AS key FROM unnest($1::text[]) value ORDER BY 1) c`,
};

/**
 * Takes advisory locks on the unique values that the writes set, in ascending order of their hashes. Without
 * these locks, two requests that insert the same values in opposite orders would deadlock on the unique
 * index, because Postgres cannot lock rows before they exist.
 */
function claim(tx: ShopTransaction, writes: readonly WriteOf[]): Promise<unknown> | undefined {
  const values = new Set(
    writes.flatMap((write) => {
      const { repository, ...planned } = write;
      return repository
        .uniqueValuesOf(planned, tx.shop)
        .map(([attribute, value]) => `${tx.shop.id} ${repository.resource.type} ${attribute} ${value}`);
    }),
  );
  return values.size < 2 ? undefined : tx.query({ ...claimStatement, values: [[...values]] });
}
