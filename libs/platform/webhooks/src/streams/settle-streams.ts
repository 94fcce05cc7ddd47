import { bindFind, insertRows, type ShopDatabase } from '@storewright/database';
import { type BigIntText, type Row, tableOf } from '@storewright/entities';
import { Event, EventStream } from '@storewright/events';
import { Any, Not } from 'typeorm';
import { WebhookDelivery } from '../webhook-delivery.entity';
import { WebhookStream } from '../webhook-stream.entity';
import { notInstalled } from './stream-leases';
import type { ShopReceivers, WebhookReceiver } from './webhook-receivers';

const streams = tableOf(WebhookStream);

const statements = {
  reopen: `UPDATE ${streams} s SET state = 'active', failing_since = NULL, attempts = 0, next_attempt_at = NULL, delivery_id = NULL,
      last_sequence = greatest(s.last_sequence, i.last)
    FROM unnest($2::uuid[], $3::bigint[]) AS i (id, last) WHERE s.shop_id = $1 AND s.installation_id = i.id AND s.state = 'ended'`,
  places: `SELECT e.sequence, e.occurred_at FROM generate_series($2::bigint, $3::bigint, $4::bigint) AS n
    CROSS JOIN LATERAL (SELECT sequence, occurred_at FROM ${tableOf(Event)} WHERE shop_id = $1 AND sequence = n) e ORDER BY n`,
};

/**
 * Creates, reopens and ends webhook streams to match a page of app installations. The end of a webhook stream
 * fails its pending delivery.
 */
export async function settleStreams(
  database: ShopDatabase,
  { id: shop_id, byInstallation }: ShopReceivers,
  now: Date,
): Promise<void> {
  const context = { shop_id };
  const read = bindFind(database.statementsOf(WebhookStream), {
    where: { shop_id, installation_id: Any([...byInstallation.keys()]) },
    select: ['installation_id', 'state'],
  });
  const rows = await database.query<Pick<Row<WebhookStream>, 'installation_id' | 'state'>>(context, read);
  const states = new Map(rows.map(({ installation_id, state }) => [installation_id, state]));
  const stateOf = ({ installation_id }: WebhookReceiver) => states.get(installation_id);
  const receivers = [...byInstallation.values()];
  const here = receivers.filter(({ status }) => status === 'live' || status === 'idle');
  const [missing, over] = [
    here.filter((each) => stateOf(each) === undefined),
    here.filter((each) => stateOf(each) === 'ended'),
  ];
  if (missing.length + over.length > 0) await begin(database, shop_id, missing, over);
  const gone = receivers.filter((each) => each.status === 'gone' && stateOf(each) !== 'ended');
  if (gone.length > 0) await end(database, shop_id, gone.map(idOf), now);
}

async function begin(
  database: ShopDatabase,
  shop_id: string,
  missing: readonly WebhookReceiver[],
  over: readonly WebhookReceiver[],
): Promise<void> {
  const before = await placesOf(database, shop_id);
  const lists = (all: readonly WebhookReceiver[]) => ({
    ids: all.map(idOf),
    apps: all.map(({ app_id }) => app_id),
    places: all.map(({ installed_at }) => before(Date.parse(installed_at))),
  });
  const [first, again] = [lists(missing), lists(over)];
  if (missing.length > 0)
    await database.query(
      { shop_id },
      insertRows({
        ...{ name: 'webhook-open', table: streams, same: { shop_id } },
        each: {
          installation_id: { type: 'uuid', values: first.ids },
          app_id: { type: 'uuid', values: first.apps },
          last_sequence: { type: 'bigint', values: first.places },
        },
        conflictColumns: ['shop_id', 'installation_id'],
      }),
    );
  if (over.length > 0)
    await database.query(
      { shop_id },
      { text: statements.reopen, values: [shop_id, again.ids, again.places] },
    );
}

/**
 * Ends webhook streams and fails their pending deliveries. Both updates can be repeated, so a crash between
 * them is harmless.
 */
async function end(database: ShopDatabase, shop_id: string, ids: string[], now: Date): Promise<void> {
  const installation_id = Any(ids);
  await database
    .of({ shop_id }, WebhookDelivery)
    .update(
      { shop_id, installation_id, status: 'retrying' },
      { status: 'failed', error: notInstalled, updated_at: now.toISOString() },
    );
  await database
    .of({ shop_id }, WebhookStream)
    .update({ shop_id, installation_id, state: Not('ended') }, { state: 'ended' });
}

/**
 * Maximum number of positions in the event log that are read to find the start of a new webhook stream. The
 * start may be too early, and the webhook stream then skips events from before the installation.
 */
const MAX_PLACES = 1_000;
/** Tolerance in milliseconds for long transactions, whose events get late sequence numbers. */
const SLACK_MS = 60_000;

/**
 * Returns a function that maps a time to a sequence number. All events since that time have greater sequence
 * numbers.
 */
async function placesOf(database: ShopDatabase, shop_id: string): Promise<(since: number) => number> {
  const read = bindFind(database.statementsOf(EventStream), {
    where: { shop_id },
    select: ['first_sequence', 'last_sequence'],
  });
  const [log] = await database.query<Pick<Row<EventStream>, 'first_sequence' | 'last_sequence'>>(
    { shop_id },
    read,
  );
  if (!log) return () => 0;
  const [first, last] = [Number(log.first_sequence), Number(log.last_sequence)];
  const step = Math.max(1, Math.ceil((last - first + 1) / MAX_PLACES));
  const rows = await database.query<{ sequence: BigIntText; occurred_at: string }>(
    { shop_id },
    { name: 'webhook-places', text: statements.places, values: [shop_id, first, last, step] },
  );
  const places = rows.map((row) => ({ at: Date.parse(row.occurred_at), sequence: Number(row.sequence) }));
  return (since) => places.findLast(({ at }) => at < since - SLACK_MS)?.sequence ?? 0;
}

function idOf({ installation_id }: WebhookReceiver): string {
  return installation_id;
}
