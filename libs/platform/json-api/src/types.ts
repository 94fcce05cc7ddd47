import type { Order } from '@storewright/pages';
import type { Deprecation } from './deprecation';
import type { ErrorCode } from './error-codes';
import type { FilterKind } from './filter';

export type ClassConstructor<T extends object = object> = new () => T;

/** A JSON Schema, version 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * Determines how a column is rendered as JSON. `string` and `string[]` are escaped. `json` is JSON text from
 * Postgres, which is not changed. `timestamp` is quoted and already has the format
 * `2019-07-14T09:23:34.000000Z`. `number` and `boolean` are not changed.
 */
export type ColumnKind = 'string' | 'string[]' | 'json' | 'timestamp' | 'number' | 'boolean';

/** A database row, keyed by attribute name. */
export type DocumentRow = Record<string, unknown>;

/** OpenAPI description of an attribute or of a member of `meta`. */
export interface AttributeDescription {
  description?: string;
  isNullable?: boolean;
  /** Allowed values of the attribute. Defaults to the values of its filter or DTO. */
  values?: readonly string[];
  /** JSON Schema of a `json` attribute. */
  schema?: JsonSchema;
  /**
   * Marks a number as an amount in `currency_code` if the named attributes have these values. Attributes whose
   * names end with `_amount` are always amounts.
   */
  amountIf?: Readonly<Record<string, string>>;
  /**
   * Adds deprecation headers to responses if a request names the attribute in `fields`, `sort`, `filter` or the
   * body.
   */
  deprecated?: Deprecation;
}

/** OpenAPI description of a filter. */
export interface FilterDescription {
  /** Description text. Defaults to a sentence that the attribute must equal the filter value. */
  description?: string;
  schema?: JsonSchema;
}

export interface ResourceDeclaration {
  /** JSON:API resource type. */
  type: string;
  /** Schema name in the OpenAPI document. Defaults to the singular of the resource type. */
  name?: string;
  description?: string;
  /** Descriptions of attributes and members of `meta`, keyed by name. */
  described?: Readonly<Record<string, AttributeDescription>>;
  /** Adds deprecation headers to all responses with this resource. */
  deprecated?: Deprecation;
  /** Error codes of this resource, in addition to those that all resources can return. */
  errors?: { readonly [R in 'create' | 'update' | 'delete']?: readonly ErrorCode[] };
  /** List of all ids, or a pattern that ids match. Defaults to UUIDs. */
  ids?: readonly string[] | { readonly pattern: string };
  /** URL path of the collection. Segments such as `:column` are replaced with values of the row. */
  path: string;
  /** True if the collection has exactly one object, whose URL path is `path`. */
  singleton?: true;
  /** Attributes of the resource object, in document order. */
  attributes: Record<string, ColumnKind>;
  /** Members of the resource object's `meta`. */
  meta?: Record<string, ColumnKind>;
  relationships?: Record<string, Relationship>;
  /** SQL expressions of computed attributes and members of `meta`. `row` is the alias of the row. */
  computed?: Record<string, (row: string) => string>;
  /** Fields that `sort` accepts. `id` is always appended, so that every sort order is total. */
  sortable?: readonly string[];
  /** Default sort order of lists. It must end with `id`, and defaults to `id` alone. */
  order?: readonly Order[];
  /** Filters that the resource's own code implements: their names, or their descriptions keyed by name. */
  filters?: readonly string[] | Readonly<Record<string, FilterDescription>>;
  /** Attributes and to-one relationships with the standard filters (docs/adr/filters.md). */
  filterable?: Record<string, FilterKind>;
  /**
   * Columns that `filter[q]` and `GET /api/search` search. If absent, the resource has no `filter[q]` and is
   * not part of the search over all types.
   */
  search?: SearchDeclaration;
  /** DTO classes that validate the input of a create and an update. */
  create?: ClassConstructor;
  update?: ClassConstructor;
  /** Attributes whose member names the client chooses. These names can begin with `@`. */
  freeForm?: readonly string[];
  /** Attributes that an update must not contain, not even with their current value. */
  refusedInUpdates?: readonly string[];
  /**
   * True if clients can attach meta to the objects, include it and filter by it. Requires a service with the
   * resource meta.
   */
  takesMeta?: boolean;
  /** False if lists cannot be sorted by id. Defaults to true. */
  sortsById?: boolean;
  /** True if rows have the columns `version` and `updated_at`, from which the ETag is built. */
  versioned?: boolean;
  /** Attributes that change over time without a new version. The ETag includes their values. */
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
  /** Row columns that are needed to render the resource object. */
  columns: readonly string[];
  /** Field names that `fields[type]` accepts. */
  fields: ReadonlySet<string>;
  /** Returns a SELECT list with the columns of the resource object. `row` is the alias of the row. */
  select(row: string): string;
  /**
   * Returns the SQL expression of a column, an attribute or a member of `meta`. `row` is the alias of the row.
   */
  expression(row: string, name: string): string;
  /** Returns the URL path of a resource object, without the origin. */
  pathOf(row: DocumentRow): string;
  /**
   * Renders a resource object as JSON text. `origin` must be escaped for JSON. `only` is the sparse fieldset.
   */
  render(row: DocumentRow, origin: string, only?: ReadonlySet<string>): string;
  /**
   * Returns an SQL expression that renders the complete resource object. `alias` is the alias of the row, and
   * `origin` is an SQL expression of type text.
   */
  sql(alias: string, origin: string): string;
}

/** Columns of a resource that `filter[q]` searches (docs/adr/search.md). */
export interface SearchDeclaration {
  /** Columns in which a search word matches the beginning of any word. */
  words?: readonly string[];
  /**
   * Columns in which the search text matches the beginning of the whole value. The function normalizes the
   * search text, or returns several spellings of it.
   */
  prefixes?: Readonly<Record<string, ((text: string) => string | readonly string[]) | undefined>>;
  /** Integer columns that a search matches by their exact value. */
  numbers?: readonly string[];
  /** To-one relationships whose target objects are searched too. */
  through?: readonly string[];
  /** Description of `filter[q]` for a repository with its own search implementation. Replaces the columns. */
  description?: string;
}

interface RelationshipDeclaration {
  /** JSON:API type of the relationship's target. */
  type: string;
  /** True if the relationship can be included and has the URLs `…/relationships/<name>` and `…/<name>`. */
  exposed?: true;
  /** Requests in which clients can send the relationship. Absent if the relationship is read-only. */
  writable?: readonly ('create' | 'update')[];
}

/**
 * Effect on referring objects when the target is deleted. `refuse` returns 409 `still_referenced`, `delete`
 * deletes these objects, and `detach` clears the relationship. Deleted and detached objects write events.
 */
export type OnDelete = 'refuse' | 'delete' | 'detach';

/** To-one relationship. A column of the row contains the id of the target. */
export interface ToOne extends RelationshipDeclaration {
  column: string;
  /** Effect on referring objects when the target is deleted. Defaults to `refuse`. */
  onDelete?: OnDelete;
  /** True if clients must send the relationship on create. */
  required?: true;
  /** Name of the inverse to-many relationship, which is added to the target. */
  inverse?: string;
}

/** To-many relationship. The related rows refer to this resource in a column, or a join table connects both. */
export interface ToMany extends RelationshipDeclaration {
  exposed: true;
  many: { column: string } | JoinTable | Attached;
  /** The to-one relationship that declares this relationship as its inverse, such as `returns.order`. */
  declaredBy?: string;
  /**
   * Effect on rows of the join table when the target is deleted. If absent, the foreign key of the join table
   * decides.
   */
  onDelete?: 'refuse';
}

/** Marks the relationship to attached meta. A meta object refers to its target by type and id. */
export interface Attached {
  attachedTo: string;
}

/**
 * Join table in the shop's database schema, with a column for the id of this resource and a column for the id
 * of the target.
 */
export interface JoinTable {
  table: string;
  joinColumn: string;
  inverseJoinColumn: string;
}

export type Relationship = ToOne | ToMany;

/** All resources of a service, keyed by type. */
export type ResourcesByType = ReadonlyMap<string, Resource>;

/** Target of a relationship: an id, null, or a list of ids. */
export type Linkage = string | null | readonly string[];

/**
 * Read-only members in an update. Clients that send complete objects repeat these members. They are valid if
 * their values are unchanged.
 */
export interface RepeatedMembers {
  attributes: Readonly<Record<string, unknown>>;
  relationships: Readonly<Record<string, Linkage>>;
}
