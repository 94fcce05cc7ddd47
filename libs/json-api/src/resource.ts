import { ApiError } from './api-error';
import type { ClassConstructor } from './input';

/**
 * How a column travels from the row into the document.
 * `text`: a string, escaped. `texts`: an array of strings. `json`: JSON text as Postgres printed it, spliced in as it is.
 * `timestamp`: already `2019-07-14T09:23:34.000000Z`. `plain`: a number or boolean.
 */
export type ColumnKind = 'text' | 'texts' | 'json' | 'timestamp' | 'plain';

/** A row as `libs/database` reads it; the columns bear the names of the attributes. */
export type Row = Record<string, unknown>;

export interface ResourceDeclaration {
  /** The JSON:API type. */
  type: string;
  /** Path of the collection; `:column` parts are filled from the row, so that a row knows its own address. */
  path: string;
  /** Exactly what a client may see, in this order. */
  attributes: Record<string, ColumnKind>;
  /** Served in the resource object's own `meta` member. */
  extras?: Record<string, ColumnKind>;
  /** To-one relationships: name → type of the other resource and the column with its id. */
  relationships?: Record<string, { type: string; column: string }>;
  /** What `sort` may name; `id` is always the last criterion, so that every order is total. */
  sortable?: readonly string[];
  /** What `filter[…]` may name. */
  filters?: readonly string[];
  /** The DTO classes of what a client may send. */
  create?: ClassConstructor;
  update?: ClassConstructor;
  /** Rows have `version` and `updated_at`, from which the ETag is made. */
  versioned?: boolean;
}

export interface Resource extends Required<Omit<ResourceDeclaration, 'create' | 'update'>> {
  create?: ClassConstructor;
  update?: ClassConstructor;
  /** All names that `fields[type]` may list. */
  fields: ReadonlySet<string>;
  /** The path of one row below the address of the API. */
  pathOf(row: Row): string;
  /** One resource object as JSON text. `origin`: scheme and host; `only`: the sparse fieldset. */
  render(row: Row, origin: string, only?: ReadonlySet<string>): string;
}

/** Everything a client may see, filter and sort of one resource, on one page. */
export function defineResource(declaration: ResourceDeclaration): Resource {
  const { attributes, extras = {}, relationships = {} } = declaration;
  const writeAttributes = writer(attributes);
  const writeExtras = writer(extras);
  const pathOf = pathWriter(declaration.path);
  const linked = Object.keys(relationships).length > 0;
  const head = `{"type":${JSON.stringify(declaration.type)},"id":"`;

  return {
    ...declaration,
    extras,
    relationships,
    sortable: declaration.sortable ?? [],
    filters: declaration.filters ?? [],
    versioned: declaration.versioned ?? false,
    fields: new Set([...Object.keys(attributes), ...Object.keys(relationships)]),
    pathOf,
    render(row, origin, only) {
      let text = `${head}${String(row['id'])}","attributes":{${writeAttributes(row, only)}}`;
      const linkage = linked ? writeRelationships(relationships, row, only) : '';
      if (linkage !== '') text += `,"relationships":{${linkage}}`;
      text += `,"links":{"self":${JSON.stringify(origin + pathOf(row))}}`;
      const extra = writeExtras(row);
      if (extra !== '') text += `,"meta":{${extra}}`;
      return text + '}';
    },
  };
}

/** `"<version>-<micros>"`: two lives of one id never share a tag, although both start at version 1. */
export function etagOf(row: Row): string {
  return `"${String(row['version'])}-${String(row['updated_at']).replace(/\D/g, '')}"`;
}

/** 412 where If-Match names another version than the row has (RFC 9110 §13.1.1: strong comparison). */
export function checkIfMatch(header: string | undefined, etag: string): void {
  if (header === undefined || header.trim() === '*') return;
  if (header.split(',').some((each) => each.trim() === etag)) return;
  throw new ApiError('precondition_failed', {
    detail: 'The object changed since you read it; read it again and repeat your change with its new ETag.',
    source: { header: 'If-Match' },
  });
}

/** Compiled once: a list writes hundreds of columns. */
function writer(columns: Record<string, ColumnKind>) {
  const members = Object.entries(columns).map(([name, kind]) => ({
    name,
    key: `${JSON.stringify(name)}:`,
    write: writers[kind],
  }));
  return (row: Row, only?: ReadonlySet<string>): string => {
    let text = '';
    for (const { name, key, write } of members) {
      if (only !== undefined && !only.has(name)) continue;
      const value = row[name];
      if (text !== '') text += ',';
      text += key;
      text += value === null || value === undefined ? 'null' : write(value as never);
    }
    return text;
  };
}

const writers: Record<ColumnKind, (value: never) => string> = {
  text: (value: string) => JSON.stringify(value),
  texts: (value: string[]) => JSON.stringify(value),
  json: (value: string) => value,
  timestamp: (value: string) => `"${value}"`,
  plain: (value: number | boolean) => String(value),
};

function writeRelationships(
  relationships: Resource['relationships'],
  row: Row,
  only?: ReadonlySet<string>,
): string {
  return Object.entries(relationships)
    .filter(([name]) => !only || only.has(name))
    .map(([name, { type, column }]) => {
      const id = row[column];
      const data = id === null || id === undefined ? null : { type, id };
      return `${JSON.stringify(name)}:{"data":${JSON.stringify(data)}}`;
    })
    .join();
}

function pathWriter(path: string) {
  const parts = path.split(/:([a-z_]+)/);
  if (parts.length === 1) return (row: Row) => `${path}/${String(row['id'])}`;
  return (row: Row) =>
    parts.map((part, at) => (at % 2 ? String(row[part]) : part)).join('') + `/${String(row['id'])}`;
}
