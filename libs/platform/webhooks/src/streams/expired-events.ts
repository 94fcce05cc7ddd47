import { Injectable } from '@nestjs/common';
import {
  bindFind,
  defineStatement,
  ShopDatabase,
  type Statement,
  type Transaction,
} from '@storewright/database';
import type { Row } from '@storewright/entities';
import {
  Event,
  EventStream,
  type LoggedEvent,
  rangeStatement,
  rangeTotalStatement,
  RETENTION_MS,
  type SequenceRange,
} from '@storewright/events';
import { Not } from 'typeorm';
import { WebhookStream } from '../webhook-stream.entity';
import { DeliveryObserver } from './observer';
import { receives, type WebhookReceiver, WebhookReceivers } from './webhook-receivers';

/** Time in milliseconds between the warning about the loss of events and the first loss. */
const WARNING_MS = 3 * 24 * 60 * 60 * 1000;

const laggingStreams = defineStatement<Pick<WebhookStream, 'installation_id'>>('webhook-behind', (source) => {
  const query = source.createQueryBuilder().select('s.installation_id', 'installation_id');
  const next = query
    .subQuery()
    .select('e.occurred_at')
    .from(Event, 'e')
    .where('e.shop_id = :shop_id AND e.sequence > s.last_sequence')
    .orderBy('e.sequence')
    .limit(1);
  return query
    .from(WebhookStream, 's')
    .where('s.shop_id = :shop_id')
    .andWhere(`s.state <> 'ended' AND ${next.getQuery()} < :before`);
});

/** Query for the sequence number of the oldest event that is not deleted. */
const firstKept = defineStatement<{ sequence: string }>('webhook-kept', (source) => {
  const query = source.createQueryBuilder();
  const kept = query
    .subQuery()
    .select('e.sequence')
    .from(Event, 'e')
    .where('e.shop_id = :shop_id AND e.sequence IS NOT NULL AND e.occurred_at >= :before')
    .orderBy('e.sequence')
    .limit(1);
  return query
    .select(`coalesce(${kept.getQuery()}, l.last_sequence + 1)`, 'sequence')
    .from(EventStream, 'l')
    .where('l.shop_id = :shop_id');
});

const endDelivery = `
  UPDATE shop.webhook_deliveries d SET status = 'failed', error = 'the event left the log before it could be delivered', updated_at = now()
  FROM shop.webhook_streams s
  WHERE s.shop_id = $1 AND s.installation_id = $2 AND d.shop_id = $1 AND d.id = s.delivery_id AND d.sequence < $3::bigint
  RETURNING d.id`;

/**
 * Moves the webhook stream to the oldest event that remains in the event log. $5 is true if the last warning
 * also covers that event.
 */
const writeOff = `
  UPDATE shop.webhook_streams s SET last_sequence = greatest(s.last_sequence, $3::bigint - 1),
    delivery_id = CASE WHEN s.delivery_id = ANY ($4::uuid[]) THEN NULL ELSE s.delivery_id END, loss_foretold = s.loss_foretold AND $5::boolean
  WHERE s.shop_id = $1 AND s.installation_id = $2`;

const lockedColumns = ['last_sequence', 'failing_since', 'loss_foretold'] as const;
type LockedRow = Pick<Row<WebhookStream>, (typeof lockedColumns)[number]>;

/** A webhook stream with old undelivered events, locked by this transaction. */
interface LaggingStream {
  shop_id: string;
  receiver: WebhookReceiver;
  failing_since: string | null;
  loss_foretold: boolean;
  range: SequenceRange;
}

/**
 * Reports undelivered events that leave the event log, because no event may be lost silently
 * (docs/contract.md §6). A crash can cause a repeated report.
 */
@Injectable()
export class ExpiredEvents {
  constructor(
    private readonly database: ShopDatabase,
    private readonly receivers: WebhookReceivers,
    private readonly observer: DeliveryObserver,
  ) {}

  /**
   * Warns about webhook streams that will lose events within three days. A webhook stream is reported once,
   * until one of its events is delivered or the announced events are lost.
   */
  async warn(shop_id: string, now: number): Promise<void> {
    const oldest = new Date(now - RETENTION_MS + WARNING_MS);
    await this.each(shop_id, oldest, async (transaction, { loss_foretold, range, ...stream }) => {
      const [first] = loss_foretold ? [] : await transaction.query<LoggedEvent>(rangeStatement(range, 1));
      const occurredAt = first ? Date.parse(first.occurred_at) : Infinity;
      // Skips events whose retention time has passed, because the worker reports these events as lost.
      if (!first || occurredAt >= oldest.getTime() || occurredAt < now - RETENTION_MS) return;
      await this.observer.expirySoon({ ...stream, ...lifeOf(first) });
      const { installation_id } = stream.receiver;
      await transaction.of(WebhookStream).update({ shop_id, installation_id }, { loss_foretold: true });
    });
  }

  /**
   * Reports the webhook streams that lose events older than `before`, and moves them to the first remaining
   * event. Call this method before these events are deleted.
   */
  async expire(shop_id: string, before: Date): Promise<void> {
    let kept: number | undefined;
    await this.each(shop_id, before, async (transaction, { loss_foretold: _, range, ...stream }) => {
      kept ??= await this.firstKept(shop_id, before);
      const gone = { ...range, below: kept };
      const [[first], [last], [total]] = [
        await transaction.query<LoggedEvent>(rangeStatement(gone, 1)),
        await transaction.query<LoggedEvent>(rangeStatement({ ...gone, descending: true }, 1)),
        await transaction.query<{ total: number }>(rangeTotalStatement(gone)),
      ];
      if (!first) return;
      const [first_sequence, through_sequence] = [first, last!].map(({ sequence }) => Number(sequence));
      const bounds = { first_sequence: first_sequence!, through_sequence: through_sequence! };
      await this.observer.eventsExpired({ ...stream, lost: total!.total, ...bounds });
      const values = [shop_id, stream.receiver.installation_id, kept];
      const over = await transaction.query<{ id: string }>({ text: endDelivery, values });
      const [next] = await transaction.query<LoggedEvent>(rangeStatement({ ...range, above: kept - 1 }, 1));
      const isCovered = next !== undefined && Date.parse(next.occurred_at) < before.getTime() + WARNING_MS;
      const ids = over.map(({ id }) => id);
      await transaction.query({ text: writeOff, values: [...values, ids, isCovered] });
    });
  }

  private async each(
    shop_id: string,
    before: Date,
    work: (transaction: Transaction, stream: LaggingStream) => Promise<void>,
  ): Promise<void> {
    const rows = await this.database.execute({ shop_id }, laggingStreams, { shop_id, before });
    if (rows.length === 0) return;
    const byInstallation = await this.receivers.readAll(shop_id);
    for (const { installation_id } of rows) {
      const receiver = byInstallation.get(installation_id);
      if (!receiver || !receives(receiver)) continue;
      await this.database.transaction({ shop_id }, async (transaction) => {
        const [stream] = await transaction.query<LockedRow>(this.lock(shop_id, installation_id));
        if (stream) await work(transaction, laggingStreamOf(shop_id, receiver, stream));
      });
    }
  }

  private async firstKept(shop_id: string, before: Date): Promise<number> {
    const [row] = await this.database.execute({ shop_id }, firstKept, { shop_id, before });
    return Number(row!.sequence);
  }

  /**
   * Waits for locked webhook streams. Skipping them could delete events that another worker is still
   * counting. After the wait, the loss is already reported.
   */
  private lock(shop_id: string, installation_id: string): Statement {
    return bindFind(this.database.statementsOf(WebhookStream), {
      where: { shop_id, installation_id, state: Not('ended') },
      select: lockedColumns,
      lock: 'update',
    });
  }
}

function laggingStreamOf(shop_id: string, receiver: WebhookReceiver, stream: LockedRow): LaggingStream {
  const { last_sequence, failing_since, loss_foretold } = stream;
  const { visibility, types } = receiver;
  return {
    ...{ shop_id, receiver, failing_since, loss_foretold },
    range: { shop_id, visibility, types, above: last_sequence },
  };
}

function lifeOf({ occurred_at: oldest_waiting_at }: LoggedEvent): {
  oldest_waiting_at: string;
  kept_until: string;
} {
  const end = new Date(Date.parse(oldest_waiting_at) + RETENTION_MS).toISOString();
  // Keeps the microseconds of the timestamp (docs/contract.md §2).
  return { oldest_waiting_at, kept_until: end.slice(0, 19) + oldest_waiting_at.slice(19) };
}
