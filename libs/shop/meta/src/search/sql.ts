import { createHash } from 'node:crypto';
import type { Statement } from '@storewright/database';

/**
 * A statement that can be a named prepared statement, because text and name depend only on the structure of
 * the query.
 */
export type SearchStatement = Statement & Required<Pick<Statement, 'name' | 'values'>>;

export interface Placeholders {
  add(value: unknown, type: string): string;
}

export class Parameters implements Placeholders {
  readonly values: unknown[] = [];

  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

export const columns = ['id', 'resource_type', 'resource_id', 'data', 'version', 'created_at', 'updated_at'];

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
