// The event log statements are plain SQL, because QueryBuilder cannot express a UNION ALL over index ranges.
import type { Statement } from '@storewright/database';
import { type BigIntText, columnsOf, type Row, tableOf } from '@storewright/entities';
import type { EventType } from '@storewright/scopes';
import { canReceive, eventTypes, isOfInstallation, resourceOf, type Visibility } from './visibility';
import { EventStream } from './event-stream.entity';
import { type LogPlace, logServer } from './log-server';
import { Event } from './event.entity';

type Parameter = (value: unknown) => string;

export interface SequenceRange {
  shop_id: string;
  /** Scopes and app installation that determine which events the reader can see. */
  visibility: Visibility;
  types?: readonly EventType[];
  resource_id?: string;
  /** Exclusive lower bound of the sequence number. A function returns the bound as SQL. */
  above?: string | number | ((parameter: Parameter) => string);
  /** Exclusive upper bound of the sequence number. */
  below?: string | number;
  descending?: boolean;
}

export type LoggedEvent = Omit<Row<Event>, 'shop_id' | 'sequence'> & { readonly sequence: BigIntText };

const log = tableOf(Event);
const eventColumns = columnsOf(Event)
  .map(({ name }) => name)
  .filter((name) => name !== 'shop_id')
  .join(', ');

/**
 * Possible LIMIT values of the event log query. The limit is a literal, because with a parameter the planner
 * would read and sort all rows.
 */
const limits = [26, 101, 11_000];

/**
 * Returns the statement that reads the first events of a range. Each branch of its UNION ALL reads one index
 * in order, so the statement finds rare event types as fast as frequent types. `limit` + `offset` must be at
 * most 11,000.
 */
export function rangeStatement(range: SequenceRange, limit: number, offset = 0): Statement {
  const { parts, values } = partsOf(range);
  const order = `ORDER BY sequence${range.descending ? ' DESC' : ''}`;
  const most = limits.find((each) => each >= limit + offset);
  const firstOfEach = parts.map((part) => `(${part} ${order} LIMIT ${most})`).join(' UNION ALL ');
  const text = `SELECT * FROM (${firstOfEach}) e ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  return { text, values: [...values, limit, offset] };
}

export function rangeTotalStatement(range: SequenceRange): Statement {
  const { parts, values } = partsOf(range);
  return { text: `SELECT count(*)::integer AS total FROM (${parts.join(' UNION ALL ')}) e`, values };
}

/**
 * State of a shop's event log. `waiting` is true if committed events have no sequence number yet. The other
 * values are null if the shop has no event log.
 */
export interface LogState extends LogPlace {
  waiting: boolean;
  first_sequence: BigIntText | null;
  epoch: BigIntText | null;
}

export function logStateStatement(shop_id: string): Statement {
  return { name: 'events-state', text: state, values: [shop_id] };
}

const ofStream = (value: string, name: string) =>
  `(SELECT ${value} FROM ${tableOf(EventStream)} WHERE shop_id = $1) AS ${name}`;
const state = `SELECT EXISTS (SELECT FROM ${log} WHERE shop_id = $1 AND sequence IS NULL) AS waiting,
  ${['first_sequence', 'epoch', 'server', 'node'].map((column) => ofStream(column, column)).join(', ')},
    ${ofStream(logServer, 'here')}`;

export function eventStatement(shop_id: string, visibility: Visibility, id: string): Statement {
  const { parts, values } = partsOf({ shop_id, visibility }, (parameter) => `id = ${parameter(id)}::uuid`);
  return { text: parts.join(' UNION ALL '), values };
}

/** Splits a range of events into SELECT statements that each read one index. */
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
    ...ownParts(own, () => parameter(visibility.installation_id)).map(part),
  ];
  return { parts: parts.length ? parts : [part('false')], values };
}

/**
 * Returns SQL conditions for events about the reader's app installation or its proposals. `isOwn` checks the
 * same conditions in TypeScript.
 */
function ownParts(own: readonly EventType[], id: () => string): string[] {
  const [ofProposals, others] = [true, false].map((is) =>
    own.filter((type) => (resourceOf(type) === 'proposals') === is),
  ) as [EventType[], EventType[]];
  return [
    ...(others.length === 0 ? [] : [`${isOneOf(others)} AND resource_id = ${id()}`]),
    ...ofProposals.map((type) => `type = '${type}' AND strpos(resource, ${id()}) > 0`),
  ];
}

/**
 * Returns an SQL condition on the event type. Event types are constants in the code, so the SQL needs no
 * escaping.
 */
function isOneOf(types: readonly EventType[]): string {
  return types.length === eventTypes.length
    ? 'true'
    : `type IN (${types.map((type) => `'${type}'`).join(', ')})`;
}
