import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ApiError } from './api-error';
import type { Order } from './cursor';
import type { Deprecation } from './deprecation';
import type { ErrorCode } from './error-codes';
import { listElements } from './header-syntax';
import type { FilterKind } from './filter';
import type { ClassConstructor } from './input';
import type { JsonSchema } from './operation';
import { isToMany, type Relationship } from './relationship';
import type { SearchDeclaration } from './search-terms';
import { Template } from './template';

/**
 * How a column is rendered. `string` and `string[]`: escaped. `json`: JSON text from Postgres, unchanged.
 * `timestamp`: already `2019-07-14T09:23:34.000000Z`. `number`, `boolean`: unchanged.
 */
export type ColumnKind = 'string' | 'string[]' | 'json' | 'timestamp' | 'number' | 'boolean';

/** A database row. Columns have the names of the attributes. */
export type Row = Record<string, unknown>;

/** What the OpenAPI document contains about an attribute, or a member of `meta`, beyond its kind. */
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

/** What the OpenAPI document contains about a filter. */
export interface FilterDescription {
  description: string;
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
  pathOf(row: Row): string;
  /**
   * Renders a resource object as JSON text. `origin` must be escaped for JSON; `only` is the sparse fieldset.
   */
  render(row: Row, origin: string, only?: ReadonlySet<string>): string;
  /**
   * Renders the complete resource object as an SQL expression over the row `alias`. `origin` is an SQL
   * expression of type text.
   */
  sql(alias: string, origin: string): string;
}

function withDefaults(declaration: ResourceDeclaration) {
  return {
    ...declaration,
    described: declaration.described ?? {},
    errors: declaration.errors ?? {},
    meta: declaration.meta ?? {},
    relationships: declaration.relationships ?? {},
    sortable: declaration.sortable ?? [],
    order: declaration.order ?? [{ column: 'id', descending: false }],
    filters: Array.isArray(declaration.filters)
      ? (declaration.filters as string[])
      : Object.keys(declaration.filters ?? {}),
    describedFilters: Array.isArray(declaration.filters)
      ? {}
      : ((declaration.filters ?? {}) as Resource['describedFilters']),
    filterable: declaration.filterable ?? {},
    computed: declaration.computed ?? {},
    freeForm: declaration.freeForm ?? [],
    refusedInUpdates: declaration.refusedInUpdates ?? [],
    takesMeta: declaration.takesMeta ?? false,
    versioned: declaration.versioned ?? false,
    volatile: declaration.volatile ?? [],
    events: declaration.events === true ? ['created', 'updated', 'deleted'] : (declaration.events ?? []),
  };
}

/** Declares everything that clients can see, filter and sort of a resource. */
export function describeResource(declaration: ResourceDeclaration): Resource {
  const resource = withDefaults(declaration);
  const path = pathInto(new Template(), declaration);
  const whole = objectTemplate(resource, () => true);
  const sparse = new WeakMap<ReadonlySet<string>, Template>();
  const sparseByFields = new LRUCache<string, Template>({ max: MAX_SPARSE });
  const expression = (row: string, name: string) => resource.computed[name]?.(row) ?? `${row}.${name}`;
  return {
    ...resource,
    expression,
    select: (row) =>
      whole.columns
        .map((name) => (name in resource.computed ? `${expression(row, name)} AS ${name}` : `${row}.${name}`))
        .join(', '),
    fields: new Set([
      ...Object.keys(resource.attributes),
      ...Object.keys(resource.relationships),
      ...(resource.takesMeta ? ['meta'] : []),
    ]),
    columns: whole.columns,
    sql: (alias, origin) => whole.sql(alias, origin),
    pathOf: (row) => path.write(row, ''),
    render(row, origin, only) {
      if (!only) return whole.write(row, origin);
      const known = sparse.get(only);
      if (known) return known.write(row, origin);
      const fields = [...only].join();
      const template = sparseByFields.get(fields) ?? objectTemplate(resource, (name) => only.has(name));
      sparseByFields.set(fields, template);
      sparse.set(only, template);
      return template.write(row, origin);
    },
  };
}

/** Cached templates for sparse fieldsets of a resource. */
const MAX_SPARSE = 100;

type Described = Pick<
  Resource,
  'type' | 'path' | 'singleton' | 'attributes' | 'meta' | 'relationships' | 'takesMeta'
>;

type Addressed = Pick<Resource, 'path' | 'singleton'>;

/** Template of a resource object with the given fields. */
function objectTemplate(resource: Described, shown: (name: string) => boolean): Template {
  const { type, attributes, meta, relationships, takesMeta } = resource;
  const template = new Template()
    .text(`{"type":${JSON.stringify(type)},"id":"`)
    .value('id', 'id')
    .text('","attributes":{');
  template.members(attributes, shown).text('}');
  const linked = Object.entries(relationships).filter(([name]) => shown(name));
  linked.forEach(([name, relationship], at) => {
    template.text(`${at ? ',' : ',"relationships":{'}${JSON.stringify(name)}:{`);
    relationshipInto(template, resource, name, relationship).text('}');
  });
  if (takesMeta && shown('meta'))
    template.value(linked.length ? 'attached' : 'alone', membersOf('meta'), type);
  if (linked.length) template.text('}');
  pathInto(template.text(',"links":{"self":"').value('origin'), resource).text('"}');
  if (Object.keys(meta).length)
    template
      .text(',"meta":{')
      .members(meta, () => true)
      .text('}');
  return template.text('}');
}

/**
 * Adds the members of a relationship object. Relationships with URLs have links. To-many relationships have
 * data only if they are included.
 */
function relationshipInto(
  template: Template,
  resource: Addressed,
  name: string,
  relationship: Relationship,
): Template {
  const many = isToMany(relationship);
  if (relationship.exposed) {
    pathInto(template.text('"links":{"self":"').value('origin'), resource).text(`/relationships/${name}"`);
    pathInto(template.text(',"related":"').value('origin'), resource).text(`/${name}"`);
    if (many) template.value('next', nextOf(name));
    template.text('}').text(many ? '' : ',');
  }
  return many
    ? template.value('members', membersOf(name))
    : template.text('"data":').value('linkage', relationship.column, relationship.type);
}

/** Row property with the included members of a to-many relationship, as JSON text. */
export const membersOf = (name: string) => `${name}#members`;
/** Row property with the path and query of the next page of these members. */
export const nextOf = (name: string) => `${name}#next`;

/** Path of a row: `:column` parts and the ID come from the row. */
function pathInto(template: Template, { path, singleton }: Addressed): Template {
  path.split(/:([a-z_]+)/).forEach((part, at) => (at % 2 ? template.value('id', part) : template.text(part)));
  return singleton ? template : template.text('/').value('id', 'id');
}

/** Digits of a timestamp in the fixed format `2019-07-14T09:23:34.000000Z`. */
function digitsOf(time: string): string {
  const date = time.slice(0, 4) + time.slice(5, 7) + time.slice(8, 10);
  return date + time.slice(11, 13) + time.slice(14, 16) + time.slice(17, 19) + time.slice(20, -1);
}

/**
 * Returns `"<version>-<micros>"`. The time distinguishes a recreated object from a deleted one with the same
 * ID.
 */
export function etagOf(row: Row, volatile: readonly string[] = []): string {
  let tag = `"${String(row['version'])}-${digitsOf(String(row['updated_at']))}`;
  for (const name of volatile) tag += `-${String(row[name] ?? '')}`;
  return `${tag}"`;
}

/**
 * ETag of a document with more than the object (`include`), or at a path that can refer to another object: the
 * object's ETag plus a digest of the document.
 */
export function documentEtag(etag: string, body: string): string {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return `${etag.slice(0, -1)}.${digest}"`;
}

const ofDocument = /\.[\w-]{22}"$/;

/** Removes the document's digest, which leaves the ETag of the object. */
export const objectEtag = (etag: string) => etag.replace(ofDocument, '"');

/** A single ETag without volatile members, which an SQL statement can compare with the row. */
const ofVersion = /^"(\d{1,9})-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{6})(?:\.[\w-]{22})?"$/;

/** Conditional headers of a write (RFC 9110 §13.1). */
export interface Preconditions {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/**
 * Columns of the row that If-Match names, empty if it allows any. Undefined if the header must be compared
 * with the row in memory.
 */
export function matchedByHeader(
  preconditions: Preconditions | undefined,
  volatile: readonly string[],
): { version?: number; updated_at?: string } | undefined {
  const { ifMatch, ifNoneMatch } = preconditions ?? {};
  if (ifNoneMatch !== undefined) return undefined;
  if (ifMatch === undefined) return {};
  const [, version, year, month, day, hour, minute, second, micros] = ofVersion.exec(ifMatch.trim()) ?? [];
  if (version === undefined || volatile.length > 0) return undefined;
  const updated_at = `${year}-${month}-${day}T${hour}:${minute}:${second}.${micros}Z`;
  return { version: Number(version), updated_at };
}

/**
 * Throws 412 if If-Match names another version than the row has (RFC 9110 §13.1.1: strong comparison), or
 * If-None-Match names its version (§13.1.2: weak comparison). Digests of documents are ignored, because the
 * write affects only the object.
 */
export function checkPreconditionHeaders(
  { ifMatch, ifNoneMatch }: Preconditions = {},
  ...etags: readonly string[]
): void {
  if (ifMatch !== undefined && !matches(ifMatch, etags))
    throw new ApiError('precondition_failed', {
      detail:
        'The object has changed since you read it. Read it again and repeat the change with the new ETag.',
      source: { header: 'If-Match' },
    });
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etags, 'W/'))
    throw new ApiError('precondition_failed', {
      detail: 'The object still has the version in If-None-Match. Send If-Match to change that version.',
      source: { header: 'If-None-Match' },
    });
}

/** `weak` is the prefix of weak tags, if they can match. */
function matches(header: string, etags: readonly string[], weak?: string): boolean {
  if (header.trim() === '*') return true;
  return listElements(header).some((each) => {
    const tag = weak !== undefined && each.startsWith(weak) ? each.slice(weak.length) : each;
    return etags.includes(objectEtag(tag));
  });
}
