import type { EntityClass, Row, VersionedRow } from '@storewright/entities';
import { isToMany } from '@storewright/json-api';
import type { ResourceRegistry, ResourceRepository } from '@storewright/resources';
import type { ReadContext } from '@storewright/tenancy';
import { Any, IsNull } from 'typeorm';
import type { Customer } from '../customers/customer.entity';
import { Order } from '../orders/order.entity';

export type ArchivedIds = ReadonlyMap<string, ReadonlySet<string>>;

interface Ownership {
  repository: ResourceRepository;
  column: string;
  owner: string;
}

const OBJECTS_AT_ONCE = 100;

/**
 * Returns the columns through which an object belongs to a customer: to-one relationships to the customer, or
 * to an object of the customer, such as the order of a comment. The customer archive therefore includes a new
 * resource with such a relationship without further code.
 */
function ownershipsIn(registry: ResourceRegistry): Ownership[] {
  const owners = ['customers'];
  const ownerships: Ownership[] = [];
  // The loop also visits the owners that it appends to the list.
  for (const owner of owners)
    for (const { repository, name, rows } of registry.referencesTo(owner)) {
      const { type, relationships } = repository.resource;
      if (isToMany(relationships[name]!)) continue;
      ownerships.push({ repository, column: rows.column, owner });
      if (!owners.includes(type)) owners.push(type);
    }
  return ownerships;
}

export function archivedTypes(registry: ResourceRegistry): string[] {
  const owned = ownershipsIn(registry).map(({ repository }) => repository.resource.type);
  return [...new Set(['customers', ...owned, ...(attachable(registry) ? ['meta'] : [])])];
}

/**
 * Returns the ids of a customer, of all objects that belong to the customer, and of attached metadata.
 * Includes guest orders with the customer's email address. Omits orders that now belong to a different
 * customer.
 */
export async function archivedIds(
  registry: ResourceRegistry,
  context: ReadContext,
  customer: Pick<Row<Customer>, 'id' | 'email_folded'>,
): Promise<ArchivedIds> {
  const ids = new Map(archivedTypes(registry).map((type): [string, Set<string>] => [type, new Set()]));
  ids.get('customers')!.add(customer.id);
  for (const id of await guestOrders(context, customer)) ids.get('orders')!.add(id);
  const ownerships = ownershipsIn(registry);
  // Repeats until the loop finds no new object, because an object can belong to the customer through several
  // relationships.
  for (let known = -1; known !== countOf(ids);) {
    known = countOf(ids);
    for (const { repository, column, owner } of ownerships) {
      const found = await idsOf(context, repository, { [column]: Any([...ids.get(owner)!]) });
      for (const id of found) ids.get(repository.resource.type)!.add(id);
    }
  }
  await addMeta(registry, context, ids);
  return ids;
}

async function guestOrders(
  context: ReadContext,
  { email_folded }: Pick<Row<Customer>, 'email_folded'>,
): Promise<string[]> {
  if (email_folded === null) return [];
  const where = { customer_id: IsNull(), email_folded };
  return (await context.repository(Order).find({ where, select: ['id'] })).map(({ id }) => id);
}

async function addMeta(
  registry: ResourceRegistry,
  context: ReadContext,
  ids: ReadonlyMap<string, Set<string>>,
): Promise<void> {
  const meta = attachable(registry);
  if (!meta) return;
  for (const [resource_type, of] of ids) {
    const found = await idsOf(context, meta, { resource_type, resource_id: Any([...of]) });
    for (const id of found) ids.get('meta')!.add(id);
  }
}

function attachable(registry: ResourceRegistry): ResourceRepository | undefined {
  const meta = registry.find('meta');
  return meta?.attachedLookup ? meta : undefined;
}

async function idsOf(
  context: ReadContext,
  { resource }: ResourceRepository,
  where: Record<string, unknown>,
): Promise<string[]> {
  const rows = context.repository(resource.entity as EntityClass<VersionedRow>);
  return (await rows.find({ where: where as object, select: ['id'] })).map(({ id }) => id);
}

function countOf(ids: ArchivedIds): number {
  return [...ids.values()].reduce((sum, { size }) => sum + size, 0);
}

/**
 * Yields the objects of a customer archive as lines of JSON, in chunks. Omits objects that were deleted after
 * the ids were read.
 */
export async function* objectLines(
  registry: ResourceRegistry,
  context: ReadContext,
  ids: ArchivedIds,
  origin: string,
): AsyncGenerator<string[]> {
  for (const [type, of] of ids) {
    const repository = registry.get(type);
    const all = [...of].sort();
    for (let at = 0; at < all.length; at += OBJECTS_AT_ONCE) {
      const rows = await repository.findByIds(context, all.slice(at, at + OBJECTS_AT_ONCE));
      yield rows.map((row) => repository.resource.render(row, origin));
    }
  }
}
