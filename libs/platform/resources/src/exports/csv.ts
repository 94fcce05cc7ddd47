import {
  isToMany,
  type JsonSchema,
  type ListQuery,
  type Resource,
  type DocumentRow,
} from '@storewright/json-api';
import { decimalOf, decimalPlaces } from '@storewright/money';
import { cell, Decimal, type Delimiter } from './csv-cell';

/** Formats objects as CSV (RFC 4180): one header, then one or more lines for each object. */
export interface CsvFormat {
  header: string;
  linesOf(row: DocumentRow): string;
}

interface Column {
  name: string;
  /**
   * Returns the cell of this column in one CSV line. `member` is the current element of the array attribute
   * `list`.
   */
  valueOf(row: DocumentRow, member: Members | undefined): unknown;
  /**
   * Name of an attribute with an array of objects, such as order lines. Each array element gets its own CSV
   * line.
   */
  list?: string;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the CSV format of a resource. The columns are the id, the attributes, the ids of to-one
 * relationships, and the times of creation and last change. Each element of an array of objects, such as an
 * order line, gets its own CSV line. All lines of an object repeat its id, but only the first line contains
 * its other columns.
 */
export function csvOf(
  resource: Resource,
  { fields }: Pick<ListQuery, 'fields'>,
  delimiter: Delimiter = ',',
): CsvFormat {
  const columns = columnsOf(resource, fields);
  const line = (values: readonly unknown[]) =>
    `${values.map((each) => cell(each, delimiter)).join(delimiter)}\r\n`;
  const [list, ...others] = new Set(columns.flatMap((column) => column.list ?? []));
  if (others.length > 0) throw new Error(`${resource.type} has several lists, and a line of CSV has one`);
  return {
    header: line(columns.map(({ name }) => name)),
    linesOf(row) {
      const members = list === undefined ? [] : membersOf(row[list]);
      const first = line(columns.map(({ valueOf }) => valueOf(row, members[0])));
      const further = members
        .slice(1)
        .map((member) =>
          line(
            columns.map(({ name, list, valueOf }) => (list || name === 'id' ? valueOf(row, member) : null)),
          ),
        );
      return first + further.join('');
    },
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
  // Omits deprecated attributes, because the attributes that replace them can have the same column names.
  const attributes = Object.keys(resource.attributes).filter(
    (name) => isShown(name) && !resource.described[name]?.deprecated,
  );
  return [
    own('id'),
    ...attributes.flatMap((name) => columnsOfAttribute(resource, name)),
    ...linked,
    ...times.map(own),
  ];
}

function columnsOfAttribute(resource: Resource, name: string): Column[] {
  const { schema = {}, amountIf } = resource.described[name] ?? {};
  if (resource.attributes[name] === 'json') {
    const ofObject = propertiesOf(schema);
    if (ofObject)
      return ofObject.map((each) => ({
        name: `${name}_${each}`,
        valueOf: (row) => memberOf(objectOf(row[name]), each, row),
      }));
    const ofMembers = propertiesOf(schema['items'] as JsonSchema | undefined);
    if (ofMembers)
      return ofMembers.map((each) => ({
        ...{ name: memberColumn(resource, name, each), list: name },
        valueOf: (row, member) => memberOf(member, each, row),
      }));
  }
  if (amountIf === undefined) return [{ name, valueOf: (row) => memberOf(row, name, row) }];
  const isAmount = (row: DocumentRow) =>
    Object.entries(amountIf).every(([other, value]) => row[other] === value);
  return [{ name, valueOf: (row) => (isAmount(row) ? decimalIn(row, row[name]) : row[name]) }];
}

/**
 * Returns the column name for a member of an array element, such as `total_spent_amount`. If an attribute
 * already has this name, returns `total_spent.amount`.
 */
const memberColumn = ({ attributes }: Resource, list: string, member: string) =>
  `${list}_${member}` in attributes ? `${list}.${member}` : `${list}_${member}`;

const propertiesOf = (schema: JsonSchema = {}): string[] | undefined =>
  schema['properties'] ? Object.keys(schema['properties']) : undefined;

const parsed = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);
const objectOf = (value: unknown) => (parsed(value) ?? {}) as Members;
const membersOf = (value: unknown) => (parsed(value) ?? []) as Members[];

function memberOf(members: Members | undefined, name: string, row: DocumentRow): unknown {
  const value = members?.[name];
  if (/(?:^|_)amount$/.test(name)) return decimalIn(members?.['currency_code'] ? members : row, value);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value;
}

/**
 * Formats an amount in the currency of its own object or of the row. An amount without a currency stays in
 * minor units.
 */
function decimalIn({ currency_code }: Members, value: unknown): unknown {
  if (value === null || value === undefined || typeof currency_code !== 'string') return value;
  return decimalPlaces(currency_code) === undefined
    ? value
    : new Decimal(decimalOf(Number(value), currency_code));
}
