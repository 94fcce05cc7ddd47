import type { ShopDatabase, Statement } from '@storewright/database';
import { type BigIntText, tableOf } from '@storewright/entities';
import { type PollResult, NodeWatch } from './node-watch';
import { numberInSteps } from './sequence-in-steps';
import { EventStream } from './event-stream.entity';
import { isElsewhere, logServer, noPlace } from './log-server';
import { Event } from './event.entity';

export const MAX_SEQUENCED = 1_000;

const [log, streams] = [tableOf(Event), tableOf(EventStream)];

const statements = {
  state: `SELECT EXISTS (SELECT FROM ${log} WHERE shop_id = $1 AND sequence IS NULL) AS waiting,
           (SELECT last_sequence FROM ${streams} WHERE shop_id = $1) AS head,
    (SELECT to_serve FROM ${streams} WHERE shop_id = $1) AS to_serve`,
  /**
   * Locks the event log only if an event has no sequence number or a new epoch is due. The setting
   * `app.numbers_events` tells the next statement that this transaction holds the lock.
   */
  lock: `SELECT set_config('app.numbers_events', 'true', true) FROM ${streams} s
    WHERE shop_id = $1 AND (${isElsewhere('s')} OR EXISTS (SELECT FROM ${log}
      WHERE shop_id = $1 AND sequence IS NULL)) FOR UPDATE`,
  begin: `INSERT INTO ${streams} (shop_id, last_sequence, server, node) VALUES ($1, 0, '${noPlace}',
           '${noPlace}') ON CONFLICT (shop_id) DO NOTHING`,
  /**
   * Starts a new epoch if the server or its timeline differs, which means a restore or a failover. `ANY`
   * makes Postgres look up each event by its key. With a plain join and outdated statistics, Postgres could
   * read all events of the shop.
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
   * Number of events that got a sequence number. If it equals MAX_SEQUENCED, more events may need a sequence
   * number.
   */
  count: number;
  head: number;
  /** True if webhook deliveries of events with a sequence number may be pending. */
  hasPending: boolean;
}

/** `head` and `to_serve` are null if the shop has no event log. */
interface LogRow {
  waiting: boolean;
  head: BigIntText | null;
  to_serve: boolean | null;
}

/**
 * Assigns consecutive sequence numbers to the shop's committed events (docs/adr/outbox-sequence.md).
 * Concurrent callers wait for each other. `isEpochDue` makes Citus start a new epoch even if every event has
 * a number. Plain Postgres detects a new epoch itself.
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

/**
 * Sends all statements in one network round trip. Returns undefined if the shop has new events but no event
 * log.
 */
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

/**
 * Returns two statements of one transaction. The first locks the event log. The second reads every event that
 * was committed before the lock, and assigns sequence numbers.
 */
export function numberStatements(shop_id: string): [lock: Statement, number: Statement] {
  return [
    { name: 'events-lock', text: statements.lock, values: [shop_id] },
    { name: 'events-number', text: statements.number, values: [shop_id] },
  ];
}

function stateStatement(shop_id: string): Statement {
  return { name: 'events-waiting', text: statements.state, values: [shop_id] };
}

export async function sequenceEvents(
  database: ShopDatabase,
  shop_id: string,
  isEpochDue = false,
): Promise<number> {
  return (await numberEvents(database, shop_id, isEpochDue)).count;
}

/**
 * Returns the shops with events that need a sequence number, or with due webhook deliveries. On Citus,
 * `watch` polls the nodes, and the call throws if no node responds. Requires the worker's database role.
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
 * Returns the shops with due webhook deliveries. Compares every app installation with the event log, so the
 * cost grows with the number of installations. On Citus, the result omits nodes that do not respond.
 */
export async function laggingShops(database: ShopDatabase, at: Date): Promise<string[]> {
  const text = 'SELECT shop.shops_behind($1) AS shop_id';
  const rows = await database.query<{ shop_id: string }>({}, { name: 'shops-behind', text, values: [at] });
  return rows.map(({ shop_id }) => shop_id);
}
