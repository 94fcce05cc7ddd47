import type { Order } from '@storewright/pages';
import type { Deprecation } from './deprecation';
import type { ErrorCode } from './error-codes';
import type { FilterKind } from './filter';

export type ClassConstructor<T extends object = object> = new () => T;

/** A JSON Schema, version 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * Determines how a column is rendered. `string` and `string[]` are escaped. `json` is JSON text from Postgres
 * and stays unchanged. `timestamp` already has the format `2019-07-14T09:23:34.000000Z`. `number` and
 * `boolean` stay unchanged.
 */
export type ColumnKind = 'string' | 'string[]' | 'json' | 'timestamp' | 'number' | 'boolean';

/** A database row whose columns have the names of the attributes. */
export type DocumentRow = Record<string, unknown>;

/** Description of an attribute, or a member of `meta`, for the OpenAPI document. */
export interface AttributeDescription {
  description?: string;
  isNullable?: boolean;
  /** Allowed values. Default: the values of the filter or of the DTO. */
  values?: readonly string[];
  /** JSON Schema of a `json` attribute. */
  schema?: JsonSchema;
  /**
   * Marks a number as an amount in `currency_code` if other attributes have these values. Attributes whose
   * names end with `_amount` are always amounts.
   */
  amountIf?: Readonly<Record<string, string>>;
  /**
   * Adds deprecation headers for requests that name the attribute in `fields`, `sort`, `filter` or the body.
   */
  deprecated?: Deprecation;
}

/** Description of a filter for the OpenAPI document. */
export interface FilterDescription {
  /** Description for people. Default: the attribute equals the value. */
  description?: string;
  schema?: JsonSchema;
}

export interface ResourceDeclaration {
  /** JSON:API type. */
  type: string;
  /** Schema name in the OpenAPI document. Defaults to the singular of the type. */
  name?: string;
  description?: string;
  /** Descriptions of attributes and members of `meta`. */
  described?: Readonly<Record<string, AttributeDescription>>;
  /** Adds deprecation headers to all responses of the resource. */
  deprecated?: Deprecation;
  /** Error codes that the rules of the resource add to those of every resource. */
  errors?: { readonly [R in 'create' | 'update' | 'delete']?: readonly ErrorCode[] };
  /** All ids if they are words, or the pattern that ids match. Default: UUIDs. */
  ids?: readonly string[] | { readonly pattern: string };
  /** Path of the collection. Parts such as `:column` are filled from the row. */
  path: string;
  /** True if there is exactly one object, whose path is `path`. */
  singleton?: true;
  /** Attributes that clients can see, in the order of documents. */
  attributes: Record<string, ColumnKind>;
  /** Members of the resource object's `meta`. */
  meta?: Record<string, ColumnKind>;
  relationships?: Record<string, Relationship>;
  /** Attributes and members of `meta` that are SQL expressions over the row alias. */
  computed?: Record<string, (row: string) => string>;
  /** Fields that `sort` accepts. `id` is always appended, so every order is total. */
  sortable?: readonly string[];
  /** Default order of lists. It ends with `id`. Default: only `id`. */
  order?: readonly Order[];
  /** Names of filters that the resource implements itself, with their descriptions. */
  filters?: readonly string[] | Readonly<Record<string, FilterDescription>>;
  /** Attributes and to-one relationships with the standard filters (docs/adr/filters.md). */
  filterable?: Record<string, FilterKind>;
  /**
   * Columns that `filter[q]` and `GET /api/search` search. Without columns, the resource has no such filter and does
   * not appear in the search over all types.
   */
  search?: SearchDeclaration;
  /** DTO classes that validate the input. */
  create?: ClassConstructor;
  update?: ClassConstructor;
  /** Attributes whose members the client chooses. Member names in them can begin with `@`. */
  freeForm?: readonly string[];
  /** Attributes that an update must not contain, not even with their current value. */
  refusedInUpdates?: readonly string[];
  /**
   * True if clients can attach meta to the objects, include it and filter by it. Requires a service with
   * meta.
   */
  takesMeta?: boolean;
  /** False if lists cannot be sorted by id. Default: true. */
  sortsById?: boolean;
  /** True if rows have `version` and `updated_at`, from which the ETag is built. */
  versioned?: boolean;
  /** Attributes that change as time passes, without a new version. The ETag includes their values. */
  volatile?: readonly string[];
  /**
   * Changes that write events (docs/contract.md §6). `true` means `<type>.created`, `.updated` and `.deleted`.
   */
  events?: true | readonly string[];
}

type Optional = 'name' | 'description' | 'deprecated' | 'ids' | 'singleton' | 'search' | 'create' | 'update';

export interface Resource
  extends
    Required<Omit<ResourceDeclaration, Optional | 'events' | 'filters'>>,
    Pick<ResourceDeclaration, Optional> {
  create?: ClassConstructor;
  update?: ClassConstructor;
  filters: readonly string[];
  describedFilters: Readonly<Record<string, FilterDescription>>;
  /** Names of the changes that write events, such as `created`. */
  events: readonly string[];
  /** Columns that rendering the resource object needs. */
  columns: readonly string[];
  /** Field names that `fields[type]` accepts. */
  fields: ReadonlySet<string>;
  /** Returns the columns of the resource object as a SELECT list. `row` is the alias of the row. */
  select(row: string): string;
  /**
   * Returns the SQL expression of a column, an attribute or a member of `meta`. `row` is the alias of the
   * row.
   */
  expression(row: string, name: string): string;
  /** Returns the path of a row below the base URL of the API. */
  pathOf(row: DocumentRow): string;
  /**
   * Renders a resource object as JSON text. `origin` must be escaped for JSON. `only` is the sparse fieldset.
   */
  render(row: DocumentRow, origin: string, only?: ReadonlySet<string>): string;
  /**
   * Renders the complete resource object as an SQL expression over the row `alias`. `origin` is an SQL
   * expression of type text.
   */
  sql(alias: string, origin: string): string;
}

/** Columns that `filter[q]` searches in a resource (docs/adr/search.md). */
export interface SearchDeclaration {
  /** Columns that are searched by the start of each word. */
  words?: readonly string[];
  /**
   * Columns that are searched by the start of the whole value, each with the function that normalizes the
   * input or returns several spellings of it.
   */
  prefixes?: Readonly<Record<string, ((text: string) => string | readonly string[]) | undefined>>;
  /** Columns of whole numbers that are searched by the exact value. */
  numbers?: readonly string[];
  /** To-one relationships whose targets are searched as well. */
  through?: readonly string[];
  /** Description of `filter[q]` of a repository that searches in its own way. Replaces the columns. */
  description?: string;
}

interface RelationshipDeclaration {
  /** JSON:API type of the target. */
  type: string;
  /** True if the relationship has the URLs `…/relationships/<name>` and `…/<name>` and can be included. */
  exposed?: true;
  /** Requests in which clients can send the relationship. Absent for a read-only relationship. */
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
  /** Effect of a DELETE of the target. Default: `refuse`. */
  onDelete?: OnDelete;
  /** True if clients must send the relationship on create. */
  required?: true;
  /** Name of the relationship in the opposite direction, which the target gets. */
  inverse?: string;
}

/**
 * Relationship to any number of resources. Their rows refer to this resource in a column, or a join table
 * connects them.
 */
export interface ToMany extends RelationshipDeclaration {
  exposed: true;
  many: { column: string } | JoinTable | Attached;
  /**
   * The relationship of which this relationship is the inverse, such as `returns.order`. Set if another
   * resource declares that relationship.
   */
  declaredBy?: string;
  /**
   * Effect of a DELETE of the target, for a join table only. If absent, the foreign key of the table decides.
   */
  onDelete?: 'refuse';
}

/** Marks a relationship to meta. Meta objects refer to their target by type and id. */
export interface Attached {
  attachedTo: string;
}

/**
 * Join table in the schema of the shop. Each row is a pair, with a column for the id of this resource and a
 * column for the id of the target.
 */
export interface JoinTable {
  table: string;
  joinColumn: string;
  inverseJoinColumn: string;
}

export type Relationship = ToOne | ToMany;

/** All resources of a service, by type. */
export type ResourcesByType = ReadonlyMap<string, Resource>;

/** The target of a relationship: one id, null, or a list of ids. */
export type Linkage = string | null | readonly string[];

/**
 * Read-only members in the input of an update. Clients that send complete objects repeat them, which is valid
 * if the values are unchanged.
 */
export interface RepeatedMembers {
  attributes: Readonly<Record<string, unknown>>;
  relationships: Readonly<Record<string, Linkage>>;
}
