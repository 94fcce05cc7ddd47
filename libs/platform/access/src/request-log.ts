import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleInit,
  Optional,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AuthDatabase, insertRows, type Statement } from '@storewright/database';
import { processCounter } from '@storewright/metrics';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { byShop } from './by-shop';
import type { Grant, GrantedRequest } from './grant';
import { credentialOf } from './token.guard';
import { TokenVerifier } from './token-verifier';
import { unknownRouteOf } from './unknown-route';

/**
 * Injection token for the maximum number of requests per app and minute that this process logs. 0 disables
 * the request log.
 */
export const LOGGED_PER_MINUTE = Symbol('requests of one app in the log, per minute');

const MAX_PENDING = 10_000;
/**
 * Interval in milliseconds at which log entries are written. The entries since the last write are lost if the
 * process is killed.
 */
const FLUSH_EVERY_MS = 2_000;
/** Age in milliseconds at which a log entry that could not be written is dropped. */
const MAX_PENDING_MS = 60_000;
const MINUTE_MS = 60_000;

/** Metric of the requests that the request log omitted. The label is the reason, never the app. */
const leftOut = processCounter(
  'storewright_request_log_left_out_total',
  'Requests missing from the request log: limit of the app, limit of the process, or not writable',
  'reason',
  ['app', 'all', 'unwritten'],
);

interface Entry {
  shop_id: string;
  app_id: string;
  installation_id: string;
  /** Time of the logged response, in milliseconds since 1970. */
  at: number;
  method: string;
  /** URL path of the route with parameter names, such as `/api/orders/:id`. */
  pattern: string;
  status: number;
  ms: number;
  request_id: string;
  left_out: number;
}
type Answered = Pick<Entry, 'method' | 'pattern' | 'status' | 'ms' | 'request_id'>;

/**
 * For one app, the number of requests that were logged in the current minute, and the number of requests that
 * were omitted since the last log entry.
 */
interface Share {
  minute: number;
  kept: number;
  leftOut: number;
}

/**
 * Logs the requests of an app for the app's developer. Entries are written in batches, so that requests do
 * not wait. A limit per app and minute bounds memory and disk usage.
 */
@Injectable()
export class RequestLog implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('request-log');
  private readonly shares = new Map<string, Share>();
  private waiting: Entry[] = [];
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly database: AuthDatabase,
    private readonly host: HttpAdapterHost,
    @Inject(LOGGED_PER_MINUTE) private readonly perMinute: number,
    @Optional() private readonly tokens?: TokenVerifier,
  ) {}

  onModuleInit(): void {
    if (this.perMinute === 0) return;
    // Uses the Fastify hook onSend, because Fastify does not call onResponse if the client has disconnected.
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onSend', (request: GrantedRequest, reply, _payload, done) => {
      if (request.grant?.app_id !== undefined) {
        const { method, routeOptions, id: request_id, grant } = request;
        const { statusCode: status, elapsedTime: ms } = reply;
        this.add(grant, { method, pattern: routeOptions.url!, status, ms, request_id });
      } else if (request.is404) this.addUnknown(request, reply);
      done();
    });
    this.timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /**
   * Logs a request that matches no route. Guards run only for routes, so this function verifies the token,
   * without delaying the response.
   */
  private addUnknown({ raw, method, id: request_id }: GrantedRequest, reply: FastifyReply): void {
    const token = credentialOf(raw);
    if (token?.kind !== 'oauth_token') return;
    const pattern = unknownRouteOf(raw.url ?? '');
    const answered = { method, pattern, status: reply.statusCode, ms: reply.elapsedTime, request_id };
    this.tokens?.verify(token).then(
      (grant) => grant && this.add(grant, answered),
      () => leftOut.inc({ reason: 'unwritten' }),
    );
  }

  /**
   * Logs a request of an app. Ignores a request with an access token, because the token belongs to no app.
   */
  add({ shop, app_id, installation_id }: Grant, answered: Answered, at = this.database.clock.now()): void {
    if (app_id === undefined || installation_id === undefined) return;
    const share = this.shareOf(app_id, at);
    const isFull = this.waiting.length >= MAX_PENDING;
    if (isFull || share.kept >= this.perMinute) {
      share.leftOut += 1;
      leftOut.inc({ reason: isFull ? 'all' : 'app' });
      return;
    }
    share.kept += 1;
    this.waiting.push({
      shop_id: shop.id,
      app_id,
      installation_id,
      at,
      ...answered,
      left_out: share.leftOut,
    });
    share.leftOut = 0;
  }

  /** Writes log entries with one SQL statement per shop. Repeats a failed write for up to a minute. */
  async flush(): Promise<void> {
    const entries = this.waiting;
    this.waiting = [];
    this.forgetShares();
    for (const [shop_id, ofShop] of byShop(entries, (entry) => entry.shop_id)) {
      try {
        await this.database.query({ shop_id }, insertionOf(shop_id, ofShop));
      } catch (error) {
        this.log.warn(`requests of apps were not written: ${(error as Error).message}`);
        this.takeBack(ofShop);
      }
    }
  }

  private shareOf(app_id: string, at: number): Share {
    const minute = Math.floor(at / MINUTE_MS);
    const share = this.shares.get(app_id);
    if (share?.minute === minute) return share;
    const begun = { minute, kept: 0, leftOut: share?.leftOut ?? 0 };
    this.shares.set(app_id, begun);
    return begun;
  }

  private forgetShares(): void {
    const minute = Math.floor(this.database.clock.now() / MINUTE_MS);
    for (const [app_id, share] of this.shares)
      if (share.minute < minute && share.leftOut === 0) this.shares.delete(app_id);
  }

  private takeBack(entries: readonly Entry[]): void {
    const since = this.database.clock.now() - MAX_PENDING_MS;
    const recent = entries.filter(({ at }) => at > since);
    const kept = recent.slice(0, Math.max(0, MAX_PENDING - this.waiting.length));
    this.waiting = [...kept, ...this.waiting];
    leftOut.inc({ reason: 'unwritten' }, entries.length - kept.length);
  }
}

function insertionOf(shop_id: string, entries: readonly Entry[]): Statement {
  const of = (type: string, value: (entry: Entry, at: number) => unknown) => ({
    type,
    values: entries.map(value),
  });
  return insertRows({
    name: 'request-log',
    table: 'auth.app_requests',
    same: { shop_id },
    each: {
      // The sequence number preserves the order of log entries with the same time.
      id: of('uuid', ({ at }, seq) => uuidv7({ msecs: at, seq })),
      app_id: of('uuid', (entry) => entry.app_id),
      installation_id: of('uuid', (entry) => entry.installation_id),
      requested_at: of('timestamptz', ({ at }) => new Date(at)),
      method: of('text', ({ method }) => method),
      route: of('text', ({ pattern }) => pattern.replace(/:(\w+)/g, '{$1}')),
      status: of('integer', ({ status }) => status),
      duration_ms: of('integer', ({ ms }) => Math.round(ms)),
      request_id: of('text', (entry) => entry.request_id),
      left_out: of('integer', (entry) => entry.left_out),
    },
  });
}
