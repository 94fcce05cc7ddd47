import { isUuid, type JoinTable, type ParsedResource, type Resource } from '@storewright/json-api';
import { FreeValue, type ShopTransaction } from '@storewright/tenancy';
import { joinedIds } from '../join-table';
import type { PlannedWrite } from '../resource-queries';
import type { RowLock } from './row-locks';

type Sent = Pick<ParsedResource<object>, 'attributes'>;
type Unique = Readonly<Record<string, string | undefined>>;

/**
 * Returns the unique attributes that a write sets, with their normalized values. `planned` contains values
 * that a resource rule computed for attributes that the client omitted.
 */
export function uniqueValues(
  unique: Unique,
  attributes: object,
  planned: object = {},
): [attribute: string, value: string][] {
  const sent = attributes as Readonly<Record<string, unknown>>;
  return Object.entries(unique).flatMap(([column, attribute]): [string, string][] => {
    const value = sent[attribute!] ?? wantedValue((planned as Readonly<Record<string, unknown>>)[column]);
    return typeof value === 'string' ? [[attribute!, value.trim().toLowerCase()]] : [];
  });
}

const wantedValue = (value: unknown) => (value instanceof FreeValue ? value.wanted : value);

/**
 * Returns the row lock that an update needs. Postgres takes the strongest lock if a unique column changes.
 */
export const lockOfChange = (unique: Unique, { attributes }: Sent) =>
  uniqueValues(unique, attributes).length > 0 ? 'update' : 'no_key_update';

/**
 * Returns the row locks for the written object and for its relationship targets. `lockOf` returns the lock
 * for an update of attributes.
 */
export function rowsNamed(
  { type, relationships }: Resource,
  write: PlannedWrite,
  lockOf: (input: Sent) => 'no_key_update' | 'update',
): RowLock[] {
  const locks: RowLock[] = [];
  if (write.op === 'remove') return [{ type, id: write.id, lock: 'update' }];
  if (write.op === 'update') locks.push({ type, id: write.id, lock: lockOf(write.input) });
  if (write.op === 'members') locks.push({ type, id: write.id, lock: 'no_key_update' });
  const linked = write.op === 'members' ? { [write.name]: write.ids } : write.input.relationships;
  for (const [name, linkage] of Object.entries(linked))
    for (const id of (linkage === null ? [] : [linkage].flat()) as readonly string[])
      locks.push({ type: relationships[name]!.type, id, lock: 'key_share' });
  return locks;
}

/**
 * Returns row locks for related objects whose join table rows the write may delete. A concurrent deletion of
 * a related object would delete the same join table rows.
 */
export function membersBefore(
  tx: ShopTransaction,
  { relationships }: Resource,
  joinTables: readonly { name: string; table: JoinTable }[],
  write: PlannedWrite,
): Promise<RowLock[]>[] {
  if (write.op === 'add' || !isUuid(write.id)) return [];
  return joinTables
    .filter(({ name }) => removesMembers(write, name))
    .map(async ({ name, table }) => {
      const { type } = relationships[name]!;
      const ids = await joinedIds(tx, table, write.id);
      return ids.map((id): RowLock => ({ type, id, lock: 'key_share' }));
    });
}

function removesMembers(write: Exclude<PlannedWrite, { op: 'add' }>, name: string): boolean {
  if (write.op === 'update') return name in write.input.relationships;
  return write.op === 'remove' || (write.name === name && write.how === 'replace');
}
