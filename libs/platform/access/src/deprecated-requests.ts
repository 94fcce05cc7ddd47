import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import type { Deprecation } from '@storewright/json-api';
import { BatchedCounts, beginOf, countedId, type CredentialCount } from './batched-counts';
import type { Grant } from './grant';

const DAY_MS = 86_400_000;

interface Count extends CredentialCount {
  day: string;
  feature: string;
  sunset_at: string | null;
  last_request_at: Date;
}

/** Adds new counts to the stored counts of deprecated features, and deletes expired counts of the shop. */
const write = `WITH outdated AS (
    DELETE FROM auth.deprecated_requests
    WHERE shop_id = $1 AND day < least(now(), $9::timestamptz) - interval '90 days')
  INSERT INTO auth.deprecated_requests AS c
    (shop_id, day, credential_id, credential, feature, sunset_at, requests, last_request_at)
  SELECT $1, * FROM unnest($2::timestamptz[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[],
    $7::integer[], $8::timestamptz[])
  ON CONFLICT (shop_id, day, credential_id, feature) DO UPDATE SET requests = c.requests + EXCLUDED.requests,
    sunset_at = EXCLUDED.sunset_at, last_request_at = greatest(c.last_request_at, EXCLUDED.last_request_at)`;

@Injectable()
export class DeprecatedRequests implements OnModuleInit, OnApplicationShutdown {
  private readonly counts: BatchedCounts<Count>;

  constructor(private readonly database: AuthDatabase) {
    this.counts = new BatchedCounts(database, {
      what: 'deprecated requests',
      everyMs: 10_000,
      write: { name: 'deprecated-requests', text: write },
      columns: columnsOf,
      add: (to, earlier) => void (to.requests += earlier.requests),
    });
  }

  onModuleInit(): void {
    this.counts.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.counts.stop();
  }

  add(grant: Grant, feature: string, { sunset }: Deprecation): void {
    const id = countedId(grant);
    if (id === undefined) return;
    const now = this.database.clock.now();
    const day = new Date(Math.floor(now / DAY_MS) * DAY_MS).toISOString();
    const last_request_at = new Date(now);
    const key = `${day} ${id} ${feature}`;
    const begin = () => ({ ...beginOf(grant), day, feature, sunset_at: sunset ?? null, last_request_at });
    const count = this.counts.count(key, begin);
    if (count) count.last_request_at = last_request_at;
  }

  flush(): Promise<void> {
    return this.counts.flush();
  }
}

function columnsOf(counts: readonly Count[]): unknown[] {
  return [
    counts.map(({ day }) => day),
    counts.map(({ credential_id }) => credential_id),
    counts.map(({ credential }) => credential),
    counts.map(({ feature }) => feature),
    counts.map(({ sunset_at }) => sunset_at),
    counts.map(({ requests }) => requests),
    counts.map(({ last_request_at }) => last_request_at),
    // Current time of this process. The SQL statement uses the earlier of this time and the database time, so
    // that a clock that is ahead deletes no current rows.
    new Date(),
  ];
}
