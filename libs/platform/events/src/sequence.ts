// SQL: numbers are given by one statement to all that wait, in their order.
import { bindFind, type ShopDatabase, type Statement, type Transaction } from '@storewright/database';
import type { BigIntText, Row } from '@storewright/entities';
import { IsNull } from 'typeorm';
import { EventStream } from './event-stream.entity';
import { Event } from './event.entity';

/** Events that get their number in one transaction. */
export const MAX_SEQUENCED = 1_000;

const statements = {
  begin:
    'INSERT INTO shop.event_streams (shop_id, last_sequence) VALUES ($1, 0) ON CONFLICT (shop_id) DO NOTHING',
  /** On another server than before, or another timeline of it, the log was restored: a new epoch begins. `ARRAY(…)` and `unnest`: whatever the statistics say, each event is found by its key. */
  number: `
    WITH here AS MATERIALIZED (
      SELECT system_identifier || '/' || timeline_id AS server FROM pg_control_system(), pg_control_checkpoint()
    ), log AS MATERIALIZED (
      SELECT here.server, CASE WHEN coalesce(l.server, here.server) = here.server THEN l.epoch
        ELSE (extract(epoch FROM clock_timestamp()) * 1000)::bigint END AS epoch
      FROM shop.event_streams l, here WHERE l.shop_id = $1
    ), numbered AS (
      UPDATE shop.events e SET sequence = $2::bigint + next.place, epoch = (SELECT epoch FROM log)
      FROM unnest(ARRAY(
        SELECT id FROM shop.events WHERE shop_id = $1 AND sequence IS NULL ORDER BY occurred_at, id LIMIT ${MAX_SEQUENCED}
      )) WITH ORDINALITY AS next (id, place)
      WHERE e.shop_id = $1 AND e.id = next.id
      RETURNING 1
    )
    UPDATE shop.event_streams SET last_sequence = last_sequence + (SELECT count(*) FROM numbered), to_serve = true,
      epoch = (SELECT epoch FROM log), server = (SELECT server FROM log) WHERE shop_id = $1
    RETURNING last_sequence - $2::bigint AS count`,
};

/**
 * Gives the shop's events that are committed and have no number the next ones, without gaps (docs/adr/outbox-sequence.md). Who comes second waits for the
 * first. The events are read by a statement of its own, after the lock: its snapshot then has all that was committed before. Returns how many there were;
 * `MAX_SEQUENCED` of them: there may be more. Where none waits, nothing is locked or written: what somebody else is numbering still seems to wait.
 */
export async function sequenceEvents(database: ShopDatabase, shop_id: string): Promise<number> {
  const waiting = bindFind(database.statementsOf(Event), {
    where: { shop_id, sequence: IsNull() },
    select: ['id'],
    take: 1,
  });
  if ((await database.query({ shop_id }, waiting)).length === 0) return 0;
  const lock = bindFind(database.statementsOf(EventStream), {
    where: { shop_id },
    select: ['last_sequence'],
    lock: 'update',
  });
  return database.transaction({ shop_id }, async (transaction) => {
    const last = await lastLocked(transaction, shop_id, lock);
    const values = [shop_id, last];
    const number = { name: 'events-number', text: statements.number, values };
    const [row] = await transaction.query<{ count: string }>(number);
    return Number(row!.count);
  });
}

async function lastLocked(transaction: Transaction, shop_id: string, lock: Statement): Promise<BigIntText> {
  const read = () => transaction.query<Pick<Row<EventStream>, 'last_sequence'>>(lock);
  const [row] = await read();
  if (row) return row.last_sequence;
  await transaction.query({ text: statements.begin, values: [shop_id] });
  const [made] = await read();
  return made!.last_sequence;
}

/** The shops in which events wait for their number, or deliveries for a worker at this time, as far as the shops' own rows say so. As
 * the worker's role. */
export async function shopsToServe(database: ShopDatabase, at: Date): Promise<string[]> {
  const text = 'SELECT shop.shops_to_serve($1) AS shop_id';
  const rows = await database.query<{ shop_id: string }>({}, { name: 'shops-to-serve', text, values: [at] });
  return rows.map(({ shop_id }) => shop_id);
}

/** Every shop in which deliveries wait for a worker at this time, found by a comparison that costs by the number of all
 * installations. */
export async function shopsBehind(database: ShopDatabase, at: Date): Promise<string[]> {
  const text = 'SELECT shop.shops_behind($1) AS shop_id';
  const rows = await database.query<{ shop_id: string }>({}, { name: 'shops-behind', text, values: [at] });
  return rows.map(({ shop_id }) => shop_id);
}
