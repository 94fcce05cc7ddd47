import {
  describeResource,
  isToMany,
  type Resource,
  type ResourceDeclaration,
  type ToMany,
} from '@storewright/json-api';

interface Declared {
  resource: Resource;
  declaration: ResourceDeclaration;
}

/** A to-many relationship that the property `inverse` of a to-one relationship adds to its target. */
export interface Inverse {
  target: string;
  name: string;
  relationship: ToMany & { declaredBy: string };
}

const declaredByType = new Map<string, Declared>();
/**
 * Inverse relationships, keyed by the type of their target. A target can be declared after the resources that
 * refer to it.
 */
const inversesByType = new Map<string, Inverse[]>();

/**
 * Registers the declaration of a resource. Adds the inverse relationships that other resources have declared
 * for this resource.
 */
export function addDeclared(resource: Resource, declaration: ResourceDeclaration): void {
  const declared = { resource, declaration };
  declaredByType.set(resource.type, declared);
  for (const inverse of inversesByType.get(resource.type) ?? []) add(declared, inverse);
}

/** Returns the inverse relationships that a resource adds to its targets. */
export function inversesOf(resource: Resource): Inverse[] {
  return Object.entries(resource.relationships).flatMap(([name, relationship]): Inverse[] => {
    if (isToMany(relationship) || relationship.inverse === undefined) return [];
    const { type: target, inverse, column } = relationship;
    const declaredBy = `${resource.type}.${name}`;
    const added = { type: resource.type, exposed: true, many: { column }, declaredBy } as const;
    return [{ target, name: inverse, relationship: added }];
  });
}

/**
 * Adds the inverse relationships of a resource to its targets. Call this function when the module of the
 * resource is loaded, so that a service without this module does not show them.
 */
export function addInverses(resource: Resource): void {
  for (const inverse of inversesOf(resource)) {
    const { target, relationship } = inverse;
    const known = inversesByType.get(target) ?? [];
    if (known.some((each) => each.relationship.declaredBy === relationship.declaredBy)) continue;
    inversesByType.set(target, [...known, inverse]);
    const declared = declaredByType.get(target);
    if (declared) add(declared, inverse);
  }
}

/**
 * Adds an inverse relationship to a declared resource. Changes the existing resource object, because modules
 * and repositories refer to it.
 */
function add(declared: Declared, { name, relationship }: Inverse): void {
  const { resource, declaration } = declared;
  const { attributes, relationships = {} } = declaration;
  if (name in attributes || name in relationships)
    throw new Error(
      `${relationship.declaredBy}: the inverse relationship "${name}" conflicts with a member of ${resource.type}. ` +
        'Choose another name.',
    );
  declared.declaration = { ...declaration, relationships: { ...relationships, [name]: relationship } };
  Object.assign(resource, describeResource(declared.declaration));
}
