import { identifier, type Made } from '@storewright/api-testing';
import { isToMany, type Relationship, type Resource } from '@storewright/json-api';
import type { HttpClient, TestDatabase } from '@storewright/testing';
import { aLinkage, anObject, served } from './samples';

/** A relationship that has addresses, of one of the resources that are served alike. */
export interface Link {
  label: string;
  resource: Resource;
  name: string;
  relationship: Relationship;
  target: Resource;
}

export function linksOf(resource: Resource): Link[] {
  return Object.entries(resource.relationships).flatMap(([name, relationship]) => {
    const target = served.find(({ type }) => type === relationship.type);
    const label = `${resource.type}.${name}`;
    return relationship.exposed ? [{ label, resource, name, relationship, target: target! }] : [];
  });
}

export const links = served.flatMap(linksOf);

export function isFillable({ relationship }: Link, request: 'create' | 'update'): boolean {
  return relationship.writable?.includes(request) === true;
}

/** Those that a request may send. */
export const linksSent = (request: 'create' | 'update') => links.filter((link) => isFillable(link, request));

/** An object from which the relationship leads to something. */
export async function aLinked(http: HttpClient, link: Link): Promise<Made> {
  const { resource, name, relationship, target } = link;
  if (isFillable(link, 'create'))
    return anObject(http, resource.type, { [name]: await aLinkage(http, resource, name) });
  const object = await anObject(http, resource.type);
  if (!isToMany(relationship) || !('column' in relationship.many)) return object;
  const { column } = relationship.many;
  const inverse = Object.entries(target.relationships).find(
    ([, each]) => !isToMany(each) && each.column === column,
  );
  const back = { [inverse![0]]: identifier(resource.type, object.id) };
  for (let count = 0; count < 2; count += 1) await anObject(http, target.type, back);
  return object;
}

/** An object from which it leads to nothing; undefined where it always leads to something. */
export async function anUnlinked(http: HttpClient, link: Link): Promise<Made | undefined> {
  const { resource, name, relationship } = link;
  if (!isToMany(relationship))
    return relationship.required || !isFillable(link, 'create')
      ? undefined
      : anObject(http, resource.type, { [name]: { data: null } });
  if (isFillable(link, 'create')) return anObject(http, resource.type, { [name]: { data: [] } });
  return 'column' in relationship.many ? anObject(http, resource.type) : undefined;
}

/** Where the relationship leads from the object, as the database has it; ascending. */
export async function idsOf(database: TestDatabase, link: Link, id: string): Promise<string[]> {
  const { resource, relationship, target } = link;
  const [column, table, own] = !isToMany(relationship)
    ? [relationship.column, `shop.${resource.type}`, 'id']
    : 'column' in relationship.many
      ? ['id', `shop.${target.type}`, relationship.many.column]
      : [relationship.many.inverseJoinColumn, relationship.many.table, relationship.many.joinColumn];
  const rows = await database.query<{ id: string }>(
    `SELECT ${column} AS id FROM ${table} WHERE ${own} = $1 AND ${column} IS NOT NULL ORDER BY 1`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** The linkage as a document shows it. */
export function linkageTo({ relationship, target }: Link, ids: readonly string[]): unknown {
  const identifiers = ids.map((id) => ({ type: target.type, id }));
  return isToMany(relationship) ? identifiers : (identifiers[0] ?? null);
}
