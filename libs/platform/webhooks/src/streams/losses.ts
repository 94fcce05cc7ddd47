import { Injectable } from '@nestjs/common';
import { ShopDatabase, type Transaction } from '@storewright/database';
import { keptForMs, type Stretch, stretchStatement, stretchTotalStatement } from '@storewright/events';
import type { Row } from '@storewright/json-api';
import { DeliveryObserver } from './observer';
import { type Target, Targets } from './targets';

/** So long before the first event of a stream leaves the log, people are told, ms. */
const foretoldMs = 3 * 24 * 60 * 60 * 1000;

const statements = {
  /** Streams whose next event, for whomever it is, occurred before $2. */
  behind: `SELECT s.installation_id FROM shop.webhook_streams s WHERE s.shop_id = $1 AND s.state <> 'ended' AND (
      SELECT e.occurred_at FROM shop.events e WHERE e.shop_id = $1 AND e.sequence > s.last_sequence ORDER BY e.sequence LIMIT 1
    ) < $2`,
  /** Who comes second waits, and finds it told: passing it over, it would delete what the first one still counts. */
  lock: `SELECT last_sequence, failing_since, loss_foretold FROM shop.webhook_streams
    WHERE shop_id = $1 AND installation_id = $2 AND state <> 'ended' FOR UPDATE`,
  foretold: `UPDATE shop.webhook_streams SET loss_foretold = true WHERE shop_id = $1 AND installation_id = $2`,
  /** The number of the first event that is kept, as they are deleted: up to the first one that is young enough. */
  kept: `SELECT coalesce(
      (SELECT e.sequence FROM shop.events e WHERE e.shop_id = $1 AND e.sequence IS NOT NULL AND e.occurred_at >= $2 ORDER BY e.sequence LIMIT 1),
      (SELECT last_sequence + 1 FROM shop.event_streams WHERE shop_id = $1)) AS sequence`,
  /** The stream goes on with what is kept; the delivery of an event that is gone is over. */
  writeOff: `WITH over AS (
      UPDATE shop.webhook_deliveries d SET status = 'failed', error = 'the event was kept for its time, and has left the log', updated_at = now()
      FROM shop.webhook_streams s
      WHERE s.shop_id = $1 AND s.installation_id = $2 AND d.shop_id = $1 AND d.id = s.delivery_id AND d.sequence < $3::bigint
      RETURNING d.id
    )
    UPDATE shop.webhook_streams s SET last_sequence = greatest(s.last_sequence, $3::bigint - 1),
      delivery_id = CASE WHEN s.delivery_id IN (SELECT id FROM over) THEN NULL ELSE s.delivery_id END
    WHERE s.shop_id = $1 AND s.installation_id = $2`,
};

/** A stream under lock. */
interface Behind {
  shop_id: string;
  target: Target;
  failing_since: string | null;
  loss_foretold: boolean;
  /** Its undelivered events. */
  stretch: Stretch;
}

/** Events that leave the log before they could be delivered: nothing is dropped silently (CONTRACT §6). Told twice, after a crash, is better than never. */
@Injectable()
export class Losses {
  constructor(
    private readonly database: ShopDatabase,
    private readonly targets: Targets,
    private readonly observer: DeliveryObserver,
  ) {}

  /** Tells of the streams that will lose events within three days; of each once, until one of its events is delivered. */
  async foretell(shop_id: string, now: number): Promise<void> {
    const oldest = new Date(now - keptForMs + foretoldMs);
    await this.each(shop_id, oldest, async (transaction, { loss_foretold, stretch, ...stream }) => {
      const [first] = loss_foretold ? [] : await transaction.query(stretchStatement(stretch, 1));
      const occurredAt = first ? Date.parse(String(first['occurred_at'])) : Infinity;
      // One that is lost by now is told as such.
      if (!first || occurredAt >= oldest.getTime() || occurredAt < now - keptForMs) return;
      await this.observer.lossForetold({ ...stream, ...lifeOf(first) });
      const values = [shop_id, stream.target.installation_id];
      await transaction.query({ text: statements.foretold, values });
    });
  }

  /** Tells of the streams that lose what occurred before this time, and takes them on to what is kept: before it is deleted. */
  async writeOff(shop_id: string, before: Date): Promise<void> {
    let kept: number | undefined;
    await this.each(shop_id, before, async (transaction, { loss_foretold: _, stretch, ...stream }) => {
      kept ??= await this.firstKept(shop_id, before);
      const gone = { ...stretch, below: kept };
      const [[first], [last], [total]] = [
        await transaction.query(stretchStatement(gone, 1)),
        await transaction.query(stretchStatement({ ...gone, descending: true }, 1)),
        await transaction.query(stretchTotalStatement(gone)),
      ];
      if (!first) return;
      const [first_sequence, through_sequence] = [first, last!].map(({ sequence }) => Number(sequence));
      const bounds = { first_sequence: first_sequence!, through_sequence: through_sequence! };
      await this.observer.eventsLost({ ...stream, lost: Number(total!['total']), ...bounds });
      const values = [shop_id, stream.target.installation_id, kept];
      await transaction.query({ text: statements.writeOff, values });
    });
  }

  /** The streams that have not got beyond what occurred before this time, one at a time, each under lock. */
  private async each(
    shop_id: string,
    before: Date,
    work: (transaction: Transaction, behind: Behind) => Promise<void>,
  ): Promise<void> {
    const statement = { name: 'webhook-behind', text: statements.behind, values: [shop_id, before] };
    const rows = await this.database.query({ shop_id }, statement);
    if (rows.length === 0) return;
    const { byInstallation } = await this.targets.read(shop_id);
    for (const row of rows) {
      const target = byInstallation.get(String(row['installation_id']));
      if (!target || (target.standing !== 'live' && target.standing !== 'leaving')) continue;
      await this.database.transaction({ shop_id }, async (transaction) => {
        const values = [shop_id, target.installation_id];
        const [stream] = await transaction.query({ text: statements.lock, values });
        if (stream) await work(transaction, behindOf(shop_id, target, stream));
      });
    }
  }

  private async firstKept(shop_id: string, before: Date): Promise<number> {
    const statement = { name: 'webhook-kept', text: statements.kept, values: [shop_id, before] };
    const [row] = await this.database.query({ shop_id }, statement);
    return Number(row!['sequence']);
  }
}

function behindOf(shop_id: string, target: Target, stream: Row): Behind {
  const { last_sequence, failing_since, loss_foretold } = stream as Record<string, string>;
  const { audience, types } = target;
  return {
    ...{ shop_id, target, failing_since: failing_since ?? null, loss_foretold: Boolean(loss_foretold) },
    stretch: { shop_id, audience, types, above: last_sequence! },
  };
}

/** When the event occurred, and when it leaves the log. */
function lifeOf({ occurred_at }: Row): { oldest_waiting_at: string; kept_until: string } {
  const oldest_waiting_at = String(occurred_at);
  const end = new Date(Date.parse(oldest_waiting_at) + keptForMs).toISOString();
  // Microseconds are kept as the database has them (CONTRACT §2).
  return { oldest_waiting_at, kept_until: end.slice(0, 19) + oldest_waiting_at.slice(19) };
}
