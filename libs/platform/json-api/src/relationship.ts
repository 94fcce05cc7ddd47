import type { Resource } from './resource';

interface RelationshipDeclaration {
  /** The JSON:API type of the other resource. */
  type: string;
  /** Has addresses of its own, `…/relationships/<name>` and `…/<name>`, and can be included. */
  exposed?: true;
  /** With which requests a client may send it; none: it is derived. */
  writable?: readonly ('create' | 'update')[];
}

/** To one other resource, or none: its id is in a column of the row. */
export interface ToOne extends RelationshipDeclaration {
  column: string;
  /** Has to be sent on create. */
  required?: true;
}

/** To any number of others: their rows name this one in a column, or a join table does. */
export interface ToMany extends RelationshipDeclaration {
  exposed: true;
  many: { column: string } | JoinTable;
}

/** A table of the shop with one row for each pair: the columns of this resource's id and of the other's. */
export interface JoinTable {
  table: string;
  joinColumn: string;
  inverseJoinColumn: string;
}

export type Relationship = ToOne | ToMany;

export function isToMany(relationship: Relationship): relationship is ToMany {
  return 'many' in relationship;
}

/** The to-one relationships with their columns. */
export function linkageColumns(
  relationships: Readonly<Record<string, Relationship>>,
): { name: string; column: string }[] {
  return Object.entries(relationships).flatMap(([name, relationship]) =>
    isToMany(relationship) ? [] : [{ name, column: relationship.column }],
  );
}

/**
 * Makes the resources of one service known to each other, so that relationships lead somewhere. Throws where one leads to a type that is not among them:
 * the service does not start.
 */
export function connectResources(resources: readonly Resource[]): readonly Resource[] {
  const byType = new Map(resources.map((resource) => [resource.type, resource]));
  for (const resource of resources) {
    for (const [name, { type, exposed }] of Object.entries(resource.relationships))
      if (exposed && !byType.has(type))
        throw new Error(`${resource.type}.${name} leads to ${type}, which this service does not have`);
    resource.others = byType;
  }
  return resources;
}

/** The resource that an exposed relationship leads to. */
export function targetOf(resource: Resource, name: string): Resource {
  const target = resource.others.get(resource.relationships[name]!.type);
  if (!target) throw new Error(`${resource.type} is not connected (connectResources)`);
  return target;
}
