import { allInOrder, newId, type Statement, withNamedParameters } from '@storewright/database';
import { tableOf } from '@storewright/entities';
import type { DocumentRow } from '@storewright/json-api';
import { actorColumns, actorValues } from './actor';
import { Event } from './event.entity';
import { checkDeclared, type CommonTable, type EventSource, returning, type Write } from './outbox';
import { termStatements } from './term-writes';

type Run = (statement: Statement) => Promise<DocumentRow[]>;

/**
 * Runs a write and inserts its event as separate statements of one transaction, because a Citus statement can
 * write only one table. Creates the same event bytes as `withEvent`. Returns the written rows.
 */
export async function writeInSteps(run: Run, write: Write, source: EventSource): Promise<DocumentRow[]> {
  checkDeclared(write);
  if (write.values[0] !== source.shop_id) throw new Error('the first value of a write must be the shop id');
  const given = new Map<string, BoundExpression>();
  const parts = write.with ?? [];
  const runPart = async (part: CommonTable) => {
    const text = part.standaloneSql ?? part.sql;
    const [row = {}] = await run(bound(`${write.name}-${part.name}`, text, write.values, given));
    for (const [column, type] of Object.entries(part.columns ?? {}))
      given.set(`(SELECT ${column} FROM ${part.name})`, { type, value: row[column] ?? null });
  };
  for (const part of parts) if (!part.isAfterWrite) await runPart(part);
  if (write.resource.volatile.length > 0) {
    const [now] = await run({ name: 'now', text: 'SELECT now()' });
    given.set('now()', { type: 'timestamptz', value: now!['now'] });
  }
  const rows = await run(bound(write.name, write.sql + returning(write), write.values, given));
  // These statements do not depend on each other, so one network round trip sends all of them.
  await allInOrder([
    ...parts.filter(({ isAfterWrite }) => isAfterWrite).map(runPart),
    ...termStatements(write, rows).map(run),
    ...rows.map((row) => run(eventOf(write, row, source))),
  ]);
  return rows;
}

/**
 * Matches the SQL of `timeOfChange`, with or without the quotes that QueryBuilder adds. Citus needs another
 * expression, because Citus accepts only immutable expressions of a column.
 */
const changed = /greatest\(clock_timestamp\(\), "?updated_at"? \+ interval '1 microsecond'\)/;

interface BoundExpression {
  type: string;
  value: unknown;
}

/** Replaces SQL expressions by query parameters. Drops parameters that the statement does not use. */
function bound(
  name: string,
  sql: string,
  values: readonly unknown[],
  given: ReadonlyMap<string, BoundExpression>,
): Statement {
  const all = [...values];
  let text = sql.replace(changed, 'greatest(statement_timestamp(), shop.just_after(updated_at))');
  for (const [expression, { type, value }] of given)
    if (text.includes(expression)) text = text.replaceAll(expression, `$${all.push(value)}::${type}`);
  return withNamedParameters({ name, text, values: all });
}

const eventColumns = [
  'shop_id',
  'id',
  'type',
  'resource_type',
  'resource_id',
  'resource',
  'changed',
  ...Object.keys(actorColumns),
];
const insert = `INSERT INTO ${tableOf(Event)} (${eventColumns.join(', ')}, occurred_at, traceparent)
  VALUES (${eventColumns.map((_, at) => `$${at + 1}`).join(', ')}, statement_timestamp(),
    nullif(current_setting('app.traceparent', true), ''))`;

function eventOf(
  { resource, change }: Write,
  row: DocumentRow,
  { shop_id, origin, actor }: EventSource,
): Statement {
  const escaped = JSON.stringify(origin).slice(1, -1);
  const values = [
    ...[shop_id, newId(), `${resource.type}.${change}`, resource.type, row['id']],
    ...[resource.render(row, escaped), row['changed'] ?? [], ...actorValues(actor)],
  ];
  return { name: 'event', text: insert, values };
}
