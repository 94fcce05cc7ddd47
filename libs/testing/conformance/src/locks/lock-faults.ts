import type { CapturedLock, LockingStatement, Strength } from './captured-locks';

const strengths: readonly Strength[] = ['FOR KEY SHARE', 'FOR NO KEY UPDATE', 'FOR UPDATE'];

/**
 * Returns the violations of docs/adr/locks.md by the row locks of a transaction. `order` lists the resource
 * types, parents first.
 */
export function faultsOfTransaction(
  statements: readonly LockingStatement[],
  order: readonly string[],
): string[] {
  const faults: string[] = [];
  const held = new Map<string, CapturedLock['strength']>();
  // A transaction that upgrades a FOR KEY SHARE lock waits for all other transactions that hold the lock.
  // Therefore the upgrade must follow the lock order, too.
  let last: CapturedLock | undefined;
  let lastStrong: CapturedLock | undefined;
  const note = (lock: CapturedLock) => {
    if (!last || isBefore(last, lock, order)) last = lock;
    if (lock.strength !== 'FOR KEY SHARE' && (!lastStrong || isBefore(lastStrong, lock, order)))
      lastStrong = lock;
  };
  for (const { locks, isUnordered } of statements) {
    if (isUnordered) faults.push(`locks several ${locks[0]!.type} without ORDER BY id`);
    for (const lock of locks) {
      const key = `${lock.type} ${lock.id}`;
      const before = held.get(key);
      if (before === 'new') continue;
      if (lock.strength === 'new') held.set(key, 'new');
      else if (before === undefined || isStronger(lock.strength, before)) {
        const behind = before === undefined ? last : lastStrong;
        if (behind && isBefore(lock, behind, order)) faults.push(`locks ${shown(lock, behind)}`);
        if (before && (before !== 'FOR KEY SHARE' || lock.strength !== 'FOR NO KEY UPDATE'))
          faults.push(`locks ${lock.type} ${before}, then ${lock.strength}`);
        held.set(key, lock.strength);
        note(lock);
      }
    }
  }
  return faults;
}

function isBefore(one: CapturedLock, other: CapturedLock, order: readonly string[]): boolean {
  const [a, b] = [order.indexOf(one.type), order.indexOf(other.type)];
  return a === b ? one.id < other.id : a < b;
}

const isStronger = (strength: Strength, than: Strength) =>
  strengths.indexOf(strength) > strengths.indexOf(than);

const shown = (one: CapturedLock, other: CapturedLock) =>
  one.type === other.type
    ? `${one.type} in descending order of their ids`
    : `${one.type} after ${other.type}`;
