import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { credentialOf, type GrantedRequest } from '@storewright/access';
import { ApiError, errorDocument, mediaType } from '@storewright/json-api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { AcceptQueue } from './accept-queue';
import { standardHeaders } from './adapter';
import { FairQueue, type Origin } from './fair-queue';
import { connectionsOf, hasBody } from './connections';
import { isDraining } from './drain';
import { IntervalWhile } from './interval-while';
import { EventLoopLag } from './event-loop-lag';
import { requestIdOf } from './request-id';
import { PausedConnections } from './paused-connections';

/** Maximum number of 503 responses per second that are sent without delay. */
const MAX_IMMEDIATE_REFUSALS = 50;

/**
 * Delay in milliseconds of 503 responses above MAX_IMMEDIATE_REFUSALS. Clients that retry immediately would
 * otherwise keep the process busy.
 */
const REFUSAL_DELAY_MS = 2_000;

/**
 * Maximum number of concurrently delayed 503 responses. Further connections are closed without a response.
 * At the rate of REFUSALS_PER_POLL, the last delayed response is sent before its client times out.
 */
const MAX_DELAYED_REFUSALS = 3_000;

/** Maximum value of Retry-After in seconds. The value is random, so that clients retry at different times. */
const MAX_RETRY_AFTER_SECONDS = 5;

const POLL_EVERY_MS = 50;

/**
 * Number of delayed 503 responses that are sent every POLL_EVERY_MS. The resulting 200 per second use less
 * than a twentieth of a processor.
 */
const REFUSALS_PER_POLL = 10;

/**
 * Number of responses per poll that are reserved for delayed 503 responses. The rest of REFUSALS_PER_POLL
 * goes to connections that were paused until they expired.
 */
const DELAYED_REFUSALS_PER_POLL = 8;

/**
 * Number of paused connections from which the server resumes reading at once. It handles their requests
 * before other work.
 */
const RESUMED_TOGETHER = 16;

/**
 * Number of paused connections of a credential from which the server resumes reading after each response to
 * the credential. One is too few, because some connections carry no further request.
 */
const RESUMED_PER_RESPONSE = 2;

const MAX_CREDENTIALS = 50_000;

interface AdmittedRequest extends GrantedRequest {
  origin?: Origin;
  admitted?: boolean;
  refused?: boolean;
}

interface KnownRequest extends IncomingMessage {
  knownOrigin?: Origin | undefined;
}

interface DelayedRefusal {
  request: IncomingMessage;
  response: ServerResponse;
  origin: Origin;
  since: number;
}

/**
 * Limits the number of requests that run or wait (docs/adr/admission.md). A request uses a slot from the end
 * of its body until its response, even if the client disconnects, because the work continues. If no slot is
 * free, the client receives 503 before the body is read.
 */
export class AdmissionController {
  private readonly queue: FairQueue;
  private readonly origins = new LRUCache<string, Origin>({ max: MAX_CREDENTIALS });
  private readonly refusal: [string, string];
  private readonly refusalLength: number;
  private delayed: DelayedRefusal[] = [];
  private readonly paused = new PausedConnections();
  /**
   * Sockets of clients that are connected without a proxy. A proxy's connection must not be paused, because
   * it carries requests of many clients.
   */
  private readonly directSockets = new WeakSet<Socket>();
  private lastUtilization = performance.eventLoopUtilization();
  /** Number of 503 responses in the current second. */
  private refusals = 0;
  /**
   * Number of 503 responses in the current second, except to clients whose connection was paused until it
   * expired.
   */
  private unpausedRefusals = 0;
  private readonly polling = new IntervalWhile(
    POLL_EVERY_MS,
    () => this.poll(performance.now()),
    () => this.delayed.length > 0 || !this.paused.isEmpty || !this.queue.isSettled,
  );
  private readonly lag = new EventLoopLag(() => this.polling.isRunning && this.queue.isShared);
  private readonly counting = new IntervalWhile(
    1_000,
    () => this.countRefusals(),
    () => false,
  );
  private refused = 0;

  constructor(
    private readonly fastify: FastifyInstance,
    private readonly log: Logger,
    { maxRequestsAtOnce, docsUrl }: { maxRequestsAtOnce: number; docsUrl: string },
  ) {
    this.queue = new FairQueue({ places: maxRequestsAtOnce });
    const detail = 'The service has too many requests. Retry after the time in Retry-After.';
    const id = '<id>';
    this.refusal = errorDocument(new ApiError('overloaded', { detail }), id, docsUrl).split(id) as [
      string,
      string,
    ];
    this.refusalLength = Buffer.byteLength(this.refusal.join(''));
  }

  get counts(): { running: number; waiting: number; refused: number } {
    return { ...this.queue.counts, refused: this.refused };
  }

  addHooks(): void {
    const { fastify } = this;
    new AcceptQueue(fastify.server, (pending) => (this.queue.pendingConnections = pending));
    connectionsOf(fastify.server).refuseEarly = (request, response) => this.refusesEarly(request, response);
    for (const name of ['origin', 'admitted', 'refused']) fastify.decorateRequest(name, undefined);
    fastify.addHook('onRequest', (request: AdmittedRequest, reply, done) => {
      reply.headers(standardHeaders(request));
      request.origin = this.originOf(request);
      if (isProbe(request) || this.queue.hasRoom(request.origin)) return done();
      this.refuse(request, reply);
    });
    fastify.addHook('preValidation', (request: AdmittedRequest, reply, done) => {
      connectionsOf(fastify.server).arrived(request.raw.socket);
      if (isProbe(request)) return done();
      this.startPolling();
      this.queue.enter(request.origin!, {
        start: () => {
          request.admitted = true;
          done();
        },
        refuse: () => this.refuse(request, reply),
        isAbandoned: () => request.raw.socket.destroyed,
      });
    });
    // Uses the Fastify hook onSend, because Fastify does not call onResponse if the client has disconnected.
    fastify.addHook('onSend', (request: AdmittedRequest, reply, _payload, done) => {
      if (isDraining(fastify.server)) reply.header('connection', 'close');
      if (request.admitted) this.leave(request, reply.raw);
      done();
    });
    fastify.addHook('onClose', async () => {
      this.polling.stop();
      this.lag.stop();
      this.counting.stop();
    });
  }

  /**
   * Starts the timer that polls the request queue. It stops by itself when no requests run, wait or are delayed,
   * no connections are paused, and the concurrency limit is at its maximum.
   */
  private startPolling(): void {
    if (!this.polling.isRunning) this.lastUtilization = performance.eventLoopUtilization();
    this.polling.start();
    if (this.queue.isShared) this.lag.start();
  }

  private leave(request: AdmittedRequest, response: ServerResponse): void {
    request.admitted = false;
    const { origin, grant } = request;
    this.queue.leave(origin!);
    if (this.queue.waitingRoomOf(origin!) > 0) this.paused.resume(origin!, RESUMED_PER_RESPONSE);
    else if (isDirect(request)) {
      this.directSockets.add(request.raw.socket);
      this.pauseAfterResponse(origin!, request.raw.socket, response);
    }
    if ((origin!.credential !== undefined) === (grant !== undefined)) return;
    const key = keyOf(request.raw);
    if (key === undefined) return;
    if (grant)
      this.origins.set(key, { share: grant.shop.id, credential: grant.installation_id ?? grant.token_id });
    else this.origins.delete(key);
  }

  /**
   * Pauses a connection after its response was sent, because Node resumes reading when it has sent the
   * response.
   */
  private pauseAfterResponse(origin: Origin, socket: Socket, response: ServerResponse): void {
    const { server } = this.fastify;
    const pause = () => {
      if (isDraining(server) || !connectionsOf(server).isBetweenRequests(socket)) return;
      this.paused.pause(origin, socket, performance.now());
      this.startPolling();
    };
    response.once('finish', () => setImmediate(pause));
  }

  /**
   * Returns the shop of a credential that was authenticated earlier, or else the client address. Requests
   * with invented credentials therefore use no slots of a shop.
   */
  private originOf({ raw, ip }: FastifyRequest): Origin {
    return (raw as KnownRequest).knownOrigin ?? { share: ip };
  }

  /**
   * Rejects a request of an authenticated credential before Fastify processes the request. A flood of such
   * requests then costs little CPU time.
   */
  private refusesEarly(request: KnownRequest, response: ServerResponse): boolean {
    const key = keyOf(request);
    const origin = key === undefined ? undefined : this.origins.get(key);
    request.knownOrigin = origin;
    const isExpired = this.paused.takeExpired(request.socket);
    if (!origin || isProbe(request)) return false;
    if (isExpired && this.queue.waitingRoomOf(origin) <= 0) this.refuseNow(request, response, origin);
    else if (this.queue.hasRoom(origin)) return false;
    else this.refuseLimited(request, response, origin);
    return true;
  }

  private refuse(request: AdmittedRequest, reply: FastifyReply): void {
    request.refused = true;
    reply.hijack();
    this.refuseLimited(request.raw, reply.raw, request.origin!);
  }

  /** Sends 503 immediately, or delayed if many 503 responses were sent in the current second. */
  private refuseLimited(request: IncomingMessage, response: ServerResponse, origin: Origin): void {
    this.unpausedRefusals += 1;
    if (this.unpausedRefusals <= MAX_IMMEDIATE_REFUSALS) return this.refuseNow(request, response, origin);
    this.count();
    const { socket } = request;
    if (this.delayed.length >= MAX_DELAYED_REFUSALS) return void socket.destroy();
    if (hasBody(request)) socket.pause();
    this.delayed.push({ request, response, origin, since: performance.now() });
    this.startPolling();
  }

  private refuseNow(request: IncomingMessage, response: ServerResponse, origin: Origin): void {
    this.count();
    this.sendRefusal({ request, response, origin });
  }

  private count(): void {
    this.refusals += 1;
    this.refused += 1;
    this.counting.start();
  }

  /**
   * Sends the 503 error document without writing to the log. Pauses the connection, so that the next request
   * on it is not read yet.
   */
  private sendRefusal({ request, response, origin }: Omit<DelayedRefusal, 'since'>): void {
    const { socket } = request;
    if (socket.destroyed) return;
    const id = requestIdOf(request);
    const headers = [
      ...['vary', 'Accept', 'x-request-id', id, 'x-content-type-options', 'nosniff'],
      ...['content-type', mediaType, 'content-length', String(this.refusalLength + id.length)],
      ...['retry-after', String(1 + Math.floor(Math.random() * MAX_RETRY_AFTER_SECONDS))],
    ];
    if (isDraining(this.fastify.server)) headers.push('connection', 'close');
    if (hasBody(request)) socket.resume();
    else if (this.directSockets.has(socket)) this.pauseAfterResponse(origin, socket, response);
    response.writeHead(503, headers);
    response.end(`${this.refusal[0]}${id}${this.refusal[1]}`);
  }

  private poll(now: number): void {
    const { utilization } = performance.eventLoopUtilization(this.lastUtilization);
    this.lastUtilization = performance.eventLoopUtilization();
    this.queue.adapt({ utilization, lagMs: this.lag.medianMs });
    if (!this.queue.isIdle) this.queue.refuseExpired();
    const due = this.countDue(now);
    const refused = this.resumeDue(now, REFUSALS_PER_POLL - Math.min(due, DELAYED_REFUSALS_PER_POLL));
    for (const refusal of this.delayed.splice(0, Math.min(due, REFUSALS_PER_POLL - refused)))
      this.sendRefusal(refusal);
  }

  /**
   * Resumes reading from paused connections in batches, so that other work can run between batches. Returns
   * the number of connections whose next request receives 503.
   */
  private resumeDue(now: number, maxRefused: number): number {
    const budget = { served: RESUMED_TOGETHER, refused: maxRefused };
    // A draining server resumes all paused connections, because the server must read requests that clients have
    // already sent before it closes idle connections.
    const all = isDraining(this.fastify.server);
    const roomOf = (origin: Origin) => (all ? Infinity : this.queue.waitingRoomOf(origin));
    const left = this.paused.resumeDue(roomOf, now, budget);
    if (left.served === 0) setImmediate(() => this.resumeDue(now, 0));
    return maxRefused - left.refused;
  }

  private countDue(now: number): number {
    const first = this.delayed.slice(0, REFUSALS_PER_POLL);
    return first.filter(({ since }) => now - since >= REFUSAL_DELAY_MS).length;
  }

  private countRefusals(): void {
    if (this.refusals > 0)
      this.log.warn({ refused: this.refusals }, 'refused requests: the service is overloaded');
    this.refusals = this.unpausedRefusals = 0;
  }
}

/** True if the request received 503 because the service was overloaded. Such a request is not logged. */
export function wasRefused(request: FastifyRequest): boolean {
  return (request as AdmittedRequest).refused === true;
}

/**
 * True for a health check. Health checks bypass admission control, because an orchestrator would otherwise
 * restart a busy process.
 */
export function isProbe({ url }: Pick<IncomingMessage, 'url'>): boolean {
  return url === '/healthz' || url === '/readyz';
}

/** True if the client is connected without a proxy. The socket is null if the request was destroyed. */
function isDirect(request: FastifyRequest): boolean {
  const socket: Socket | null = request.raw.socket;
  return socket !== null && request.ip === socket.remoteAddress;
}

/**
 * Returns the digest of the request's credential, because caches must not contain credentials in plain text.
 */
function keyOf(request: IncomingMessage): string | undefined {
  return credentialOf(request)?.digest;
}
