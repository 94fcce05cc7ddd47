import { type ColumnOptions, getMetadataArgsStorage } from 'typeorm';
import type { EntityClass } from './row';

export interface EntityColumn {
  name: string;
  options: ColumnOptions;
}

function lineage(entity: EntityClass): unknown[] {
  const classes: unknown[] = [];
  for (let each: unknown = entity; typeof each === 'function'; each = Object.getPrototypeOf(each))
    classes.unshift(each);
  return classes;
}

/** Returns the columns in the order of their declaration. Inherited columns come first. */
export function columnsOf(entity: EntityClass): readonly EntityColumn[] {
  const known = columns.get(entity);
  if (known) return known;
  const { columns: all } = getMetadataArgsStorage();
  const found = lineage(entity).flatMap((each) =>
    all
      .filter(({ target }) => target === each)
      .map(({ propertyName, options }) => ({ name: propertyName, options })),
  );
  columns.set(entity, found);
  return found;
}
const columns = new WeakMap<EntityClass, readonly EntityColumn[]>();

/**
 * Returns the table of an entity with its schema, such as `shop.products`. Throws if the class is not an
 * entity.
 */
export function tableOf(entity: EntityClass): string {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity);
  if (!table?.schema || !table.name)
    throw new Error(`${entity.name} has no @Entity with a schema and a name`);
  return `${table.schema}.${table.name}`;
}

export function loadedEntities(): EntityClass[] {
  return getMetadataArgsStorage().tables.flatMap(({ target }) =>
    typeof target === 'function' ? [target as EntityClass] : [],
  );
}
