import { isToMany, type ListQuery, type Resource, type Row } from '@storewright/json-api';

/** Objects as CSV (RFC 4180): a header, then a line each. */
export interface CsvFormat {
  header: string;
  line(row: Row): string;
}

interface Column {
  name: string;
  valueOf(row: Row): unknown;
}

/** What a row has one value of: its id, attributes, the ids of relationships to one, when it was made and changed. */
export function csvOf(resource: Resource, { fields }: Pick<ListQuery, 'fields'>): CsvFormat {
  const columns = columnsOf(resource, fields);
  return {
    header: lineOf(columns.map(({ name }) => name)),
    line: (row) => lineOf(columns.map(({ valueOf }) => cell(valueOf(row)))),
  };
}

function columnsOf(resource: Resource, fields?: ReadonlySet<string>): Column[] {
  const isShown = (name: string) => !fields || fields.has(name);
  const own = (name: string): Column => ({ name, valueOf: (row) => row[name] });
  const linked = Object.entries(resource.relationships).flatMap(([name, relationship]): Column[] =>
    isToMany(relationship) || !isShown(name)
      ? []
      : [{ name: `${name}_id`, valueOf: (row) => row[relationship.column] }],
  );
  const times = ['created_at', 'updated_at'].filter((name) => !fields && name in resource.meta);
  return [
    own('id'),
    ...Object.keys(resource.attributes).filter(isShown).map(own),
    ...linked,
    ...times.map(own),
  ];
}

const lineOf = (cells: readonly string[]) => `${cells.join()}\r\n`;

/** A program for tables takes what begins so for a formula, and runs it. */
const formula = /^[\s']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** Numbers are what they are: `-5` is one. */
const number = /^-?\d+(\.\d+)?$/;

/** One value: a text that could be a formula gets an apostrophe before it; the members of a list stand with commas between them. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = Array.isArray(value) ? value.join(', ') : String(value as string | number);
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
