import { type Reference, sqlState } from '@storewright/database';
import { type EntityClass, tableOf, type VersionedRow } from '@storewright/entities';
import { ApiError, ApiErrors, isToMany, isUuid, type OnDelete, type Resource } from '@storewright/json-api';
import type { ReadContext, ShopTransaction } from '@storewright/tenancy';
import { requireLockedAhead, type RowLock } from './locks/row-locks';
import type { ResourceRepository } from './resource-repository';

/** A relationship of another resource that refers to objects of a type. */
export interface IncomingReference {
  repository: ResourceRepository;
  name: string;
  onDelete: OnDelete;
  rows: Reference;
}

/** Maximum number of referring objects that are deleted or detached together with the referenced object. */
export const MAX_RELEASED = 1_000;

/**
 * Returns the relationships of all registered resources that refer to objects of a type. Omits join tables
 * without `onDelete`, because their foreign keys determine what happens to their rows.
 */
export function referencesTo(type: string, repositories: readonly ResourceRepository[]): IncomingReference[] {
  return repositories.flatMap((repository) =>
    Object.entries(repository.resource.relationships).flatMap(([name, relationship]): IncomingReference[] => {
      if (relationship.type !== type) return [];
      const { onDelete } = relationship;
      if (!isToMany(relationship)) {
        const rows = { table: tableOf(repository.resource.entity), column: relationship.column };
        return [{ repository, name, onDelete: onDelete ?? 'refuse', rows }];
      }
      const { many } = relationship;
      if (!onDelete || !('table' in many)) return [];
      return [{ repository, name, onDelete, rows: { table: many.table, column: many.inverseJoinColumn } }];
    }),
  );
}

/**
 * An object that is being deleted. The caller must have locked the object, so that no concurrent transaction
 * adds references to the object.
 */
interface Deletion {
  resource: Resource;
  id: string;
  references: readonly IncomingReference[];
  /**
   * Suggestions for the error response, such as archiving the object, keyed by the type of the referring
   * objects.
   */
  advice: Readonly<Record<string, string>>;
}

/**
 * Deletes or detaches the objects that refer to the deleted object, depending on `onDelete` of the
 * relationship. Throws 409 for each relationship that forbids the deletion.
 */
export async function releaseReferences(tx: ShopTransaction, deletion: Deletion): Promise<void> {
  const { references, id } = deletion;
  const refused: ApiError[] = [];
  for (const reference of references.filter(({ onDelete }) => onDelete === 'refuse'))
    if (await isReferenced(tx, reference, id)) refused.push(stillReferenced(deletion, reference));
  if (refused.length > 0) throw refused.length === 1 ? refused[0]! : new ApiErrors(refused);
  const objects = deletingIn(tx).add(id);
  for (const reference of references.filter(({ onDelete }) => onDelete !== 'refuse')) {
    const { repository, rows, onDelete } = reference;
    const { entity } = repository.resource as { entity: EntityClass<VersionedRow> };
    const lock = onDelete === 'delete' ? 'update' : 'no_key_update';
    const found = await tx.repository(entity).find({
      where: { [rows.column]: id },
      order: { id: 'ASC' },
      take: MAX_RELEASED + 1,
      lock,
    });
    if (found.length > MAX_RELEASED) throw tooMany(deletion, reference);
    const ids = found.map((row) => row.id);
    requireLockedAhead(tx, repository.resource.type, ids, lock);
    for (const row of found.filter((each) => !objects.has(each.id)))
      await (onDelete === 'delete'
        ? repository.delete(tx, { id: row.id })
        : repository.detach(tx, row, rows.column));
  }
}

/**
 * Ids of objects whose deletion the transaction is planning. Prevents endless recursion through cyclic
 * references.
 */
const planning = new WeakMap<ReadContext, Set<string>>();

/** Returns row locks for the objects that `releaseReferences` will delete or detach. */
export async function releasedWith(
  tx: ShopTransaction,
  references: readonly IncomingReference[],
  id: string,
): Promise<RowLock[]> {
  const known = planning.get(tx) ?? new Set<string>();
  planning.set(tx, known);
  if (!isUuid(id) || known.has(id)) return [];
  known.add(id);
  try {
    const released = references.filter(({ onDelete }) => onDelete !== 'refuse');
    return (await Promise.all(released.map((each) => locksOfReleased(tx, each, id)))).flat();
  } finally {
    known.delete(id);
  }
}

async function locksOfReleased(
  tx: ShopTransaction,
  { repository, rows, onDelete }: IncomingReference,
  id: string,
): Promise<RowLock[]> {
  const { entity, type } = repository.resource as { entity: EntityClass<VersionedRow>; type: string };
  const found = await tx
    .repository(entity)
    .find({ where: { [rows.column]: id }, select: ['id'], take: MAX_RELEASED + 1 });
  if (onDelete === 'detach') return found.map((row) => ({ type, id: row.id, lock: 'no_key_update' }));
  return repository.locksOf(
    tx,
    found.map((row) => ({ op: 'remove', id: row.id })),
  );
}

/**
 * Converts a foreign key violation of a DELETE to a 409 error. The referring table belongs to no registered
 * relationship.
 */
export async function asStillReferenced<T>(deleting: Promise<T>, { type }: Resource): Promise<T> {
  try {
    return await deleting;
  } catch (error) {
    if (sqlState(error) !== '23503') throw error;
    throw new ApiError('still_referenced', {
      detail: `Other objects of the shop refer to this object of type "${type}". Delete those objects first.`,
      cause: error,
    });
  }
}

/** Ids of objects that the transaction is deleting. Prevents endless recursion through cyclic references. */
const deleting = new WeakMap<ShopTransaction, Set<string>>();

function deletingIn(tx: ShopTransaction): Set<string> {
  const known = deleting.get(tx) ?? new Set<string>();
  deleting.set(tx, known);
  return known;
}

/** Ignores references of an object to itself, because a deletion of the object removes them. */
async function isReferenced(
  context: ReadContext,
  { rows: { table, column }, repository }: IncomingReference,
  id: string,
): Promise<boolean> {
  const isOwnTable = table === tableOf(repository.resource.entity);
  const text = `SELECT 1 FROM ${table} WHERE shop_id = $1 AND ${column} = $2${isOwnTable ? ' AND id <> $2' : ''} LIMIT 1`;
  const found = await context.query({
    name: `${table}.${column} refers`,
    text,
    values: [context.shop.id, id],
  });
  return found.length > 0;
}

function stillReferenced({ resource, advice }: Deletion, { repository, name }: IncomingReference): ApiError {
  const { type, relationships } = repository.resource;
  const change = relationships[name]!.writable?.includes('update') ? ` or change their "${name}"` : '';
  return new ApiError('still_referenced', {
    detail:
      advice[type] ??
      `Objects of type "${type}" refer to this object of type "${resource.type}" by "${name}". Delete those objects first${change}.`,
    meta: { type },
  });
}

const tooMany = ({ resource }: Deletion, { repository, name }: IncomingReference) =>
  new ApiError('still_referenced', {
    detail:
      `More than ${MAX_RELEASED} objects of type "${repository.resource.type}" refer to this object by "${name}". ` +
      `Delete some of those objects before this object of type "${resource.type}".`,
    meta: { type: repository.resource.type },
  });
