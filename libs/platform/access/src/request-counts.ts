import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AuthDatabase } from '@storewright/database';
import type { FastifyInstance } from 'fastify';
import { byShop } from './by-shop';
import type { Grant, GrantedRequest } from './grant';

/** How often the counts are written, in ms: what a killed process loses at most. */
const writeEveryMs = 5_000;
/** Counts of so many hours and credentials wait at most to be written; what comes on top is not counted. */
const MAX_WAITING = 10_000;
const hourMs = 3_600_000;

/** Of one credential in one hour. */
interface Count {
  shop_id: string;
  hour: number;
  credential_id: string;
  credential: 'installations' | 'access_tokens';
  requests: number;
  /** Answered 4xx. */
  client_errors: number;
  /** Answered 5xx. */
  server_errors: number;
}

/** Also clears away what the shop has kept for longer than its time. */
const write = `WITH outdated AS (DELETE FROM auth.request_counts WHERE shop_id = $1 AND hour < now() - interval '30 days')
  INSERT INTO auth.request_counts AS c (shop_id, hour, credential_id, credential, requests, client_errors, server_errors)
  SELECT $1, * FROM unnest($2::timestamptz[], $3::uuid[], $4::text[], $5::integer[], $6::integer[], $7::integer[])
  ON CONFLICT (shop_id, hour, credential_id) DO UPDATE SET requests = c.requests + EXCLUDED.requests,
    client_errors = c.client_errors + EXCLUDED.client_errors, server_errors = c.server_errors + EXCLUDED.server_errors`;

/**
 * Counts the requests of each installation and access token by the hour: in memory, written in batches, so that no request pays for it. A request
 * without a valid token has no shop to count for, and those of the admin panel (tokens of a session) say nothing about an app.
 */
@Injectable()
export class RequestCounts implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('request-counts');
  /** By hour and credential. */
  private counts = new Map<string, Count>();
  private uncounted = 0;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly database: AuthDatabase,
    private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    // onResponse would miss a client who went away.
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onSend', (request, reply, _payload, done) => {
      const { grant } = request as GrantedRequest;
      if (grant) this.add(grant, reply.statusCode);
      done();
    });
    this.timer = setInterval(() => void this.flush(), writeEveryMs).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** One request that was answered with this status. */
  add(
    { shop, installation_id, token_id, session_id }: Grant,
    status: number,
    at = this.database.clock.now(),
  ): void {
    if (session_id !== undefined) return;
    const hour = Math.floor(at / hourMs);
    const credential_id = installation_id ?? token_id;
    const key = `${hour} ${credential_id}`;
    let count = this.counts.get(key);
    if (!count) {
      if (this.counts.size >= MAX_WAITING) return void (this.uncounted += 1);
      const credential = installation_id === undefined ? 'access_tokens' : 'installations';
      count = {
        shop_id: shop.id,
        hour,
        credential_id,
        credential,
        requests: 0,
        client_errors: 0,
        server_errors: 0,
      };
      this.counts.set(key, count);
    }
    count.requests += 1;
    if (status >= 500) count.server_errors += 1;
    else if (status >= 400) count.client_errors += 1;
  }

  /** Writes what was counted, each shop's in one statement. What can't be written now is written with the next counts. */
  async flush(): Promise<void> {
    const { counts, uncounted } = this;
    this.counts = new Map();
    this.uncounted = 0;
    if (uncounted > 0) this.log.warn(`${uncounted} requests were not counted: too many credentials at once`);
    for (const [shop_id, ofShop] of byShop(counts)) {
      try {
        await this.database.query(
          { shop_id },
          { name: 'request-counts', text: write, values: columnsOf(ofShop) },
        );
      } catch (error) {
        this.log.warn(`request counts were not written: ${(error as Error).message}`);
        for (const [key, count] of ofShop) this.takeBack(key, count);
      }
    }
  }

  private takeBack(key: string, count: Count): void {
    const since = this.counts.get(key);
    if (since) {
      count.requests += since.requests;
      count.client_errors += since.client_errors;
      count.server_errors += since.server_errors;
    }
    this.counts.set(key, count);
  }
}

function columnsOf(ofShop: readonly (readonly [string, Count])[]): unknown[] {
  const counts = ofShop.map(([, count]) => count);
  return [
    counts[0]!.shop_id,
    counts.map(({ hour }) => new Date(hour * hourMs)),
    counts.map(({ credential_id }) => credential_id),
    counts.map(({ credential }) => credential),
    counts.map(({ requests }) => requests),
    counts.map(({ client_errors }) => client_errors),
    counts.map(({ server_errors }) => server_errors),
  ];
}
