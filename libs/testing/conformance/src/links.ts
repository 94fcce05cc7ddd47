import { inversesOf } from '@storewright/entities';
import { isToMany, type Relationship, type Resource } from '@storewright/json-api';
import type { TestDatabase } from '@storewright/testing';

/** A relationship of a resource that has its own URLs. */
export interface Link {
  label: string;
  resource: Resource;
  name: string;
  relationship: Relationship;
  target: Resource;
}

/**
 * Returns the relationships of a resource that have URLs. Throws if a relationship refers to a type outside
 * `resources`.
 */
export function linksOf(resource: Resource, resources: readonly Resource[]): Link[] {
  return Object.entries(resource.relationships).flatMap(([name, relationship]) => {
    // Skips inverse relationships, because the library that declares them tests them.
    if (!relationship.exposed || 'declaredBy' in relationship) return [];
    const target = resources.find(({ type }) => type === relationship.type);
    const label = `${resource.type}.${name}`;
    if (!target) throw new Error(`${label} leads to ${relationship.type}, which has no sample here`);
    return [{ label, resource, name, relationship, target }];
  });
}

/**
 * Returns the inverse relationships that a resource adds to the targets of its own relationships. Throws if a
 * target is not in `resources`.
 */
export function inverseLinksOf(target: Resource, resources: readonly Resource[]): Link[] {
  return inversesOf(target).map(({ target: type, name, relationship }) => {
    const resource = resources.find((each) => each.type === type);
    if (!resource) throw new Error(`${relationship.declaredBy} leads to ${type}, which has no sample here`);
    return { label: `${type}.${name}`, resource, name, relationship, target };
  });
}

export function isFillable({ relationship }: Link, request: 'create' | 'update'): boolean {
  return relationship.writable?.includes(request) === true;
}

export const leadsToMany = ({ relationship }: Link) => isToMany(relationship);

export const canBeEmpty = ({ relationship }: Link) => isToMany(relationship) || !relationship.required;

export function linkageTo({ relationship, target }: Link, ids: readonly string[]): unknown {
  const identifiers = ids.map((id) => ({ type: target.type, id }));
  return isToMany(relationship) ? identifiers : (identifiers[0] ?? null);
}

export async function idsInDatabase(database: TestDatabase, link: Link, id: string): Promise<string[]> {
  const { resource, relationship, target } = link;
  const [column, table, own] = !isToMany(relationship)
    ? [relationship.column, `shop.${resource.type}`, 'id']
    : 'table' in relationship.many
      ? [relationship.many.inverseJoinColumn, relationship.many.table, relationship.many.joinColumn]
      : [
          'id',
          `shop.${target.type}`,
          'column' in relationship.many ? relationship.many.column : 'resource_id',
        ];
  const rows = await database.query<{ id: string }>(
    `SELECT ${column} AS id FROM ${table} WHERE ${own} = $1 AND ${column} IS NOT NULL ORDER BY 1`,
    [id],
  );
  return rows.map((row) => row.id);
}
