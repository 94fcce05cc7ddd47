import type { Linkage, Relationship, Resource, ResourcesByType, ToMany } from './types';

/**
 * Declares the relationship from an object to the meta objects that are attached to it. The relationship has
 * no URL, and documents contain it only if the request includes it.
 */
export const attachedMeta = (type: string): ToMany => ({
  type: 'meta',
  exposed: true,
  many: { attachedTo: type },
});

/**
 * Returns a relationship of a resource by name. Resources do not declare the relationship `meta`, which
 * contains the meta objects that are attached to an object.
 */
export function relationshipOf(
  { type, relationships, takesMeta }: Pick<Resource, 'type' | 'relationships' | 'takesMeta'>,
  name: string,
): Relationship | undefined {
  if (Object.hasOwn(relationships, name)) return relationships[name];
  return takesMeta && name === 'meta' ? attachedMeta(type) : undefined;
}

export function isToMany(relationship: Relationship): relationship is ToMany {
  return 'many' in relationship;
}

export function linkageColumns(
  relationships: Readonly<Record<string, Relationship>>,
): { name: string; column: string }[] {
  return Object.entries(relationships).flatMap(([name, relationship]) =>
    isToMany(relationship) ? [] : [{ name, column: relationship.column }],
  );
}

/**
 * Returns resources keyed by type. Throws for a duplicate type, or for a relationship whose target type does
 * not exist.
 */
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

export function linkedColumns(
  { relationships }: Resource,
  sent: Readonly<Record<string, Linkage>>,
): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const { name, column } of linkageColumns(relationships))
    if (name in sent) columns[column] = sent[name];
  return columns;
}
