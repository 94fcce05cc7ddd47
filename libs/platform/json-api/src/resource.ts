import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ApiError } from './api-error';
import { listElements } from './header-syntax';
import { isToMany } from './relationship';
import { Template } from './template';
import type { Relationship, Resource, ResourceDeclaration, DocumentRow } from './types';

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
    sortsById: declaration.sortsById ?? true,
    versioned: declaration.versioned ?? false,
    volatile: declaration.volatile ?? [],
    events: declaration.events === true ? ['created', 'updated', 'deleted'] : (declaration.events ?? []),
  };
}

/** Declares a resource type: its attributes, relationships, filters and sort fields. */
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

const MAX_SPARSE = 100;

type Described = Pick<
  Resource,
  'type' | 'path' | 'singleton' | 'attributes' | 'meta' | 'relationships' | 'takesMeta'
>;

type Addressed = Pick<Resource, 'path' | 'singleton'>;

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
 * Adds the members of a relationship object to a JSON template. A relationship has links only if it has URLs.
 * A to-many relationship has data only if it is included.
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

/**
 * Name of the property in a database row that contains the included members of a to-many relationship, as
 * JSON text.
 */
export const membersOf = (name: string) => `${name}#members`;
/** Name of the property in a database row that contains the link to the next page of included members. */
export const nextOf = (name: string) => `${name}#next`;

function pathInto(template: Template, { path, singleton }: Addressed): Template {
  path.split(/:([a-z_]+)/).forEach((part, at) => (at % 2 ? template.value('id', part) : template.text(part)));
  return singleton ? template : template.text('/').value('id', 'id');
}

function digitsOf(time: string): string {
  const date = time.slice(0, 4) + time.slice(5, 7) + time.slice(8, 10);
  return date + time.slice(11, 13) + time.slice(14, 16) + time.slice(17, 19) + time.slice(20, -1);
}

/**
 * Returns the ETag of a row, `"<version>-<updated_at>"`. A deleted object that is created again with the same
 * id has a different time, and therefore a different ETag.
 */
export function etagOf(row: DocumentRow, volatile: readonly string[] = []): string {
  let tag = `"${String(row['version'])}-${digitsOf(String(row['updated_at']))}`;
  for (const name of volatile) tag += `-${String(row[name] ?? '')}`;
  return `${tag}"`;
}

/**
 * Returns the ETag of a document that includes further resources, or whose URL can later refer to a different
 * object. It consists of the ETag of the object and a digest of the document.
 */
export function documentEtag(etag: string, body: string): string {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return `${etag.slice(0, -1)}.${digest}"`;
}

const ofDocument = /\.[\w-]{22}"$/;

export const objectEtag = (etag: string) => etag.replace(ofDocument, '"');

/**
 * Matches a header that contains a single ETag without volatile attributes. An SQL statement can compare such
 * an ETag with the row.
 */
const ofVersion = /^"(\d{1,9})-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{6})(?:\.[\w-]{22})?"$/;

/** Request headers that make a write conditional (RFC 9110 §13.1). */
export interface Preconditions {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/**
 * Returns the column values that a row must have to match If-Match. Returns an empty object without If-Match,
 * and undefined if an SQL statement cannot compare the headers with the row.
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
 * Throws 412 if If-Match does not contain an ETag of the object (strong comparison, RFC 9110 §13.1.1), or if
 * If-None-Match contains one (weak comparison, §13.1.2). Ignores the digest of included resources in an ETag,
 * because a write changes only the object.
 */
export function checkPreconditionHeaders(
  { ifMatch, ifNoneMatch }: Preconditions = {},
  ...etags: readonly string[]
): void {
  if (ifMatch !== undefined && !matches(ifMatch, etags))
    throw new ApiError('precondition_failed', {
      detail:
        'The object has changed since you read it. Read the object again and repeat the change with the new ETag.',
      source: { header: 'If-Match' },
    });
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etags, 'W/'))
    throw new ApiError('precondition_failed', {
      detail: 'The object still has the version in If-None-Match. Send If-Match to change that version.',
      source: { header: 'If-None-Match' },
    });
}

/** `weak` is the prefix of weak ETags, `W/`. Without this argument, weak ETags never match. */
function matches(header: string, etags: readonly string[], weak?: string): boolean {
  if (header.trim() === '*') return true;
  return listElements(header).some((each) => {
    const tag = weak !== undefined && each.startsWith(weak) ? each.slice(weak.length) : each;
    return etags.includes(objectEtag(tag));
  });
}
