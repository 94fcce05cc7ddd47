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
 * How a column travels from the row into the document.
 * `string`: escaped. `string[]`: an array of strings. `json`: JSON text as Postgres printed it, spliced in as it is.
 * `timestamp`: already `2019-07-14T09:23:34.000000Z`. `number`, `boolean`: as they are.
 */
export type ColumnKind = 'string' | 'string[]' | 'json' | 'timestamp' | 'number' | 'boolean';

/** A row as `libs/postgres/database` reads it; the columns bear the names of the attributes. */
export type Row = Record<string, unknown>;

/** What the description of the API says of an attribute, or of a member of an object's own meta, beyond its kind. */
export interface AttributeDescription {
  description?: string;
  isNullable?: boolean;
  /** The words that it may be. By default those that are filtered by, or may be sent. */
  values?: readonly string[];
  /** Of JSON: what is in it. */
  schema?: JsonSchema;
  /** A number that is an amount in `currency_code` only if other attributes have these values. A name that ends with `_amount` always is one. */
  amountIf?: Readonly<Record<string, string>>;
  /** Clients that name it (`fields`, `sort`, `filter`, a body) are told. */
  deprecated?: Deprecation;
}

/** What the description of the API says of a filter: how it compares, and what it may be sent. */
export interface FilterDescription {
  description: string;
  schema?: JsonSchema;
}

export interface ResourceDeclaration {
  /** The JSON:API type. */
  type: string;
  /** What its schema is called in the description of the API; by default the singular of its type. */
  name?: string;
  description?: string;
  /** Of its attributes and members of meta. */
  described?: Readonly<Record<string, AttributeDescription>>;
  /** Every request to it is told. */
  deprecated?: Deprecation;
  /** What its rules refuse, beyond what any resource does. */
  errors?: { readonly [R in 'create' | 'update' | 'delete']?: readonly ErrorCode[] };
  /** The ids that there are, where they are words, or the form of all. By default ids are UUIDs. */
  ids?: readonly string[] | { readonly pattern: string };
  /** Path of the collection; `:column` parts are filled from the row, so that a row knows its own address. */
  path: string;
  /** There is one, whose address is the path itself. */
  singleton?: true;
  /** Exactly what a client may see, in this order. */
  attributes: Record<string, ColumnKind>;
  /** Served in the resource object's own `meta` member. */
  meta?: Record<string, ColumnKind>;
  relationships?: Record<string, Relationship>;
  /** Attributes and members of `meta` that are no columns: name → an SQL expression over the row `row`. */
  computed?: Record<string, (row: string) => string>;
  /** What `sort` may name; `id` is always the last criterion, so that every order is total. */
  sortable?: readonly string[];
  /** The order of a list that asks for none: ends with `id`. By default that alone. */
  order?: readonly Order[];
  /** What `filter[…]` may name and the resource reads by itself; with what the description of the API says of it. */
  filters?: readonly string[] | Readonly<Record<string, FilterDescription>>;
  /** Attributes and to-one relationships that are filtered by the grammar of all resources (docs/adr/filters.md). */
  filterable?: Record<string, FilterKind>;
  /** What `filter[q]` finds; none: there is no such filter. */
  search?: SearchDeclaration;
  /** The DTO classes of what a client may send. */
  create?: ClassConstructor;
  update?: ClassConstructor;
  /** Attributes whose members are the client's own: a name that begins with `@` is one like others. */
  freeForm?: readonly string[];
  /** Attributes that a change may not name at all, not even with the value that they have. */
  refusedInUpdates?: readonly string[];
  /** Meta is attached to its objects: it can be included and filtered by, where the service has it. */
  takesMeta?: boolean;
  /** Rows have `version` and `updated_at`, from which the ETag is made. */
  versioned?: boolean;
  /** What else the ETag is made of: attributes that change without a new version, as time goes by. */
  volatile?: readonly string[];
  /** What of its changes is an event (docs/contract.md §6): `true`: `<type>.created`, `.updated` and `.deleted`. */
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
  /** The changes that are events, such as `created`. */
  events: readonly string[];
  /** The columns that a row needs for its resource object. */
  columns: readonly string[];
  /** All names that `fields[type]` may list. */
  fields: ReadonlySet<string>;
  /** The columns of `row` that a resource object needs, as the list of a SELECT. */
  select(row: string): string;
  /** A column, attribute or member of `meta` of `row` as an SQL expression. */
  expression(row: string, name: string): string;
  /** The path of one row below the address of the API. */
  pathOf(row: Row): string;
  /** One resource object as JSON text. `origin`: scheme and host, escaped for JSON; `only`: the sparse fieldset. */
  render(row: Row, origin: string, only?: ReadonlySet<string>): string;
  /** The same text, whole, as an SQL expression over the row `alias`. `origin`: an expression of type text. */
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

/** Everything a client may see, filter and sort of one resource, on one page. */
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

/** Sparse fieldsets of a resource whose templates are kept, however many requests ask for them. */
const MAX_SPARSE = 100;

type Described = Pick<
  Resource,
  'type' | 'path' | 'singleton' | 'attributes' | 'meta' | 'relationships' | 'takesMeta'
>;

type Addressed = Pick<Resource, 'path' | 'singleton'>;

/** One resource object, with the fields that are shown. */
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

/** The members of a relationship object. Those with addresses show links; to-many ones their members only where these were included (`include`). */
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

/** Where a row has the members of a to-many relationship that were included, as JSON text. */
export const membersOf = (name: string) => `${name}#members`;
/** Where it has the path and query of the next page of them. */
export const nextOf = (name: string) => `${name}#next`;

/** The address of one row: `:column` parts and the id from the row. */
function pathInto(template: Template, { path, singleton }: Addressed): Template {
  path.split(/:([a-z_]+)/).forEach((part, at) => (at % 2 ? template.value('id', part) : template.text(part)));
  return singleton ? template : template.text('/').value('id', 'id');
}

/** Of a time as rows have it, whose digits stand in the same places always: `2019-07-14T09:23:34.000000Z`. */
function digitsOf(time: string): string {
  const date = time.slice(0, 4) + time.slice(5, 7) + time.slice(8, 10);
  return date + time.slice(11, 13) + time.slice(14, 16) + time.slice(17, 19) + time.slice(20, -1);
}

/** `"<version>-<micros>"`: two lives of one id never share a tag, although both start at version 1. */
export function etagOf(row: Row, volatile: readonly string[] = []): string {
  let tag = `"${String(row['version'])}-${digitsOf(String(row['updated_at']))}`;
  for (const name of volatile) tag += `-${String(row[name] ?? '')}`;
  return `${tag}"`;
}

/**
 * The tag of a document that shows more than the object (`include`), or shows it at an address that may lead to another one: that of the object, and behind it
 * a digest of everything that the document says.
 */
export function documentEtag(etag: string, body: string): string {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return `${etag.slice(0, -1)}.${digest}"`;
}

const ofDocument = /\.[\w-]{22}"$/;

/** The tag of the object alone in that of a document with more in it, which says nothing of what the document says. */
export const objectEtag = (etag: string) => etag.replace(ofDocument, '"');

/** One tag of an object without volatile members, of which a statement can see by itself whether it is the row's. */
const ofVersion = /^"(\d{1,9})-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{6})(?:\.[\w-]{22})?"$/;

/** The headers of a write that name versions of its object (RFC 9110 §13.1). */
export interface Preconditions {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** The columns of the row that If-Match names, none where it allows any. undefined: it is to be compared with the row that was read. */
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
 * Throws 412 if If-Match names another version than the row has (RFC 9110 §13.1.1: strong comparison), or If-None-Match names its version (§13.1.2: weak
 * comparison). A client that read the object in a document with more in it changes the object alone.
 */
export function checkPreconditionHeaders(
  { ifMatch, ifNoneMatch }: Preconditions = {},
  ...etags: readonly string[]
): void {
  if (ifMatch !== undefined && !matches(ifMatch, etags))
    throw new ApiError('precondition_failed', {
      detail: 'The object changed since you read it; read it again and repeat your change with its new ETag.',
      source: { header: 'If-Match' },
    });
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etags, 'W/'))
    throw new ApiError('precondition_failed', {
      detail: 'If-None-Match names the version that the object has. Send If-Match to change that version.',
      source: { header: 'If-None-Match' },
    });
}

/** `weak`: the prefix of a weak tag, where that may match. */
function matches(header: string, etags: readonly string[], weak?: string): boolean {
  if (header.trim() === '*') return true;
  return listElements(header).some((each) => {
    const tag = weak !== undefined && each.startsWith(weak) ? each.slice(weak.length) : each;
    return etags.includes(objectEtag(tag));
  });
}
