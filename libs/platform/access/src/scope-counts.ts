import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AuthDatabase } from '@storewright/database';
import type { FastifyInstance } from 'fastify';
import { BatchedCounts, beginOf, countedId, type CredentialCount } from './batched-counts';
import type { Grant, GrantedRequest } from './grant';

/**
 * Number of days for which scope counts are stored. An owner can remove a scope that was unused for 90 days,
 * so the counts must cover a longer time.
 */
export const SCOPE_DAYS_KEPT = 100;

/**
 * Delay in milliseconds before the first use of a scope on a day is written. A short delay prevents an owner
 * from removing a scope that was just used.
 */
const FIRST_USE_MS = 500;
/**
 * Maximum number of first uses per process and day that are written early. Further first uses are written
 * with the other counts.
 */
const MAX_FIRST_USES = 50_000;
const DAY_MS = 86_400_000;

interface Count extends CredentialCount {
  scope: string;
  method: string;
}

/** Adds scope counts to the stored counts of the current UTC day, and deletes expired counts of the shop. */
const write = `WITH outdated AS (
    DELETE FROM auth.scope_days
    WHERE shop_id = $1 AND day < least(now(), $2::timestamptz) - interval '${SCOPE_DAYS_KEPT} days')
  INSERT INTO auth.scope_days AS d (shop_id, day, credential_id, credential, scope, method, requests)
  SELECT $1, date_bin('1 day', $2::timestamptz, to_timestamp(0)), *
  FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::integer[])
  ON CONFLICT (shop_id, day, credential_id, scope, method)
  DO UPDATE SET requests = d.requests + EXCLUDED.requests`;

/**
 * Counts how often each installation and access token uses each scope, per UTC day and HTTP method. Shop
 * owners see which scopes a credential does not need. Does not count requests of the admin panel.
 */
@Injectable()
export class ScopeCounts implements OnModuleInit, OnApplicationShutdown {
  private readonly counts: BatchedCounts<Count>;
  /**
   * Keys of the counts, one per credential and scope, that this process has incremented on the current UTC
   * day.
   */
  private readonly usedToday = new Set<string>();
  private today = 0;
  private firstUses?: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: AuthDatabase,
    private readonly host: HttpAdapterHost,
  ) {
    this.counts = new BatchedCounts(database, {
      what: 'counts of used scopes',
      everyMs: 5_000,
      write: { name: 'scope-counts', text: write },
      columns: (counts) => this.columnsOf(counts),
      add: (to, earlier) => {
        to.requests += earlier.requests;
      },
    });
  }

  onModuleInit(): void {
    // Uses the Fastify hook onSend, because Fastify does not call onResponse if the client has disconnected.
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onSend', ({ grant, usedScopes, method }: GrantedRequest, _reply, _payload, done) => {
      if (grant && usedScopes) this.add(grant, usedScopes, method);
      done();
    });
    this.counts.start();
  }

  onApplicationShutdown(): Promise<void> {
    clearTimeout(this.firstUses);
    return this.counts.stop();
  }

  add(grant: Grant, scopes: readonly string[], method: string): void {
    const id = countedId(grant);
    if (id === undefined) return;
    for (const scope of scopes)
      this.counts.count(`${id} ${scope} ${method}`, () => this.begin(grant, scope, method));
  }

  flush(): Promise<void> {
    return this.counts.flush();
  }

  private begin(grant: Grant, scope: string, method: string): Count {
    const count = { ...beginOf(grant), scope, method };
    this.writeFirstUse(`${count.credential_id} ${scope}`);
    return count;
  }

  private writeFirstUse(key: string): void {
    const today = Math.floor(this.database.clock.now() / DAY_MS);
    if (today !== this.today) this.usedToday.clear();
    this.today = today;
    if (this.usedToday.has(key) || this.usedToday.size >= MAX_FIRST_USES) return;
    this.usedToday.add(key);
    this.firstUses ??= setTimeout(() => {
      this.firstUses = undefined;
      void this.flush();
    }, FIRST_USE_MS).unref();
  }

  private columnsOf(counts: readonly Count[]): unknown[] {
    return [
      new Date(this.database.clock.now()),
      counts.map(({ credential_id }) => credential_id),
      counts.map(({ credential }) => credential),
      counts.map(({ scope }) => scope),
      counts.map(({ method }) => method),
      counts.map(({ requests }) => requests),
    ];
  }
}
