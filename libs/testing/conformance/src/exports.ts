import type { JsonSchema, Resource, DocumentRow } from '@storewright/json-api';
import { csvOf, delimiters } from '@storewright/resources';
import { cellsOf, isFormula } from '@storewright/testing';
import type { Subject } from './subject';

/**
 * Texts that a spreadsheet program runs as a formula: at the start of a cell, or after a separator within
 * quotes.
 */
const attacks = ['=1+1', '@sum(1)', "x;=cmd|'/C calc'!A0", 'x,=1', 'x\t+1', 'x\r\n-1+1', 'x; "=1', '\uFF1D1'];

/** Tests that no column of a CSV export contains a formula, JSON, or an amount in minor units. */
export function testExports(subject: Subject): void {
  if (subject.served.length === 0) return;
  describe('an export as CSV', () => {
    const columns = subject.served.flatMap(({ resource }) =>
      headerOf(resource).map((column): [string, string] => [resource.type, column]),
    );
    it.each(columns)(
      'of %s contains no formula in %s, even if a program opens it with another separator',
      (type, column) => noFormula(subject.sampleOf(type).resource, column),
    );
    const types = subject.served.map(({ resource }): [string] => [resource.type]);
    it.each(types)('of %s has one column for each member of nested JSON, except free-form data', (type) =>
      nestedJson(subject.sampleOf(type).resource),
    );
    it.each(types)('of %s contains amounts as decimals with as many digits as their currency has', (type) =>
      decimals(subject.sampleOf(type).resource),
    );
  });
}

const headerOf = (resource: Resource) => cellsOf(csvOf(resource, {}).header.trimEnd(), ',');

function rowWith(resource: Resource, text: string, currency = text): DocumentRow {
  const { attributes, described, columns } = resource;
  const row: DocumentRow = Object.fromEntries(columns.map((name) => [name, text]));
  for (const [name, kind] of Object.entries(attributes)) {
    if (kind === 'number') row[name] = 5;
    if (kind === 'boolean') row[name] = true;
    if (kind === 'string[]') row[name] = [text, text];
    if (kind === 'json') row[name] = JSON.stringify(valueOf(described[name]?.schema ?? {}, text, currency));
  }
  return 'currency_code' in attributes ? { ...row, currency_code: currency } : row;
}

function valueOf({ properties, items }: JsonSchema, text: string, currency: string): unknown {
  if (items) return [1, 2].map(() => valueOf(items as JsonSchema, text, currency));
  if (!properties) return { [text]: text };
  return Object.fromEntries(
    Object.keys(properties).map((name) => {
      if (/(?:^|_)amount$/.test(name)) return [name, 5];
      return [name, name === 'currency_code' ? currency : text];
    }),
  );
}

function noFormula(resource: Resource, column: string): void {
  for (const delimiter of delimiters) {
    const at = headerOf(resource).indexOf(column);
    for (const text of attacks) {
      const lines = csvOf(resource, {}, delimiter).linesOf(rowWith(resource, text));
      const own = cellsOf(lines, delimiter)[at]!;
      expect([column, text, isFormula(own)]).toEqual([column, text, false]);
      for (const separator of [',', ';', '\t'])
        expect([column, text, cellsOf(lines, separator).filter(isFormula)]).toEqual([column, text, []]);
    }
  }
}

function nestedJson(resource: Resource): void {
  expect(headerOf(resource)).toEqual([...new Set(headerOf(resource))]);
  const json = Object.keys(resource.attributes).filter((name) => resource.attributes[name] === 'json');
  const whole = json.filter((name) => !resource.freeForm.includes(name));
  expect(headerOf(resource).filter((column) => whole.includes(column))).toEqual([]);
}

function decimals(resource: Resource): void {
  const header = headerOf(resource);
  if (!header.some((column) => column.endsWith('currency_code'))) return;
  for (const [currency_code, delimiter, decimal] of [
    ['EUR', ',', '0.05'],
    ['EUR', ';', '0,05'],
    ['JPY', ',', '5'],
    ['KWD', ',', '0.005'],
  ] as const) {
    const row = rowWith(resource, 'text', currency_code);
    const cells = cellsOf(csvOf(resource, {}, delimiter).linesOf(row), delimiter);
    const amounts = header.flatMap((column, at) => (column.endsWith('_amount') ? [[column, cells[at]]] : []));
    expect(amounts).toEqual(amounts.map(([column]) => [column, decimal]));
  }
}
