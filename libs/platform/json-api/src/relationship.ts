import type { Resource } from './resource';

interface RelationshipDeclaration {
  /** The JSON:API type of the other resource. */
  type: string;
  /** Has addresses of its own, `…/relationships/<name>` and `…/<name>`, and can be included. */
  exposed?: true;
  /** With which requests a client may send it; none: it is derived. */
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

/** The relationship by which an object's meta is included; it has no address of its own, and is shown where it is included. */
export const attachedMeta = (type: string): ToMany => ({
  type: 'meta',
  exposed: true,
  many: { attachedTo: type },
});

/** What a document shows of an object as a relationship of this name: a declared one, or the meta that is attached to it. */
export function relationshipOf(
  { type, relationships, takesMeta }: Pick<Resource, 'type' | 'relationships' | 'takesMeta'>,
  name: string,
): Relationship | undefined {
  if (Object.hasOwn(relationships, name)) return relationships[name];
  return takesMeta && name === 'meta' ? attachedMeta(type) : undefined;
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

/** The resources of one service by their types. */
export type ResourcesByType = ReadonlyMap<string, Resource>;

/** Throws where a type is there twice, and where a relationship leads to a type that is not among them: the service does not start. */
export function resourcesByType(resources: readonly Resource[]): ResourcesByType {
  const byType = new Map<string, Resource>();
  for (const resource of resources) {
    if (byType.has(resource.type)) throw new Error(`there are two resources of the type ${resource.type}`);
    byType.set(resource.type, resource);
  }
  for (const { type, relationships } of resources)
    for (const [name, relationship] of Object.entries(relationships))
      if (relationship.exposed && !byType.has(relationship.type))
        throw new Error(`${type}.${name} leads to ${relationship.type}, which this service does not have`);
  return byType;
}
