import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { AuthDatabase, firstIdAt, isRefused, PeriodicJob, ShopDatabase } from '@storewright/database';
import { delayStepsMs } from '@storewright/entities';
import { delayMsOf } from './delay';

const HOUR_MS = 3_600_000;
const INTERVAL_MS = 60_000;
/**
 * Maximum duration of a first delivery attempt in milliseconds. A delivery is stored after its first attempt,
 * so the attempt may have started in the previous hour.
 */
const MAX_ATTEMPT_MS = 30_000;
/**
 * Maximum difference in milliseconds between the database clock and the clock of a process that creates
 * delivery ids.
 */
const ID_SLACK_MS = HOUR_MS;
/** Maximum number of hourly statistics of one shop that one statement computes. */
const MAX_HOURS = 500;

interface CountedHour {
  installation_id: string;
  /** Start of the hour, as the number of hours since 1970. */
  hour: number;
}

const among = (step: number) => `count(*) FILTER (WHERE d.status = 'delivered' AND d.step = ${step})`;
/**
 * Counts the webhook deliveries of an hour. Finds them by a range of ids, because a UUIDv7 contains its time.
 */
const count = `
  SELECT p.installation_id, p.hour, c.delivered, c.waiting, c.failed, c.delays
  FROM unnest($2::uuid[], $3::timestamptz[], $4::uuid[], $5::uuid[]) AS p (installation_id, hour, first, last)
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE d.status = 'delivered')::integer AS delivered,
      count(*) FILTER (WHERE d.status IN ('waiting', 'retrying'))::integer AS waiting,
      count(*) FILTER (WHERE d.status = 'failed')::integer AS failed, ARRAY[${delayStepsMs.map((_, step) => among(step)).join()}]::text AS delays
    FROM (
      SELECT w.status, width_bucket(${delayMsOf('w')}, ARRAY[${delayStepsMs.slice(0, -1).join()}]::double precision[]) AS step
      FROM shop.webhook_deliveries w
      WHERE w.shop_id = $1 AND w.installation_id = p.installation_id AND w.id >= p.first AND w.id < p.last
        AND w.created_at >= p.hour AND w.created_at < p.hour + interval '1 hour') d
  ) c WHERE c.delivered + c.waiting + c.failed > 0`;

const written = ['installation_id', 'hour', 'delivered', 'waiting', 'failed', 'delays'] as const;
const writtenColumns = `shop_id, ${written.join()}`;
const replaced = `delivered = EXCLUDED.delivered, waiting = EXCLUDED.waiting, failed = EXCLUDED.failed, delays = EXCLUDED.delays`;
const sums = delayStepsMs.map((_, step) => `sum(h.delays[${step + 1}])`).join();
/** Stores hourly statistics and the daily sums in one statement, so that both are always consistent. */
const write = `
  WITH counted AS (
    SELECT n.installation_id, n.hour, n.delivered, n.waiting, n.failed, n.delays::integer[] AS delays, date_bin('1 day', n.hour, to_timestamp(0)) AS day
    FROM unnest($2::uuid[], $3::timestamptz[], $4::integer[], $5::integer[], $6::integer[], $7::text[]) AS n (${written.join()})
  ), hours AS (
    INSERT INTO auth.webhook_counts (${writtenColumns}) SELECT $1, ${written.join()} FROM counted
    ON CONFLICT (shop_id, installation_id, hour) DO UPDATE SET ${replaced}
  ), of_days AS (
    SELECT installation_id, day, delivered, waiting, failed, delays FROM counted
    UNION ALL
    SELECT w.installation_id, d.day, w.delivered, w.waiting, w.failed, w.delays FROM (SELECT DISTINCT installation_id, day FROM counted) d
    JOIN auth.webhook_counts w ON w.shop_id = $1 AND w.installation_id = d.installation_id AND w.hour >= d.day AND w.hour < d.day + interval '24 hours'
    WHERE (w.installation_id, w.hour) NOT IN (SELECT installation_id, hour FROM counted)
  )
  INSERT INTO auth.webhook_days (${writtenColumns.replace('hour', 'day')})
  SELECT $1, h.installation_id, h.day, sum(h.delivered), sum(h.waiting), sum(h.failed), ARRAY[${sums}] FROM of_days h GROUP BY h.installation_id, h.day
  ON CONFLICT (shop_id, installation_id, day) DO UPDATE SET ${replaced}`;
/**
 * Locks the delivery statistics of a shop. A concurrent worker that updates the same day waits and then reads
 * the new hourly values.
 */
const lockShop = `SELECT pg_advisory_xact_lock(hashtextextended('webhook counts ' || $1, 0))`;

/**
 * Maintains hourly and daily delivery statistics in the auth database. Every minute, this job recounts the
 * hours whose deliveries changed. If a crash loses the list of changed hours, the next delivery in the same
 * hour triggers the recount.
 */
@Injectable()
export class WebhookCounts implements OnApplicationBootstrap {
  private readonly log = new Logger('webhooks');
  /** Hours with changed deliveries: a map from shop id to installation and hour. */
  private changed = new Map<string, Map<string, CountedHour>>();
  private readonly job = new PeriodicJob({
    everyMs: INTERVAL_MS,
    run: () => this.count(),
    failed: (error) => this.log.warn(`cannot count deliveries: ${error.message}`),
  });

  constructor(
    private readonly shops: ShopDatabase,
    private readonly auth: AuthDatabase,
  ) {}

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async stop(): Promise<void> {
    await this.job.stop();
    await this.count();
  }

  /**
   * Records that the statistics of an hour are outdated. `begun_at` is the approximate start of the
   * delivery's first attempt in milliseconds since 1970.
   */
  note(shop_id: string, { installation_id, begun_at }: { installation_id: string; begun_at: number }): void {
    let ofShop = this.changed.get(shop_id);
    if (!ofShop) this.changed.set(shop_id, (ofShop = new Map()));
    for (const at of [begun_at, begun_at - MAX_ATTEMPT_MS]) {
      const hour = Math.floor(at / HOUR_MS);
      ofShop.set(`${installation_id} ${hour}`, { installation_id, hour });
    }
  }

  async count(): Promise<void> {
    const { changed } = this;
    this.changed = new Map();
    for (const [shop_id, hours] of changed) {
      const all = [...hours.values()];
      for (let at = 0; at < all.length; at += MAX_HOURS)
        await this.countHours(shop_id, all.slice(at, at + MAX_HOURS));
    }
  }

  /**
   * Updates the delivery statistics of several hours. After an error, the next run updates the same hours
   * again, unless the shop was deleted.
   */
  private async countHours(shop_id: string, hours: readonly CountedHour[]): Promise<void> {
    try {
      const begins = hours.map(({ hour }) => hour * HOUR_MS);
      const asked = [
        ...[shop_id, hours.map(({ installation_id }) => installation_id), begins.map((ms) => new Date(ms))],
        begins.map((ms) => firstIdAt(ms - ID_SLACK_MS)),
        begins.map((ms) => firstIdAt(ms + HOUR_MS + ID_SLACK_MS)),
      ];
      const counted = await this.shops.query(
        { shop_id },
        { name: 'webhook-count', text: count, values: asked },
      );
      if (counted.length === 0) return;
      const values = written.map((column) => counted.map((row) => row[column]));
      await this.auth.write(
        { shop_id },
        { name: 'webhook-counts', text: write, values: [shop_id, ...values] },
        { name: 'webhook-counts-in-turn', text: lockShop, values: [shop_id] },
      );
    } catch (error) {
      // The database rejects the statistics of a deleted shop.
      if (isRefused(error)) return;
      this.log.warn(`cannot count deliveries of shop ${shop_id}: ${(error as Error).message}`);
      for (const { installation_id, hour } of hours)
        this.note(shop_id, { installation_id, begun_at: hour * HOUR_MS + MAX_ATTEMPT_MS });
    }
  }
}
