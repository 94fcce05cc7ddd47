// SQL: a UNION ALL of ranges of indexes, which QueryBuilder does not make.
import type { Statement } from '@storewright/database';
import { type BigIntText, columnsOf, type Row, tableOf } from '@storewright/entities';
import type { EventType } from '@storewright/scopes';
import { canReceive, eventTypes, isOfInstallation, type Visibility } from './visibility';
import { EventStream } from './event-stream.entity';
import { type LogPlace, logServer } from './log-server';
import { Event } from './event.entity';

/** Binds a value: `$n`. */
type Parameter = (value: unknown) => string;

/** A range of a shop's log, in the order of the numbers. */
export interface SequenceRange {
  shop_id: string;
  /** What is not visible is left out. */
  visibility: Visibility;
  /** Of these types; absent: of all. */
  types?: readonly EventType[];
  resource_id?: string;
  /** Numbers beyond this one, and up to that one, both exclusive; the first also as SQL that gives it. */
  above?: string | number | ((parameter: Parameter) => string);
  below?: string | number;
  /** From the greatest number down. */
  descending?: boolean;
}

/** An event that has its number: the rows of the statements below. */
export type LoggedEvent = Omit<Row<Event>, 'shop_id' | 'sequence'> & { readonly sequence: BigIntText };

const log = tableOf(Event);
const eventColumns = columnsOf(Event)
  .map(({ name }) => name)
  .filter((name) => name !== 'shop_id')
  .join(', ');

/** Limits that the planner knows: not knowing how few rows are wanted, it would read all and sort them. */
const limits = [26, 101, 11_000];

/**
 * The first events of a range. Every part of it is read from an index in the order of the numbers, so a type that is rare among millions is found as fast
 * as any other, whatever is visible. `limit` and `offset` together: at most 11,000.
 */
export function rangeStatement(range: SequenceRange, limit: number, offset = 0): Statement {
  const { parts, values } = partsOf(range);
  const order = `ORDER BY sequence${range.descending ? ' DESC' : ''}`;
  const most = limits.find((each) => each >= limit + offset);
  const firstOfEach = parts.map((part) => `(${part} ${order} LIMIT ${most})`).join(' UNION ALL ');
  const text = `SELECT * FROM (${firstOfEach}) e ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  return { text, values: [...values, limit, offset] };
}

/** How many events there are in it. */
export function rangeTotalStatement(range: SequenceRange): Statement {
  const { parts, values } = partsOf(range);
  return { text: `SELECT count(*)::integer AS total FROM (${parts.join(' UNION ALL ')}) e`, values };
}

/** Whether committed events wait for their number, where the log begins and where it was numbered. */
export interface LogState extends LogPlace {
  waiting: boolean;
  /** null: there is no log yet. */
  first_sequence: BigIntText | null;
  epoch: BigIntText | null;
}

export function logStateStatement(shop_id: string): Statement {
  return { name: 'events-state', text: state, values: [shop_id] };
}

const ofStream = (value: string, name: string) =>
  `(SELECT ${value} FROM ${tableOf(EventStream)} WHERE shop_id = $1) AS ${name}`;
const state = `SELECT EXISTS (SELECT FROM ${log} WHERE shop_id = $1 AND sequence IS NULL) AS waiting,
  ${['first_sequence', 'epoch', 'server', 'node'].map((column) => ofStream(column, column)).join(', ')}, ${ofStream(logServer, 'here')}`;

/** One event of the log. */
export function eventStatement(shop_id: string, visibility: Visibility, id: string): Statement {
  const { parts, values } = partsOf({ shop_id, visibility }, (parameter) => `id = ${parameter(id)}::uuid`);
  return { text: parts.join(' UNION ALL '), values };
}

/** As many SELECTs as it needs for each to have one index. */
function partsOf(
  { shop_id, visibility, types = eventTypes, resource_id, above, below }: SequenceRange,
  one?: (parameter: Parameter) => string,
): { parts: string[]; values: unknown[] } {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    `shop_id = ${parameter(shop_id)}`,
    'sequence IS NOT NULL',
    ...(one ? [one(parameter)] : []),
    ...(above === undefined
      ? []
      : [`sequence > ${typeof above === 'function' ? above(parameter) : parameter(above)}::bigint`]),
    ...(below === undefined ? [] : [`sequence < ${parameter(below)}::bigint`]),
    ...(resource_id === undefined ? [] : [`resource_id = ${parameter(resource_id)}`]),
  ].join(' AND ');
  const part = (condition: string) =>
    `SELECT ${eventColumns} FROM ${log} WHERE ${conditions} AND ${condition}`;
  const visible = types.filter((type) => canReceive(type, visibility));
  const own = visibility.installation_id === undefined ? [] : visible.filter(isOfInstallation);
  const free = visible.filter((type) => !own.includes(type));
  const bySelf = one !== undefined || resource_id !== undefined || free.length === eventTypes.length;
  const parts = [
    ...(free.length === 0
      ? []
      : bySelf
        ? [part(isOneOf(free))]
        : free.map((type) => part(`type = '${type}'`))),
    ...(own.length === 0
      ? []
      : [part(`${isOneOf(own)} AND resource_id = ${parameter(visibility.installation_id)}`)]),
  ];
  return { parts: parts.length ? parts : [part('false')], values };
}

/** The names are those of the registry: nothing in them needs to be escaped. */
function isOneOf(types: readonly EventType[]): string {
  return types.length === eventTypes.length
    ? 'true'
    : `type IN (${types.map((type) => `'${type}'`).join(', ')})`;
}
