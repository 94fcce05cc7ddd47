import type { Order } from '@storewright/pages';
import type { Deprecation } from './deprecation';
import type { ErrorCode } from './error-codes';
import type { FilterKind } from './filter';

export type ClassConstructor<T extends object = object> = new () => T;

/** JSON Schema, 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * How a column is rendered. `string` and `string[]`: escaped. `json`: JSON text from Postgres, unchanged.
 * `timestamp`: already `2019-07-14T09:23:34.000000Z`. `number`, `boolean`: unchanged.
 */
export type ColumnKind = 'string' | 'string[]' | 'json' | 'timestamp' | 'number' | 'boolean';

/** A database row. Columns have the names of the attributes. */
export type DocumentRow = Record<string, unknown>;

/** Description of an attribute, or a member of `meta`, for the OpenAPI document. */
export interface AttributeDescription {
  description?: string;
  isNullable?: boolean;
  /** Allowed words. Defaults to those of the filter or the DTO. */
  values?: readonly string[];
  /** JSON Schema of a `json` attribute. */
  schema?: JsonSchema;
  /**
   * Marks a number as an amount in `currency_code` while other attributes have these values. Names that end
   * with `_amount` always are amounts.
   */
  amountIf?: Readonly<Record<string, string>>;
  /**
   * Adds deprecation headers for requests that name the attribute in `fields`, `sort`, `filter` or the body.
   */
  deprecated?: Deprecation;
}

/** Description of a filter for the OpenAPI document. */
export interface FilterDescription {
  /** Default: the attribute equals the value. */
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
  /** Error codes of its rules, beyond those of every resource. */
  errors?: { readonly [R in 'create' | 'update' | 'delete']?: readonly ErrorCode[] };
  /** All IDs, if they are words, or their pattern. By default IDs are UUIDs. */
  ids?: readonly string[] | { readonly pattern: string };
  /** Path of the collection. `:column` parts are filled from the row. */
  path: string;
  /** There is exactly one object, at the path itself. */
  singleton?: true;
  /** Attributes that clients can see, in this order. */
  attributes: Record<string, ColumnKind>;
  /** Members of the resource object's `meta`. */
  meta?: Record<string, ColumnKind>;
  relationships?: Record<string, Relationship>;
  /** Attributes and members of `meta` that are SQL expressions over the row alias. */
  computed?: Record<string, (row: string) => string>;
  /** Fields for `sort`. `id` is always appended, so every order is total. */
  sortable?: readonly string[];
  /** Default order, which ends with `id`. Defaults to `id` alone. */
  order?: readonly Order[];
  /** Names of filters that the resource implements itself, with their descriptions. */
  filters?: readonly string[] | Readonly<Record<string, FilterDescription>>;
  /** Attributes and to-one relationships with the standard filters (docs/adr/filters.md). */
  filterable?: Record<string, FilterKind>;
  /** Columns that `filter[q]` searches. Without it, the filter does not exist. */
  search?: SearchDeclaration;
  /** DTO classes of the input. */
  create?: ClassConstructor;
  update?: ClassConstructor;
  /** Attributes with members chosen by the client. Names that begin with `@` are ordinary ones there. */
  freeForm?: readonly string[];
  /** Attributes that an update must not contain, even with their current value. */
  refusedInUpdates?: readonly string[];
  /** Meta can be attached to its objects, included and filtered by, if the service has meta. */
  takesMeta?: boolean;
  /** Rows have `version` and `updated_at`, which form the ETag. */
  versioned?: boolean;
  /** Attributes that change without a new version, as time passes. The ETag includes them. */
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
  /** Changes that write events, such as `created`. */
  events: readonly string[];
  /** Columns that the resource object needs. */
  columns: readonly string[];
  /** Names that `fields[type]` accepts. */
  fields: ReadonlySet<string>;
  /** Columns of the resource object as a SELECT list, for the row alias. */
  select(row: string): string;
  /** SQL expression of a column, attribute or member of `meta`, for the row alias. */
  expression(row: string, name: string): string;
  /** Path of a row below the base URL of the API. */
  pathOf(row: DocumentRow): string;
  /**
   * Renders a resource object as JSON text. `origin` must be escaped for JSON; `only` is the sparse fieldset.
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
  /** Columns that are searched by the beginning of each word. */
  words?: readonly string[];
  /**
   * Columns that are searched by the beginning of the whole value, with the function that normalizes the
   * input.
   */
  prefixes?: Readonly<Record<string, ((text: string) => string) | undefined>>;
  /** Columns of whole numbers that are searched by the exact value. */
  numbers?: readonly string[];
  /** To-one relationships whose targets are searched as well. */
  through?: readonly string[];
}

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

/** Join table of the shop: one row per pair, with the column of this resource's ID and that of the target. */
export interface JoinTable {
  table: string;
  joinColumn: string;
  inverseJoinColumn: string;
}

export type Relationship = ToOne | ToMany;

/** All resources of a service, by type. */
export type ResourcesByType = ReadonlyMap<string, Resource>;

/** The target of a relationship: one ID, null, or a list of IDs. */
export type Linkage = string | null | readonly string[];

/**
 * Read-only members in the input of an update. Clients that send complete objects repeat them, which is valid
 * if the values are unchanged.
 */
export interface RepeatedMembers {
  attributes: Readonly<Record<string, unknown>>;
  relationships: Readonly<Record<string, Linkage>>;
}
