import { createHash } from 'node:crypto';
import type { Statement } from '@storewright/database';

/** One statement; the text is made of the shape of the question alone, the name of the text: fit for named prepared statements. */
export type SearchStatement = Statement & Required<Pick<Statement, 'name' | 'values'>>;

/** Takes the values of a statement and gives each its place. */
export interface Placeholders {
  add(value: unknown, type: string): string;
}

/** Collects the values of a statement and gives each its `$n`. */
export class Parameters implements Placeholders {
  readonly values: unknown[] = [];

  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

/** What a row of the answer holds. */
export const columns = ['id', 'resource_type', 'resource_id', 'data', 'version', 'created_at', 'updated_at'];

/** The same, of `shop.meta m`. */
export const columnsOfMeta = columns.map((column) => `m.${column}`).join(', ');

const names = new Map<string, string>();

export function statement(text: string, { values }: Parameters, joins?: 'merge'): SearchStatement {
  let name = names.get(text);
  if (name === undefined) {
    name = `meta-search-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    names.set(text, name);
  }
  return { name, text, values, ...(joins && { joins }) };
}
