import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AuthDatabase } from '@storewright/database';
import type { FastifyInstance } from 'fastify';
import { BatchedCounts, beginOf, countedId, type CredentialCount } from './batched-counts';
import type { Grant, GrantedRequest } from './grant';

const HOUR_MS = 3_600_000;

interface Count extends CredentialCount {
  hour: number;
  client_errors: number;
  server_errors: number;
}

/**
 * Adds request counts to the stored counts per hour and, for installations, per day. A single statement keeps
 * both consistent. Also deletes expired counts of the shop.
 */
const write = `WITH outdated AS (
    DELETE FROM auth.request_counts
    WHERE shop_id = $1 AND hour < least(now(), $8::timestamptz) - interval '30 days'),
  counted AS (SELECT * FROM unnest($2::timestamptz[], $3::uuid[], $4::text[], $5::integer[], $6::integer[],
    $7::integer[])
    AS n (hour, credential_id, credential, requests, client_errors, server_errors)),
  days AS (INSERT INTO auth.request_days AS d (shop_id, installation_id, day, requests, client_errors, server_errors)
    SELECT $1, credential_id, date_bin('1 day', hour, to_timestamp(0)), sum(requests), sum(client_errors),
      sum(server_errors)
    FROM counted WHERE credential = 'installations' GROUP BY 2, 3 ORDER BY 3, 2
    ON CONFLICT (shop_id, installation_id, day) DO UPDATE SET requests = d.requests + EXCLUDED.requests,
      client_errors = d.client_errors + EXCLUDED.client_errors,
        server_errors = d.server_errors + EXCLUDED.server_errors)
  INSERT INTO auth.request_counts AS c (shop_id, hour, credential_id, credential, requests, client_errors,
    server_errors)
  SELECT $1, * FROM counted
  ON CONFLICT (shop_id, hour, credential_id) DO UPDATE SET requests = c.requests + EXCLUDED.requests,
    client_errors = c.client_errors + EXCLUDED.client_errors, server_errors = c.server_errors + EXCLUDED.server_errors`;

/**
 * Counts the requests of each installation and access token per hour. Ignores requests without a valid token
 * and requests of the admin panel.
 */
@Injectable()
export class RequestCounts implements OnModuleInit, OnApplicationShutdown {
  private readonly counts: BatchedCounts<Count>;

  constructor(
    private readonly database: AuthDatabase,
    private readonly host: HttpAdapterHost,
  ) {
    this.counts = new BatchedCounts(database, {
      what: 'request counts',
      everyMs: 5_000,
      write: { name: 'request-counts', text: write },
      columns: columnsOf,
      add: (to, earlier) => {
        to.requests += earlier.requests;
        to.client_errors += earlier.client_errors;
        to.server_errors += earlier.server_errors;
      },
    });
  }

  onModuleInit(): void {
    // Uses the Fastify hook onSend, because Fastify does not call onResponse if the client has disconnected.
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onSend', (request, reply, _payload, done) => {
      const { grant } = request as GrantedRequest;
      if (grant) this.add(grant, reply.statusCode);
      done();
    });
    this.counts.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.counts.stop();
  }

  add(grant: Grant, status: number, at = this.database.clock.now()): void {
    const id = countedId(grant);
    if (id === undefined) return;
    const hour = Math.floor(at / HOUR_MS);
    const key = `${hour} ${id}`;
    const begin = () => ({ ...beginOf(grant), hour, client_errors: 0, server_errors: 0 });
    const count = this.counts.count(key, begin);
    if (!count) return;
    if (status >= 500) count.server_errors += 1;
    else if (status >= 400) count.client_errors += 1;
  }

  flush(): Promise<void> {
    return this.counts.flush();
  }
}

function columnsOf(counts: readonly Count[]): unknown[] {
  return [
    counts.map(({ hour }) => new Date(hour * HOUR_MS)),
    counts.map(({ credential_id }) => credential_id),
    counts.map(({ credential }) => credential),
    counts.map(({ requests }) => requests),
    counts.map(({ client_errors }) => client_errors),
    counts.map(({ server_errors }) => server_errors),
    // Current time of this process. The SQL statement uses the earlier of this time and the database time, so
    // that a clock that is ahead deletes no current rows.
    new Date(),
  ];
}
