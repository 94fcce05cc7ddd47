import { decimalPlaces, isCurrency, parseAmount } from '@storewright/money';
import { restoredText } from '@storewright/resources';
import type { FileColumn } from './import.entity';
import type { FileDelimiter } from './csv-file';
import type { ImportKind } from './import-states';
import { type FileValue, fileValues } from './file-columns';

/** Cells of one CSV row as text, keyed by column name. Empty cells are absent. */
export type CellTexts = ReadonlyMap<string, string>;

/**
 * Returns the cells of a CSV row as text. Removes the prefix with which exports prevent spreadsheets from
 * running a text as a formula.
 */
export function textsOf(
  columns: readonly FileColumn[],
  cells: readonly string[],
  delimiter: FileDelimiter,
): CellTexts {
  const texts = new Map<string, string>();
  columns.forEach(({ name }, at) => {
    const cell = cells[at];
    if (name === null || cell === undefined || cell.trim() === '') return;
    texts.set(name, restoredText(cell, delimiter === ';' ? ';' : ','));
  });
  return texts;
}

export interface Attributes {
  attributes: Record<string, unknown>;
  invalidAmounts: string[];
}

/**
 * Converts the cells of a CSV row to attributes of the API. Keeps a text that cannot be converted, so that
 * the validation of the API rejects it.
 */
export function attributesOf(
  kind: ImportKind,
  of: FileValue['of'],
  texts: CellTexts,
  currency: string,
): Attributes {
  const result: Attributes = { attributes: {}, invalidAmounts: [] };
  for (const value of fileValues[kind]) {
    const text = texts.get(value.name);
    if (value.of !== of || text === undefined) continue;
    const converted = value.kind === 'amount' ? amountOf(text, currency) : valueOf(value.kind, text);
    if (converted === undefined) result.invalidAmounts.push(value.name);
    else result.attributes[value.attribute] = converted;
  }
  return result;
}

function valueOf(kind: Exclude<FileValue['kind'], 'amount'>, text: string): unknown {
  switch (kind) {
    case 'text':
      return text;
    case 'word':
      return text.trim();
    case 'integer':
      return /^[+-]?\d{1,15}$/.test(text.trim()) ? Number(text) : text;
    case 'tags':
      return tagsOf(text);
  }
}

/**
 * Returns an amount in minor units, or undefined if the text is not an amount. Assumes EUR for an unknown
 * currency, because the error for the currency column already reports the currency.
 */
function amountOf(text: string, currency: string): number | undefined {
  return parseAmount(text, isCurrency(currency) ? currency : 'EUR');
}

export function amountDetail(name: string, currency: string): string {
  const places = isCurrency(currency) ? (decimalPlaces(currency) ?? 2) : 2;
  const example = places === 0 ? '1995' : `19.${'95'.padEnd(places, '0').slice(0, places)}`;
  return `${name} must be an amount such as ${example}, with at most ${places} decimal places and no symbols.`;
}

/** Splits a list of tags at commas. In exports, a tag that contains a comma is in quotes. */
function tagsOf(text: string): string[] {
  const tags: string[] = [];
  let [start, isQuoted] = [0, false];
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    if (at < text.length && (text[at] !== ',' || isQuoted)) continue;
    const tag = unquoted(text.slice(start, at).trim());
    if (tag !== '') tags.push(tag);
    start = at + 1;
  }
  return tags;
}

function unquoted(tag: string): string {
  const isQuoted = tag.length > 1 && tag.startsWith('"') && tag.endsWith('"');
  return isQuoted ? tag.slice(1, -1).replaceAll('""', '"') : tag;
}
