import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AuthDatabase } from '@storewright/database';
import type { FastifyInstance } from 'fastify';
import { BatchedCounts, beginOf, countedId, type CredentialCount } from './batched-counts';
import type { Grant, GrantedRequest } from './grant';

/** Number of days after which counts are deleted. It exceeds the 90 days in which a scope can be unused. */
export const SCOPE_DAYS_KEPT = 100;

/** Requests of one credential that required one scope, with one method. */
interface Count extends CredentialCount {
  scope: string;
  method: string;
}

/** Adds the counts to those of the day (UTC) and deletes expired counts of the shop. */
const write = `WITH outdated AS (
    DELETE FROM auth.scope_days
    WHERE shop_id = $1 AND day < least(now(), $2::timestamptz) - interval '${SCOPE_DAYS_KEPT} days')
  INSERT INTO auth.scope_days AS d (shop_id, day, credential_id, credential, scope, method, requests)
  SELECT $1, date_bin('1 day', $2::timestamptz, to_timestamp(0)), *
  FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::integer[])
  ON CONFLICT (shop_id, day, credential_id, scope, method)
  DO UPDATE SET requests = d.requests + EXCLUDED.requests`;

/**
 * Counts how often each installation and access token uses each of its scopes, by day and method. Owners see
 * which scopes a credential does not need. Requests of the panel are not counted.
 */
@Injectable()
export class ScopeCounts implements OnModuleInit, OnApplicationShutdown {
  private readonly counts: BatchedCounts<Count>;

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
    // Counts in onSend, because onResponse is not called if the client has disconnected.
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onSend', ({ grant, usedScopes, method }: GrantedRequest, _reply, _payload, done) => {
      if (grant && usedScopes) this.add(grant, usedScopes, method);
      done();
    });
    this.counts.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.counts.stop();
  }

  /** Counts one request for each scope that it required. */
  add(grant: Grant, scopes: readonly string[], method: string): void {
    const id = countedId(grant);
    if (id === undefined) return;
    for (const scope of scopes)
      this.counts.count(`${id} ${scope} ${method}`, () => ({ ...beginOf(grant), scope, method }));
  }

  flush(): Promise<void> {
    return this.counts.flush();
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
