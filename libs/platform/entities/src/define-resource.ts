import {
  type AttributeDescription,
  type ClassConstructor,
  type ColumnKind,
  type Deprecation,
  describeResource,
  type FilterDescription,
  type FilterKind,
  type Resource,
  type ResourceDeclaration,
  type ToMany,
  type ToOne,
} from '@storewright/json-api';
import type { Order } from '@storewright/pages';
import { changesOf } from '@storewright/scopes';
import type { ColumnOptions } from 'typeorm';
import {
  columnsOf,
  type ColumnName,
  type ColumnValues,
  type EntityClass,
  VersionedRow,
} from '@storewright/rows';
import { attributeOf } from './attribute';
import { addDeclared } from './inverse-relationships';
import { checkDeclaration, checkEvents, checkFilteredColumns, checkPersonal } from './declaration-checks';

/**
 * An attribute without a column. `sql` returns its value as an SQL expression over the row with the alias
 * `row`. Without `sql`, application code must supply the value.
 */
export interface Computed extends AttributeDescription {
  description: string;
  kind: ColumnKind;
  sql?: (row: string) => string;
}

/** A computed attribute. Responses show it after the column that `after` names, or as the last attribute. */
export type ComputedAttribute<E extends object> = Computed & { after?: ColumnName<E> };

/**
 * A list filter on a column. `true` allows all operators of the column's type. An array limits the filter to
 * these values. An object compares the value with another column, after a conversion by `as`.
 */
export type ColumnFilter<E extends object> =
  | true
  | readonly string[]
  | { column: ColumnName<E>; as: (text: string) => string };

type Relationships<E extends object> = Record<string, (ToOne & { column: ColumnName<E> }) | ToMany>;

/**
 * Declaration of a resource: its attributes, relationships, filters, sort fields and inputs. All names are
 * column names of the entity.
 */
export interface EntityResourceDeclaration<
  E extends object,
  R extends Relationships<E>,
  V extends string = string,
> {
  type: string;
  /**
   * Events that the resource's `*.scopes.ts` file declares. Only events in this object can be passed to
   * `tx.emit`.
   */
  events?: Readonly<Record<V, string>>;
  name?: string;
  /** Noun phrase that describes one object of the resource to client developers. */
  description: string;
  /** Deprecation notice that every response with this resource contains. */
  deprecated?: Deprecation;
  errors?: ResourceDeclaration['errors'];
  /** URL path of the collection, such as `/api/orders`. */
  path: string;
  computed?: Record<string, ComputedAttribute<E>>;
  /**
   * Columns and computed values in the `meta` object of the resource object. Versioned rows always show their
   * timestamps and version there.
   */
  meta?: { [K in ColumnName<E>]?: Computed | true } & Record<string, Computed | true>;
  relationships?: R;
  sortable?: readonly ColumnName<E>[];
  /** Default sort order of lists. If absent, lists are sorted by id. */
  order?: readonly (Order & { column: ColumnName<E> })[];
  filterable?: { [K in ColumnName<E> | (keyof NoInfer<R> & string)]?: ColumnFilter<E> };
  /** Columns that the text search covers (`filter[q]` and `GET /api/search`). */
  search?: {
    words?: readonly ColumnName<E>[];
    prefixes?: { readonly [K in ColumnName<E>]?: (text: string) => string | readonly string[] };
    numbers?: readonly ColumnName<E>[];
    through?: readonly (keyof NoInfer<R> & string)[];
    /** Description of `filter[q]` for a repository with its own text search, instead of searched columns. */
    description?: string;
  };
  /** Additional list filters that the resource's repository implements itself. */
  filters?: Readonly<Record<string, FilterDescription>>;
  create?: ClassConstructor;
  update?: ClassConstructor;
  /** JSON attributes whose member names the client chooses. These names can start with `@`. */
  freeForm?: readonly ColumnName<E>[];
  /** Attributes that a PATCH request must not contain, not even with their current value. */
  refusedInUpdates?: readonly ColumnName<E>[];
  /**
   * True if rows have the columns `version` and `updated_at`, from which the ETag is derived. Defaults to
   * true for a versioned row.
   */
  versioned?: true;
  /** False if clients cannot attach custom meta data to the objects. Defaults to true for a versioned row. */
  takesMeta?: false;
  /** False if clients cannot sort lists by id. */
  sortsById?: false;
  /**
   * Columns with personal data of a related object, each with its value after that object is redacted, such
   * as `{ customer: { text: '' } }`. A redaction also clears the copies of these columns in events, webhook
   * deliveries and stored responses.
   */
  personal?: { readonly [K in keyof NoInfer<R> & string]?: ColumnValues<E> };
  /** Attributes whose values change over time without a new version. The ETag covers their values. */
  volatile?: readonly string[];
}

/** A resource whose declared events `tx.emit` can write. `V` is the union of the event names. */
export interface EmittingResource<V extends string> extends Resource {
  readonly entity: EntityClass;
  /** Carries the type parameter `V` for the compiler. The property does not exist at run time. */
  readonly emits?: V;
}

export interface EntityResource<E extends object = object, V extends string = string> extends Resource {
  readonly entity: EntityClass<E>;
  readonly emits?: V;
  /**
   * Columns with personal data of related objects, keyed by relationship. The value of each column is its
   * value after a redaction.
   */
  readonly personal: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const declared = new WeakMap<EntityClass, EntityResource>();

/**
 * Declares a resource over an entity. Derives attributes, their kinds and their filters from the columns.
 * Throws if the declaration names a hidden column, or if the entity already has a resource.
 */
export function defineResource<
  E extends object,
  const R extends Relationships<E> = Record<never, never>,
  V extends string = never,
>(entity: EntityClass<E>, declaration: EntityResourceDeclaration<E, R, V>): EntityResource<E, V> {
  const { type } = declaration;
  if (declared.has(entity))
    throw new Error(`${entity.name} has two resources: ${declared.get(entity)!.type} and ${type}`);
  checkFilteredColumns(entity, declaration as EntityResourceDeclaration<E, Relationships<E>>);
  const described = describe(entity, declaration as EntityResourceDeclaration<E, Relationships<E>>);
  checkDeclaration(entity, described);
  checkEvents(type, declaration.events, changesOf(type) ?? []);
  const personal = (declaration.personal ?? {}) as EntityResource['personal'];
  checkPersonal(entity, described, personal);
  const resource: EntityResource<E, V> = { ...describeResource(described), entity, personal };
  declared.set(entity, resource);
  addDeclared(resource, described);
  return resource;
}

function describe<E extends object>(
  entity: EntityClass<E>,
  declaration: EntityResourceDeclaration<E, Relationships<E>>,
): ResourceDeclaration {
  const {
    computed = {},
    meta: declaredMeta = {},
    relationships = {},
    filterable = {},
    events: _named,
    ...same
  } = declaration;
  const columns = new Map(columnsOf(entity).map(({ name, options }) => [name, options]));
  const isVersioned = entity.prototype instanceof VersionedRow;
  const shown = [...columns].filter(([name]) => attributeOf(entity, name) !== undefined);
  const meta: Record<string, Computed | true> = { ...(isVersioned && versionedMeta), ...declaredMeta };
  return {
    ...same,
    attributes: attributesOf(shown, computed),
    meta: metaOf(columns, meta),
    described: descriptionsOf(entity, columns, { ...computed, ...meta }),
    computed: expressionsOf({ ...computed, ...meta }),
    relationships,
    filterable: filtersOf(columns, relationships, filterable),
    takesMeta: same.takesMeta ?? (isVersioned && same.type !== 'meta'),
    versioned: same.versioned ?? isVersioned,
    events: changesOf(same.type) ?? (isVersioned ? ['created', 'updated', 'deleted'] : []),
  };
}

export function resourceOf<E extends object>(entity: EntityClass<E>): EntityResource<E> | undefined {
  return declared.get(entity) as EntityResource<E> | undefined;
}

function attributesOf<E extends object>(
  columns: readonly [string, ColumnOptions][],
  computed: Readonly<Record<string, ComputedAttribute<E>>>,
): Record<string, ColumnKind> {
  const behind = (column?: string) =>
    Object.entries(computed)
      .filter(([, { after }]) => after === column)
      .map(([name, { kind }]): [string, ColumnKind] => [name, kind]);
  const each = columns.flatMap(([name, options]): [string, ColumnKind][] => [
    [name, kindOf(options)],
    ...behind(name),
  ]);
  return Object.fromEntries([...each, ...behind()]);
}

const versionedMeta = { created_at: true, updated_at: true, version: true } as const;

function metaOf(
  columns: ReadonlyMap<string, ColumnOptions>,
  meta: Readonly<Record<string, Computed | true>>,
): Record<string, ColumnKind> {
  return Object.fromEntries(
    Object.entries(meta).map(([name, each]) => [
      name,
      each === true ? kindOf(columns.get(name)!) : each.kind,
    ]),
  );
}

const ofEveryRow: Readonly<Record<string, AttributeDescription>> = {
  created_at: { description: 'Time at which the object was created.' },
  updated_at: { description: 'Time of the last change of the object.' },
  version: { description: 'Version of the object. Each change increments it.' },
};

function descriptionsOf(
  entity: EntityClass,
  columns: ReadonlyMap<string, ColumnOptions>,
  members: Readonly<Record<string, Computed | true>>,
): Record<string, AttributeDescription> {
  const ofColumns = [...columns].map(([name, { nullable = false }]) => [
    name,
    { isNullable: nullable, ...(ofEveryRow[name] ?? {}), ...attributeOf(entity, name) },
  ]);
  const others = Object.entries(members).filter(([, each]) => each !== true);
  return Object.fromEntries([...ofColumns, ...others]) as Record<string, AttributeDescription>;
}

function expressionsOf(
  members: Readonly<Record<string, Computed | true>>,
): Record<string, NonNullable<Computed['sql']>> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, each]) => (each === true || !each.sql ? [] : [[name, each.sql]])),
  );
}

export function kindOf({ type, array }: ColumnOptions): ColumnKind {
  if (array) return 'string[]';
  switch (type) {
    case 'jsonb':
      return 'json';
    case 'timestamp with time zone':
      return 'timestamp';
    case 'integer':
    case 'bigint':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'text':
    case 'uuid':
      return 'string';
    default:
      throw new Error(`a column of type ${String(type)} cannot be an attribute`);
  }
}

interface OtherForm {
  column: string;
  as: (text: string) => string;
}

function filtersOf<E extends object>(
  columns: ReadonlyMap<string, ColumnOptions>,
  relationships: Relationships<E>,
  filterable: Readonly<Record<string, ColumnFilter<E> | undefined>>,
): Record<string, FilterKind> {
  return Object.fromEntries(
    Object.entries(filterable).map(([name, filter]): [string, FilterKind] => {
      const relationship = relationships[name];
      const column = relationship && 'column' in relationship ? relationship.column : name;
      const { type, array, nullable } = columns.get(column)!;
      const isNullable = nullable === true && { isNullable: true };
      if (relationship) return [name, isNullable ? { is: 'id', ...isNullable } : 'id'];
      if (typeof filter === 'object' && !Array.isArray(filter))
        return [name, { is: comparedAs(type), ...(filter as OtherForm), ...isNullable }];
      const is = filter === true ? (array ? 'tags' : comparedAs(type)) : (filter as readonly string[]);
      return [name, isNullable ? { is, ...isNullable } : is];
    }),
  );
}

function comparedAs(type: ColumnOptions['type']): Extract<FilterKind, string> {
  switch (type) {
    case 'integer':
      return 'int32';
    case 'bigint':
      return 'integer';
    case 'boolean':
      return 'boolean';
    case 'timestamp with time zone':
      return 'timestamp';
    case 'uuid':
      return 'id';
    default:
      return 'string';
  }
}
