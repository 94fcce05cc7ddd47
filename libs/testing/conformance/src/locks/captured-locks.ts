import type { Statement } from '@storewright/database';
import { tableOf } from '@storewright/entities';
import { isToMany, type DocumentRow } from '@storewright/json-api';
import type { ResourceRepository } from '@storewright/resources';

export interface CapturedStatement extends Statement {
  rows?: readonly DocumentRow[];
}

export type Strength = 'FOR KEY SHARE' | 'FOR NO KEY UPDATE' | 'FOR UPDATE';

/** A row lock that an SQL statement acquires. An inserted row counts as locked. */
export interface CapturedLock {
  type: string;
  id: string;
  strength: Strength | 'new';
}

export interface LockingStatement {
  locks: CapturedLock[];
  /**
   * True if the SQL statement locks several rows without an ORDER BY, so that Postgres determines the order.
   */
  isUnordered: boolean;
}

const locking = / (FOR (?:KEY SHARE|NO KEY UPDATE|UPDATE)) OF | (FOR (?:KEY SHARE|NO KEY UPDATE|UPDATE))$/;
const selected = /^SELECT .* FROM ([\w.]+) /;
const written = /written AS \((INSERT INTO|UPDATE|DELETE FROM) ([\w.]+)/;

/**
 * Returns the row locks that an SQL statement acquires on tables of resources, in the order of acquisition.
 */
export function locksOfStatement(
  { text, values = [], rows = [] }: CapturedStatement,
  resources: readonly ResourceRepository[],
): LockingStatement {
  const sql = text.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim();
  const repositoryOf = (table: string | undefined) =>
    resources.find(({ resource }) => tableOf(resource.entity) === table);
  const write = written.exec(sql);
  if (write) {
    const repository = repositoryOf(write[2]);
    const locks = repository ? rows.flatMap((row) => locksOfWrite(write[1]!, repository, row)) : [];
    return { locks, isUnordered: false };
  }
  const [, of, last] = locking.exec(sql) ?? [];
  const strength = (of ?? last) as Strength | undefined;
  const repository = strength && repositoryOf(selected.exec(sql)?.[1]);
  if (!repository) return { locks: [], isUnordered: false };
  const { type } = repository.resource;
  const ids = rows.map((row) => String(row['id'] ?? values.find((value) => value !== row['shop_id'])));
  return {
    locks: ids.map((id) => ({ type, id, strength })),
    isUnordered: rows.length > 1 && !/ ORDER BY \w+\.id/.test(sql),
  };
}

/**
 * Returns the lock on a written row, and the locks on the rows to which the foreign keys of a new row refer.
 */
function locksOfWrite(kind: string, { resource }: ResourceRepository, row: DocumentRow): CapturedLock[] {
  const { type, relationships } = resource;
  const own: CapturedLock = {
    type,
    id: String(row['id']),
    strength: kind === 'DELETE FROM' ? 'FOR UPDATE' : kind === 'UPDATE' ? 'FOR NO KEY UPDATE' : 'new',
  };
  if (own.strength !== 'new') return [own];
  const referred = Object.values(relationships).flatMap((relationship): CapturedLock[] => {
    const id = isToMany(relationship) ? undefined : row[relationship.column];
    return typeof id === 'string' ? [{ type: relationship.type, id, strength: 'FOR KEY SHARE' }] : [];
  });
  return [...referred, own];
}
