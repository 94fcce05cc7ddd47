import type { Resource } from './resource';

interface RelationshipDeclaration {
  /** JSON:API type of the target. */
  type: string;
  /** The relationship has the URLs `…/relationships/<name>` and `…/<name>`, and can be included. */
  exposed?: true;
  /** Requests in which clients can send the relationship. Absent for a read-only one. */
  writable?: readonly ('create' | 'update')[];
}

/**
 * Effect of a DELETE of the target while objects refer to it: `refuse` returns 409 `still_referenced`, `delete` deletes
 * these objects, `detach` clears the relationship. Each deleted or detached object writes its event.
 */
export type OnDelete = 'refuse' | 'delete' | 'detach';

/** Relationship to at most one other resource, whose id is in a column of the row. */
export interface ToOne extends RelationshipDeclaration {
  column: string;
  /** Effect of a DELETE of the target. The default is `refuse`. */
  onDelete?: OnDelete;
  /** Clients must send the relationship on create. */
  required?: true;
}

/** Relationship to any number of resources. Their rows refer to this one in a column, or a join table connects them. */
export interface ToMany extends RelationshipDeclaration {
  exposed: true;
  many: { column: string } | JoinTable | Attached;
  /** For a join table only. If absent, the foreign key of the table decides. */
  onDelete?: 'refuse';
}

/** Objects of meta refer to their target by its type and its id. */
export interface Attached {
  attachedTo: string;
}

/** The relationship for including an object's meta. It has no URL of its own and appears only when included. */
export const attachedMeta = (type: string): ToMany => ({
  type: 'meta',
  exposed: true,
  many: { attachedTo: type },
});

/** Returns the declared relationship of this name, or the attached meta. */
export function relationshipOf(
  { type, relationships, takesMeta }: Pick<Resource, 'type' | 'relationships' | 'takesMeta'>,
  name: string,
): Relationship | undefined {
  if (Object.hasOwn(relationships, name)) return relationships[name];
  return takesMeta && name === 'meta' ? attachedMeta(type) : undefined;
}

/** Join table of the shop: one row per pair, with the column of this resource's ID and that of the target. */
export interface JoinTable {
  table: string;
  joinColumn: string;
  inverseJoinColumn: string;
}

export type Relationship = ToOne | ToMany;

export function isToMany(relationship: Relationship): relationship is ToMany {
  return 'many' in relationship;
}

/** To-one relationships with their columns. */
export function linkageColumns(
  relationships: Readonly<Record<string, Relationship>>,
): { name: string; column: string }[] {
  return Object.entries(relationships).flatMap(([name, relationship]) =>
    isToMany(relationship) ? [] : [{ name, column: relationship.column }],
  );
}

/** All resources of a service, by type. */
export type ResourcesByType = ReadonlyMap<string, Resource>;

/** Throws at startup for a duplicate type, and for a relationship to an unknown type. */
export function resourcesByType(resources: readonly Resource[]): ResourcesByType {
  const byType = new Map<string, Resource>();
  for (const resource of resources) {
    if (byType.has(resource.type)) throw new Error(`two resources have the type ${resource.type}`);
    byType.set(resource.type, resource);
  }
  for (const { type, relationships } of resources)
    for (const [name, relationship] of Object.entries(relationships))
      if (relationship.exposed && !byType.has(relationship.type))
        throw new Error(`${type}.${name} refers to ${relationship.type}, which this service does not have`);
  return byType;
}
