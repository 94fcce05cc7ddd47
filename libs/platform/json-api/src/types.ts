import type { Order } from '@storewright/pages';
import type { Deprecation } from './deprecation';
import type { ErrorCode } from './error-codes';
import type { FilterKind } from './filter';

export type ClassConstructor<T extends object = object> = new () => T;

/** A JSON Schema, version 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * Type of a column, which determines its JSON representation. `string` and `string[]` are escaped. `json` is
 * JSON text that Postgres printed. `timestamp` is text in the format `2019-07-14T09:23:34.000000Z`.
 */
export type ColumnKind = 'string' | 'string[]' | 'json' | 'timestamp' | 'number' | 'boolean';

export type DocumentRow = Record<string, unknown>;

export interface AttributeDescription {
  description?: string;
  isNullable?: boolean;
  /** Allowed values of the attribute. Defaults to the values of its filter or DTO. */
  values?: readonly string[];
  schema?: JsonSchema;
  /**
   * Marks a number as an amount in `currency_code`, but only if other attributes have these values.
   * Attributes whose names end with `_amount` are always amounts.
   */
  amountIf?: Readonly<Record<string, string>>;
  /**
   * Deprecation of the attribute. The response has deprecation headers if the request names the attribute in
   * `fields`, `sort`, `filter` or the body.
   */
  deprecated?: Deprecation;
}

export interface FilterDescription {
  /** Description of the filter. The default says that the attribute must equal the filter value. */
  description?: string;
  schema?: JsonSchema;
}

export interface ResourceDeclaration {
  type: string;
  /** Name of the schema in the OpenAPI document. Defaults to the singular of the resource type. */
  name?: string;
  description?: string;
  described?: Readonly<Record<string, AttributeDescription>>;
  /** Deprecation of the resource. All responses with this resource have deprecation headers. */
  deprecated?: Deprecation;
  /** Error codes of requests for this resource, in addition to those of every resource. */
  errors?: { readonly [R in 'create' | 'update' | 'delete']?: readonly ErrorCode[] };
  /** All ids of the resource, or a pattern of valid ids. Defaults to UUIDs. */
  ids?: readonly string[] | { readonly pattern: string };
  /**
   * URL path of the collection. A segment such as `:column` is replaced with the value of this column in the
   * row.
   */
  path: string;
  /** True if the collection has exactly one object. `path` is then the URL path of the object. */
  singleton?: true;
  attributes: Record<string, ColumnKind>;
  meta?: Record<string, ColumnKind>;
  relationships?: Record<string, Relationship>;
  /**
   * SQL expressions of computed attributes and computed members of `meta`. `row` is the table alias of the
   * row.
   */
  computed?: Record<string, (row: string) => string>;
  /** Fields that `sort` accepts. Every sort order ends with `id`, which makes the order unambiguous. */
  sortable?: readonly string[];
  /** Default sort order of lists. Must end with `id`. Defaults to `id` alone. */
  order?: readonly Order[];
  /**
   * Filters that the repository of the resource implements itself: a list of names, or descriptions keyed by
   * name.
   */
  filters?: readonly string[] | Readonly<Record<string, FilterDescription>>;
  /** Attributes and to-one relationships that have the standard filters (docs/adr/filters.md). */
  filterable?: Record<string, FilterKind>;
  /**
   * Columns that `filter[q]` and `GET /api/search` search. A resource without this declaration has no
   * `filter[q]`, and `GET /api/search` does not find it.
   */
  search?: SearchDeclaration;
  /**
   * DTO class that validates the attributes of a create request. `update` is the class for update requests.
   */
  create?: ClassConstructor;
  update?: ClassConstructor;
  /**
   * Attributes with an object value whose member names the client chooses. These names can begin with `@`.
   */
  freeForm?: readonly string[];
  /** Attributes that an update request must not contain, not even with the current value. */
  refusedInUpdates?: readonly string[];
  /**
   * True if clients can attach meta to objects of this resource, include the meta and filter by it. The
   * service must also have the resource `meta`.
   */
  takesMeta?: boolean;
  /** False if clients cannot sort lists by id. Defaults to true. */
  sortsById?: boolean;
  /** True if the rows have the columns `version` and `updated_at`, which form the ETag. */
  versioned?: boolean;
  /** Attributes that change over time although `version` does not change. The ETag contains their values. */
  volatile?: readonly string[];
  /**
   * Changes for which the service writes events (docs/contract.md §6). `true` means `<type>.created`,
   * `<type>.updated` and `<type>.deleted`.
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
  events: readonly string[];
  /** Columns that a row must contain to render the resource object. */
  columns: readonly string[];
  /** Names that the query parameter `fields[type]` accepts. */
  fields: ReadonlySet<string>;
  /**
   * Returns the SELECT list that reads the columns of the resource object. `row` is the table alias of the
   * row.
   */
  select(row: string): string;
  /**
   * Returns the SQL expression of a column, an attribute or a member of `meta`. `row` is the table alias of
   * the row.
   */
  expression(row: string, name: string): string;
  /** Returns the URL path of a resource object, without the origin. */
  pathOf(row: DocumentRow): string;
  /**
   * Renders a resource object as JSON text. `origin` must already be escaped for JSON. `only` is the sparse
   * fieldset.
   */
  render(row: DocumentRow, origin: string, only?: ReadonlySet<string>): string;
  /**
   * Returns an SQL expression that renders the complete resource object. `alias` is the table alias of the
   * row, and `origin` is an SQL expression of type text.
   */
  sql(alias: string, origin: string): string;
}

/** Columns of a resource that `filter[q]` searches (docs/adr/search.md). */
export interface SearchDeclaration {
  /** Columns that match if any of their words begins with the search word. */
  words?: readonly string[];
  /**
   * Columns that match if their whole value begins with the search text. The function normalizes the search
   * text, or returns several spellings of it.
   */
  prefixes?: Readonly<Record<string, ((text: string) => string | readonly string[]) | undefined>>;
  /** Integer columns that match if they equal the search word. */
  numbers?: readonly string[];
  /** To-one relationships to resources whose columns are searched too. */
  through?: readonly string[];
  /**
   * Description of `filter[q]` in the OpenAPI document, if the repository implements the search itself. By
   * default, the description lists the columns.
   */
  description?: string;
}

interface RelationshipDeclaration {
  type: string;
  /**
   * True if the relationship has the URLs `…/relationships/<name>` and `…/<name>`, and the query parameter
   * `include` accepts it.
   */
  exposed?: true;
  /** Kinds of requests in which clients can set the relationship. Absent if the relationship is read-only. */
  writable?: readonly ('create' | 'update')[];
}

/**
 * What happens to the objects that refer to a deleted object. `refuse` rejects the deletion with 409
 * `still_referenced`, `delete` deletes the referring objects, and `detach` clears their relationship. Deleted
 * and detached objects write events.
 */
export type OnDelete = 'refuse' | 'delete' | 'detach';

/** To-one relationship. A column of the row contains the id of the related resource. */
export interface ToOne extends RelationshipDeclaration {
  column: string;
  /** What happens to the objects that refer to a deleted object. Defaults to `refuse`. */
  onDelete?: OnDelete;
  /** True if clients must send the relationship on create and cannot set it to null. */
  required?: true;
  /** Name of the inverse to-many relationship, which is added to the related resource. */
  inverse?: string;
}

/**
 * To-many relationship. The related rows have a column with the id of this resource, or a join table connects
 * both.
 */
export interface ToMany extends RelationshipDeclaration {
  exposed: true;
  many: { column: string } | JoinTable | Attached;
  /** The to-one relationship that declares this relationship as its inverse, such as `returns.order`. */
  declaredBy?: string;
  /**
   * `refuse` means that a row in the join table prevents the deletion of the related object. Without a value,
   * the foreign key of the join table determines the effect.
   */
  onDelete?: 'refuse';
}

/**
 * Marks the relationship from an object to the meta objects that are attached to it. A meta object contains
 * the type and id of this object.
 */
export interface Attached {
  attachedTo: string;
}

/**
 * Join table of a to-many relationship, in the database schema of the shop. One column contains the id of
 * this resource, another the id of the related resource.
 */
export interface JoinTable {
  table: string;
  joinColumn: string;
  inverseJoinColumn: string;
}

export type Relationship = ToOne | ToMany;

export type ResourcesByType = ReadonlyMap<string, Resource>;

/** The id or ids that a relationship refers to. null means that a to-one relationship is empty. */
export type Linkage = string | null | readonly string[];

/**
 * Read-only members in an update request. Clients that send complete objects include such members. They are
 * valid if their values are unchanged.
 */
export interface RepeatedMembers {
  attributes: Readonly<Record<string, unknown>>;
  relationships: Readonly<Record<string, Linkage>>;
}
