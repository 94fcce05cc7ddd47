// Uses SQL instead of TypeORM, because one statement must add many counts.
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { BatchedCounts, beginOf, countedId, type CredentialCount } from './batched-counts';
import type { Grant } from './grant';
import { networkOf } from './network-of';

/** Number of days for which network counts are stored. Scope counts are stored equally long. */
const NETWORK_DAYS_KEPT = 100;
/**
 * Maximum number of networks that are counted per credential and day. All further networks are counted as
 * "other".
 */
const MAX_NETWORKS = 100;

interface Count extends CredentialCount {
  network: string;
}

/**
 * Adds network counts to the stored counts of the current UTC day, and deletes expired counts of the shop.
 */
const write = `WITH outdated AS (
    DELETE FROM auth.network_days
    WHERE shop_id = $1 AND day < least(now(), $2::timestamptz) - interval '${NETWORK_DAYS_KEPT} days'),
  counted AS (SELECT date_bin('1 day', $2::timestamptz, to_timestamp(0)) AS day, n.*
    FROM unnest($3::uuid[], $4::text[], $5::text[], $6::integer[]) AS n (credential_id, credential, network, requests)),
  bounded AS (SELECT c.day, c.credential_id, c.credential, c.requests,
      CASE WHEN k.known OR k.networks + row_number() OVER (PARTITION BY c.credential_id, k.known ORDER BY c.network)
        <= ${MAX_NETWORKS} THEN c.network ELSE 'other' END AS network
    FROM counted c CROSS JOIN LATERAL (SELECT count(*) AS networks, coalesce(bool_or(d.network = c.network), false)
      AS known FROM auth.network_days d
      WHERE d.shop_id = $1 AND d.day = c.day AND d.credential_id = c.credential_id) k)
  INSERT INTO auth.network_days AS d (shop_id, day, credential_id, credential, network, requests)
  SELECT $1, b.day, b.credential_id, b.credential, b.network, sum(b.requests) FROM bounded b
  GROUP BY b.day, b.credential_id, b.credential, b.network ORDER BY b.credential_id, b.network
  ON CONFLICT (shop_id, day, credential_id, network) DO UPDATE SET requests = d.requests + EXCLUDED.requests`;

/**
 * Counts the requests of each installation and access token by UTC day and network. Shop owners see from
 * where a credential is used. Does not store client addresses, and does not count requests of the admin
 * panel.
 */
@Injectable()
export class NetworkCounts implements OnModuleInit, OnApplicationShutdown {
  private readonly counts: BatchedCounts<Count>;

  constructor(private readonly database: AuthDatabase) {
    this.counts = new BatchedCounts(database, {
      what: 'counts of networks',
      everyMs: 5_000,
      write: { name: 'network-counts', text: write },
      columns: (counts) => this.columnsOf(counts),
      add: (to, earlier) => {
        to.requests += earlier.requests;
      },
    });
  }

  onModuleInit(): void {
    this.counts.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.counts.stop();
  }

  /** Counts a request for the network of its IP address, or for the network "other" if the address is empty. */
  add(grant: Grant, address: string): void {
    const id = countedId(grant);
    if (id === undefined) return;
    const network = networkOf(address);
    this.counts.count(`${id} ${network}`, () => ({ ...beginOf(grant), network }));
  }

  flush(): Promise<void> {
    return this.counts.flush();
  }

  private columnsOf(counts: readonly Count[]): unknown[] {
    return [
      new Date(this.database.clock.now()),
      counts.map(({ credential_id }) => credential_id),
      counts.map(({ credential }) => credential),
      counts.map(({ network }) => network),
      counts.map(({ requests }) => requests),
    ];
  }
}
