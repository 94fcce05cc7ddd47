import { shown } from '@storewright/json-api';
import { MAX_COLUMNS } from './csv-file';
import type { FileColumn } from './import.entity';
import type { ImportKind } from './import-states';
import { invalidFile } from './invalid-file';

/**
 * A column that an imported CSV file can contain. `attribute` is the attribute of the API that the column
 * sets, and `of` its resource.
 */
export interface FileValue {
  name: string;
  attribute: string;
  of: 'product' | 'variant';
  kind: 'text' | 'word' | 'integer' | 'amount' | 'tags';
  aliases?: readonly string[];
}

const ofProduct = (name: string, kind: FileValue['kind']): FileValue => ({
  ...{ name, attribute: name, of: 'product', kind },
});
const ofVariant = (name: string, kind: FileValue['kind'], aliases: readonly string[] = []): FileValue => ({
  ...{ name, attribute: name, of: 'variant', kind, aliases },
});

const quantity = ofVariant('inventory_quantity', 'integer', ['quantity', 'stock']);

/**
 * Columns that each kind of CSV import accepts. The names equal the column names of exports, except for
 * `variant_title`.
 */
export const fileValues: Readonly<Record<ImportKind, readonly FileValue[]>> = {
  products: [
    ofProduct('handle', 'word'),
    ofProduct('title', 'text'),
    ofProduct('description', 'text'),
    ofProduct('status', 'word'),
    ofProduct('tags', 'tags'),
    ofProduct('published_at', 'word'),
    { ...ofVariant('variant_title', 'text'), attribute: 'title' },
    ofVariant('sku', 'word'),
    ofVariant('price_amount', 'amount', ['price']),
    ofVariant('compare_at_amount', 'amount', ['compare_at_price']),
    ofVariant('currency_code', 'word', ['currency']),
    quantity,
    ofVariant('inventory_policy', 'word'),
    ofVariant('position', 'integer'),
  ],
  inventory: [ofVariant('sku', 'word'), quantity],
};

/** Maps the header of a CSV file to known columns. Throws 422 if the file cannot be imported. */
export function columnsOf(kind: ImportKind, header: readonly string[]): FileColumn[] {
  if (header.length > MAX_COLUMNS)
    throw invalidFile(
      'too_many_columns',
      `The file has ${header.length} columns, but at most ${MAX_COLUMNS} are allowed. Remove some columns.`,
      { limit: MAX_COLUMNS },
    );
  const columns = header.map((text) => ({ header: text, name: nameOf(kind, text) }));
  const seen = new Map<string, string>();
  for (const { header: text, name } of columns) {
    if (name === null) continue;
    const other = seen.get(name);
    if (other !== undefined)
      throw invalidFile(
        'duplicate_column',
        `The columns "${shown(other)}" and "${shown(text)}" both contain ${name}. Remove one of them.`,
        { column: name },
      );
    seen.set(name, text);
  }
  checkRequired(kind, new Set(seen.keys()));
  return columns;
}

function nameOf(kind: ImportKind, header: string): string | null {
  const text = header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const value = fileValues[kind].find(({ name, aliases = [] }) => name === text || aliases.includes(text));
  return value?.name ?? null;
}

function checkRequired(kind: ImportKind, names: ReadonlySet<string>): void {
  const known = fileValues[kind].map(({ name }) => name).join(', ');
  if (kind === 'products' && !['handle', 'title', 'sku'].some((name) => names.has(name)))
    throw invalidFile(
      'missing_column',
      `The header must contain handle, title or sku. Known columns: ${known}.`,
      { columns: ['handle', 'title', 'sku'] },
    );
  const missing =
    kind === 'inventory' ? ['sku', 'inventory_quantity'].filter((name) => !names.has(name)) : [];
  if (missing.length > 0)
    throw invalidFile('missing_column', `The header must contain ${missing.join(' and ')}.`, {
      columns: missing,
    });
}
