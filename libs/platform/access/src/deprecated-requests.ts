import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import type { Deprecation } from '@storewright/json-api';
import { byShop } from './by-shop';
import type { Grant } from './grant';

/** How often the counts are written, in ms: what a killed process loses at most. */
const writeEveryMs = 10_000;
/** Counts that wait at most to be written; what comes on top is not counted. */
const MAX_WAITING = 10_000;
const dayMs = 86_400_000;

/** Of one credential and one thing that is deprecated, on one day. */
interface Count {
  shop_id: string;
  day: string;
  credential_id: string;
  credential: 'installations' | 'access_tokens';
  feature: string;
  sunset_at: string | null;
  requests: number;
  last_request_at: Date;
}

/** Also clears away what the shop has kept for longer than its time. */
const write = `WITH outdated AS (DELETE FROM auth.deprecated_requests WHERE shop_id = $1 AND day < now() - interval '90 days')
  INSERT INTO auth.deprecated_requests AS c (shop_id, day, credential_id, credential, feature, sunset_at, requests, last_request_at)
  SELECT $1, * FROM unnest($2::timestamptz[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::integer[], $8::timestamptz[])
  ON CONFLICT (shop_id, day, credential_id, feature) DO UPDATE SET requests = c.requests + EXCLUDED.requests,
    sunset_at = EXCLUDED.sunset_at, last_request_at = greatest(c.last_request_at, EXCLUDED.last_request_at)`;

/** Counts who still uses what is deprecated, as request counts are: in memory, written in batches. */
@Injectable()
export class DeprecatedRequests implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('deprecated-requests');
  private counts = new Map<string, Count>();
  private timer?: NodeJS.Timeout;

  constructor(private readonly database: AuthDatabase) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), writeEveryMs).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** One request. `feature`: what it used. The panel's own are left out. */
  add(
    { shop, installation_id, token_id, session_id }: Grant,
    feature: string,
    { sunset }: Deprecation,
  ): void {
    if (session_id !== undefined) return;
    const at = this.database.clock.now();
    const day = new Date(Math.floor(at / dayMs) * dayMs).toISOString();
    const credential_id = installation_id ?? token_id;
    const key = `${day} ${credential_id} ${feature}`;
    const count = this.counts.get(key);
    if (count) {
      count.requests += 1;
      count.last_request_at = new Date(at);
    } else if (this.counts.size < MAX_WAITING)
      this.counts.set(key, {
        ...{ shop_id: shop.id, day, credential_id, feature, requests: 1, last_request_at: new Date(at) },
        credential: installation_id === undefined ? 'access_tokens' : 'installations',
        sunset_at: sunset ?? null,
      });
  }

  /** Writes what was counted, each shop's in one statement. What can't be written now is written with the next counts. */
  async flush(): Promise<void> {
    const { counts } = this;
    this.counts = new Map();
    for (const [shop_id, ofShop] of byShop(counts)) {
      try {
        const values = columnsOf(ofShop.map(([, count]) => count));
        await this.database.query({ shop_id }, { name: 'deprecated-requests', text: write, values });
      } catch (error) {
        this.log.warn(`deprecated requests were not written: ${(error as Error).message}`);
        for (const [key, count] of ofShop) this.takeBack(key, count);
      }
    }
  }

  private takeBack(key: string, count: Count): void {
    const since = this.counts.get(key);
    if (since) since.requests += count.requests;
    else this.counts.set(key, count);
  }
}

function columnsOf(counts: readonly Count[]): unknown[] {
  return [
    counts[0]!.shop_id,
    counts.map(({ day }) => day),
    counts.map(({ credential_id }) => credential_id),
    counts.map(({ credential }) => credential),
    counts.map(({ feature }) => feature),
    counts.map(({ sunset_at }) => sunset_at),
    counts.map(({ requests }) => requests),
    counts.map(({ last_request_at }) => last_request_at),
  ];
}
