import {
  type FilterKind,
  inputDescriptionOf,
  isToMany,
  type Relationship,
  type ResourceDeclaration,
  writableOf,
} from '@storewright/json-api';
import { columnsOf, type EntityClass } from '@storewright/rows';

/**
 * Throws if the declaration of a resource contradicts its entity. The check runs at import, so a service with
 * an invalid declaration does not start.
 */
export function checkDeclaration(entity: EntityClass, declaration: ResourceDeclaration): void {
  checkVisible(declaration);
  checkInput(entity, declaration);
  checkDetach(entity, declaration);
}

export function checkFilteredColumns(
  entity: EntityClass,
  declaration: {
    type: string;
    relationships?: Readonly<Record<string, Relationship>>;
    filterable?: object;
    meta?: object;
  },
): void {
  const { type, relationships = {}, filterable = {}, meta = {} } = declaration;
  const columns = new Set(columnsOf(entity).map(({ name }) => name));
  const filtered = Object.keys(filterable).map((name) => {
    const relationship = relationships[name];
    return relationship && 'column' in relationship ? relationship.column : name;
  });
  const shown = Object.entries(meta).flatMap(([name, each]) => (each === true ? [name] : []));
  const unknown = [...filtered, ...shown].find((name) => !columns.has(name));
  if (unknown !== undefined)
    throw new Error(
      `${type}: the declaration names the column "${unknown}", which ${entity.name} does not have.`,
    );
}

/** Throws if a resource names an event that its `*.scopes.ts` file does not declare. */
export function checkEvents(type: string, named: object | undefined, written: readonly string[]): void {
  if (named === undefined) return;
  const wrong = Object.keys(named).find((event) => !written.includes(event));
  if (wrong !== undefined)
    throw new Error(`${type}: the *.scopes.ts of ${type} does not declare the event "${wrong}".`);
}

const isOtherForm = (filter: FilterKind) => typeof filter === 'object' && 'is' in filter;

/**
 * Throws for a sort field or a filter on a hidden column, because the order or number of results would reveal
 * its values.
 */
function checkVisible(declaration: ResourceDeclaration): void {
  const {
    type,
    attributes,
    meta = {},
    relationships = {},
    sortable = [],
    order = [],
    filterable = {},
  } = declaration;
  const visible = new Set([...[attributes, meta, relationships].flatMap(Object.keys), 'id']);
  const filtered = Object.keys(filterable).filter((name) => !isOtherForm(filterable[name]!));
  const named = [...sortable, ...order.map(({ column }) => column), ...filtered];
  const hidden = named.find((name) => !visible.has(name));
  if (hidden !== undefined)
    throw new Error(
      `${type}: clients cannot see "${hidden}". Add @Attribute() to the column, or remove its sort field and filter.`,
    );
}

/** Throws if clients can send an attribute without a column, because the value would be lost. */
function checkInput(entity: EntityClass, { type, create, update, computed = {} }: ResourceDeclaration): void {
  const known = new Set([...columnsOf(entity).map(({ name }) => name), ...Object.keys(computed)]);
  for (const Dto of [create, update])
    for (const name of Dto ? writableOf(Dto) : [])
      if (!known.has(name) && inputDescriptionOf(Dto!, name) === undefined)
        throw new Error(
          `${type}: the attribute "${name}" of ${Dto!.name} has no column. ` +
            `Add a column "${name}" with @Attribute() to ${entity.name}. ` +
            'If responses do not contain the attribute, add @Description() instead.',
        );
}

function checkDetach(entity: EntityClass, { type, relationships = {} }: ResourceDeclaration): void {
  const columns = new Map(columnsOf(entity).map(({ name, options }) => [name, options]));
  for (const [name, relationship] of Object.entries(relationships)) {
    if (isToMany(relationship) || relationship.onDelete !== 'detach') continue;
    if (relationship.required || !columns.get(relationship.column)?.nullable)
      throw new Error(`${type}.${name} cannot be detached: it is required, or its column is not nullable`);
  }
}

export function checkPersonal(
  entity: EntityClass,
  { type, relationships = {} }: ResourceDeclaration,
  personal: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): void {
  const columns = new Set(columnsOf(entity).map(({ name }) => name));
  for (const [name, values] of Object.entries(personal)) {
    const relationship = relationships[name];
    if (!relationship || isToMany(relationship))
      throw new Error(`${type}: "personal" names "${name}", which is not a to-one relationship.`);
    const unknown = Object.keys(values).find((column) => !columns.has(column));
    if (unknown !== undefined)
      throw new Error(
        `${type}: "personal" names the column "${unknown}", which ${entity.name} does not have.`,
      );
  }
}
