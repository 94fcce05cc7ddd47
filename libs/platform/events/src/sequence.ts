// Written in SQL: assigns sequence numbers to waiting events in one statement.
import type { ShopDatabase, Statement } from '@storewright/database';
import { type BigIntText, tableOf } from '@storewright/entities';
import { type PollResult, NodeWatch } from './node-watch';
import { numberInSteps } from './sequence-in-steps';
import { EventStream } from './event-stream.entity';
import { isElsewhere, logServer, noPlace } from './log-server';
import { Event } from './event.entity';

/** Maximum number of events that one transaction numbers. */
export const MAX_SEQUENCED = 1_000;

const [log, streams] = [tableOf(Event), tableOf(EventStream)];

const statements = {
  state: `SELECT EXISTS (SELECT FROM ${log} WHERE shop_id = $1 AND sequence IS NULL) AS waiting,
           (SELECT last_sequence FROM ${streams} WHERE shop_id = $1) AS head,
    (SELECT to_serve FROM ${streams} WHERE shop_id = $1) AS to_serve`,
  /**
   * Locks the log only if events wait or a new epoch is due. The setting `app.numbers_events` tells
   * concurrent inserts that the lock is held.
   */
  lock: `SELECT set_config('app.numbers_events', 'true', true) FROM ${streams} s
    WHERE shop_id = $1 AND (${isElsewhere('s')} OR EXISTS (SELECT FROM ${log}
      WHERE shop_id = $1 AND sequence IS NULL)) FOR UPDATE`,
  begin: `INSERT INTO ${streams} (shop_id, last_sequence, server, node) VALUES ($1, 0, '${noPlace}',
           '${noPlace}') ON CONFLICT (shop_id) DO NOTHING`,
  /**
   * A different server or timeline means that the log was restored or failed over, so a new epoch starts. `ANY` reads
   * each event by its key, regardless of statistics. A plain join could read all events of the shop.
   */
  number: `
    WITH log AS MATERIALIZED (
      SELECT l.last_sequence, here.server, locked.is_locked AND ${isElsewhere('l')} AS is_elsewhere,
        CASE WHEN ${isElsewhere('l')} THEN greatest(l.epoch + 1,
          (extract(epoch FROM clock_timestamp()) * 1000)::bigint) ELSE l.epoch END AS epoch
      FROM ${streams} l, (SELECT ${logServer} AS server) here,
        (SELECT coalesce(current_setting('app.numbers_events', true), '') = 'true' AS is_locked) locked
          WHERE l.shop_id = $1
    ), waiting AS MATERIALIZED (
      SELECT ARRAY(
        SELECT id FROM ${log} WHERE shop_id = $1 AND sequence IS NULL AND current_setting('app.numbers_events',
          true) = 'true' ORDER BY occurred_at, id LIMIT ${MAX_SEQUENCED}
      ) AS ids
    ), numbered AS (
      UPDATE ${log} e SET sequence = (SELECT last_sequence FROM log) + next.place, epoch = (SELECT epoch FROM log)
      FROM unnest((SELECT ids FROM waiting)) WITH ORDINALITY AS next (id, place)
      WHERE e.shop_id = $1 AND e.id = ANY ((SELECT ids FROM waiting)::uuid[]) AND e.id = next.id
      RETURNING 1
    )
    UPDATE ${streams} SET last_sequence = last_sequence + (SELECT count(*) FROM numbered),
      to_serve = to_serve OR EXISTS (SELECT FROM numbered),
      epoch = (SELECT epoch FROM log), server = (SELECT server FROM log)
    WHERE shop_id = $1 AND (EXISTS (SELECT FROM numbered) OR (SELECT is_elsewhere FROM log))
    RETURNING (SELECT count(*) FROM numbered)::integer AS count`,
};

export interface Numbered {
  /**
   * Number of events that received their sequence number. If the number equals MAX_SEQUENCED, more events may
   * wait.
   */
  count: number;
  /** Sequence number of the shop's newest event. */
  head: number;
  /** True if a receiver may not have received all numbered events. */
  hasPending: boolean;
}

interface LogRow {
  waiting: boolean;
  /** Sequence number of the shop's newest event. null if the shop has no log. */
  head: BigIntText | null;
  to_serve: boolean | null;
}

/**
 * Assigns the next sequence numbers, without gaps, to the shop's committed events without a number
 * (docs/adr/outbox-sequence.md). Concurrent callers wait for each other. A separate statement reads the
 * events after the lock, so its snapshot contains everything that was committed earlier. If no event waits,
 * nothing is locked or written. Events that another caller is numbering still count as waiting. `isEpochDue`:
 * the caller found the log on another server, so a cluster starts a new epoch without a waiting event. Plain
 * Postgres checks the server itself.
 */
export async function numberEvents(
  database: ShopDatabase,
  shop_id: string,
  isEpochDue = false,
): Promise<Numbered> {
  const context = { shop_id };
  const numberNow = database.topology.writesInSteps ? numberOnCitus : numberAtOnce;
  const numbered = await numberNow(database, shop_id, isEpochDue);
  if (numbered) return numbered;
  await database.query(context, { text: statements.begin, values: [shop_id] });
  return (await numberNow(database, shop_id, isEpochDue))!;
}

/** Sends all statements as one message. Returns undefined if events wait but the shop has no log. */
async function numberAtOnce(database: ShopDatabase, shop_id: string): Promise<Numbered | undefined> {
  const [, numbered, state] = await database.batch({ shop_id }, [
    ...numberStatements(shop_id),
    stateStatement(shop_id),
  ]);
  const [given] = numbered!.rows as unknown as { count: number }[];
  const [{ waiting, head, to_serve }] = state!.rows as unknown as [LogRow];
  if (head === null && waiting) return undefined;
  return { count: given?.count ?? 0, head: Number(head ?? 0), hasPending: to_serve ?? false };
}

async function numberOnCitus(
  database: ShopDatabase,
  shop_id: string,
  isEpochDue: boolean,
): Promise<Numbered | undefined> {
  const [state] = await database.query<LogRow>({ shop_id }, stateStatement(shop_id));
  const { waiting, head, to_serve } = state!;
  if (!waiting && !isEpochDue) return { count: 0, head: Number(head ?? 0), hasPending: to_serve ?? false };
  if (head === null) return undefined;
  return { ...(await numberInSteps(database, shop_id, MAX_SEQUENCED)), hasPending: true };
}

/** Statements of one transaction, in order: the lock, then the numbering. */
export function numberStatements(shop_id: string): [lock: Statement, number: Statement] {
  return [
    { name: 'events-lock', text: statements.lock, values: [shop_id] },
    { name: 'events-number', text: statements.number, values: [shop_id] },
  ];
}

function stateStatement(shop_id: string): Statement {
  return { name: 'events-waiting', text: statements.state, values: [shop_id] };
}

/** Does the same as `numberEvents`, but returns only the number of events. */
export async function sequenceEvents(
  database: ShopDatabase,
  shop_id: string,
  isEpochDue = false,
): Promise<number> {
  return (await numberEvents(database, shop_id, isEpochDue)).count;
}

/**
 * Returns shops in which events wait for their number or streams are due at this time, according to the rows
 * of each shop. Requires the worker's role. `watch` is the state of a poller on a cluster. Throws if no node
 * responds.
 */
export async function shopsToServe(
  database: ShopDatabase,
  at: Date,
  watch = new NodeWatch('shops_to_serve'),
): Promise<PollResult> {
  if (database.topology.hasWorkerNodes) return watch.poll(database, at);
  const text = 'SELECT shop.shops_to_serve($1) AS shop_id';
  const rows = await database.query<{ shop_id: string }>({}, { name: 'shops-to-serve', text, values: [at] });
  return { shops: rows.map(({ shop_id }) => shop_id), silent: [] };
}

/**
 * Returns shops with due streams by comparing all streams with their logs. The cost grows with the number of
 * installations. On a cluster, only nodes that respond are compared.
 */
export async function laggingShops(database: ShopDatabase, at: Date): Promise<string[]> {
  const text = 'SELECT shop.shops_behind($1) AS shop_id';
  const rows = await database.query<{ shop_id: string }>({}, { name: 'shops-behind', text, values: [at] });
  return rows.map(({ shop_id }) => shop_id);
}
