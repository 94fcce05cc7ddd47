import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GrantedRequest } from '@storewright/access';
import { ApiError, errorDocument, mediaType } from '@storewright/json-api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { standardHeaders } from './adapter';
import { Admission, type Origin } from './admission';
import { connectionsOf } from './connections';
import { isDraining } from './drain';
import { IntervalWhile } from './interval-while';
import { requestIdOf } from './request-id';

/** Refusals in a second that are told at once. */
const prompt = 100;

/** Later ones are told after this long, in ms, and nothing is read from their connections meanwhile: who asks again at once would fill the process with refusals. */
const holdMs = 2_000;

/** Refusals that may be held; of one that comes on top the connection is cut. */
const mostHeld = 20_000;

/** `Retry-After` is one of the first so many seconds, so that those who are refused together do not come back together. */
const spread = 5;

/** Refusals that are told in one go: other requests wait meanwhile. */
const toldAtOnce = 8;

/** How often is looked at what waits, in ms. */
const tick = 50;

/** Credentials whose shop is known. */
const mostCredentials = 50_000;

interface AdmittedRequest extends GrantedRequest {
  origin?: Origin;
  /** It runs, and its answer is not made. */
  admitted?: boolean;
  refused?: boolean;
}

interface KnownRequest extends IncomingMessage {
  /** Of its credential; looked up once. */
  knownOrigin?: Origin | undefined;
}

interface Held {
  request: IncomingMessage;
  response: ServerResponse;
  since: number;
}

/**
 * Lets requests in (docs/adr/admission.md). One takes a place when its body has arrived, and has it until its answer is made, also where the client has gone
 * meanwhile: the work is there all the same. One for which there is no place is refused before its body is read.
 */
export class Overload {
  private readonly admission: Admission;
  /** By what says who asks: whose it turned out to be. */
  private readonly origins = new LRUCache<string, Origin>({ max: mostCredentials });
  private readonly refusal: [string, string];
  private held: Held[] = [];
  /** What the event loop had done when it was looked last. */
  private used = performance.eventLoopUtilization();
  /** In this second. */
  private refusals = 0;
  private readonly looking = new IntervalWhile(
    tick,
    () => this.look(performance.now()),
    () => this.held.length > 0 || !this.admission.isAtRest,
  );
  private readonly counting = new IntervalWhile(
    1_000,
    () => this.countRefusals(),
    () => false,
  );
  /** Since the start. */
  private refused = 0;

  constructor(
    private readonly fastify: FastifyInstance,
    private readonly log: Logger,
    { maxRequestsAtOnce, docsUrl }: { maxRequestsAtOnce: number; docsUrl: string },
  ) {
    this.admission = new Admission({ places: maxRequestsAtOnce });
    const detail = 'Too many requests at once; please try again.';
    const id = '<id>';
    this.refusal = errorDocument(new ApiError('overloaded', { detail }), id, docsUrl).split(id) as [
      string,
      string,
    ];
  }

  get counts(): { running: number; waiting: number; refused: number } {
    return { ...this.admission.counts, refused: this.refused };
  }

  addHooks(): void {
    const { fastify } = this;
    connectionsOf(fastify.server).gate = (request, response) => this.refusesEarly(request, response);
    for (const name of ['origin', 'admitted', 'refused']) fastify.decorateRequest(name, undefined);
    fastify.addHook('onRequest', (request: AdmittedRequest, reply, done) => {
      reply.headers(standardHeaders(request));
      request.origin = this.originOf(request);
      if (isProbe(request) || this.admission.hasRoom(request.origin)) return done();
      this.refuse(request, reply);
    });
    fastify.addHook('preValidation', (request: AdmittedRequest, reply, done) => {
      connectionsOf(fastify.server).arrived(request.raw.socket);
      if (isProbe(request)) return done();
      this.lookAgain();
      this.admission.enter(request.origin!, {
        run: () => {
          request.admitted = true;
          done();
        },
        refuse: () => this.refuse(request, reply),
        hasGone: () => request.raw.socket.destroyed,
      });
    });
    // onResponse would never come for a client who went away.
    fastify.addHook('onSend', (request: AdmittedRequest, reply, _payload, done) => {
      if (isDraining(fastify.server)) reply.header('connection', 'close');
      if (request.admitted) this.leave(request);
      done();
    });
    fastify.addHook('onClose', async () => {
      this.looking.stop();
      this.counting.stop();
    });
  }

  /** From now on until nothing runs, waits or is held. */
  private lookAgain(): void {
    if (!this.looking.isRunning) this.used = performance.eventLoopUtilization();
    this.looking.start();
  }

  private leave(request: AdmittedRequest): void {
    request.admitted = false;
    const { origin, grant } = request;
    this.admission.leave(origin!);
    if ((origin!.credential !== undefined) === (grant !== undefined)) return;
    const key = keyOf(request);
    if (key === undefined) return;
    if (grant)
      this.origins.set(key, { share: grant.shop.id, credential: grant.installation_id ?? grant.token_id });
    else this.origins.delete(key);
  }

  /** A shop's as soon as one of its credentials was accepted; until then an address's, so that who makes credentials up takes nothing from the shop. */
  private originOf({ raw, ip }: FastifyRequest): Origin {
    return (raw as KnownRequest).knownOrigin ?? { share: ip };
  }

  /** A flood comes with one credential: it is refused before Fastify makes anything of it. */
  private refusesEarly(request: KnownRequest, response: ServerResponse): boolean {
    const key = keyOf(request);
    const origin = key === undefined ? undefined : this.origins.get(key);
    request.knownOrigin = origin;
    if (!origin || this.admission.hasRoom(origin) || isProbe(request)) return false;
    this.tell(request, response);
    return true;
  }

  private refuse(request: AdmittedRequest, reply: FastifyReply): void {
    request.refused = true;
    reply.hijack();
    this.tell(request.raw, reply.raw);
  }

  /** Costs as little as Node lets it: no document is made, no line is logged. */
  private tell(request: IncomingMessage, response: ServerResponse): void {
    this.refusals += 1;
    this.refused += 1;
    this.counting.start();
    if (this.refusals <= prompt) return this.answer(request, response);
    const { socket } = request;
    if (this.held.length >= mostHeld) return void socket.destroy();
    socket.pause();
    this.held.push({ request, response, since: performance.now() });
    this.lookAgain();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (socket.destroyed) return;
    const id = requestIdOf(request);
    const body = this.refusal.join(id);
    response.writeHead(503, {
      ...standardHeaders({ id }),
      'content-type': mediaType,
      'content-length': Buffer.byteLength(body),
      'retry-after': String(1 + Math.floor(Math.random() * spread)),
      ...(isDraining(this.fastify.server) ? { connection: 'close' } : {}),
    });
    response.end(body);
    socket.resume();
  }

  private look(now: number): void {
    const { utilization } = performance.eventLoopUtilization(this.used);
    this.used = performance.eventLoopUtilization();
    this.admission.adapt(utilization);
    if (!this.admission.isIdle) this.admission.refuseLate();
    this.tellHeld(now);
  }

  private tellHeld(now: number): void {
    let told = 0;
    while (told < toldAtOnce && told < this.held.length && now - this.held[told]!.since >= holdMs) {
      const { request, response } = this.held[told++]!;
      this.answer(request, response);
    }
    if (told > 0) this.held.splice(0, told);
    if (told === toldAtOnce) setImmediate(() => this.tellHeld(now));
  }

  private countRefusals(): void {
    if (this.refusals > 0)
      this.log.warn({ refused: this.refusals }, 'requests were refused: too many at once');
    this.refusals = 0;
  }
}

/** Whether no line is logged for the request. */
export function wasRefused(request: FastifyRequest): boolean {
  return (request as AdmittedRequest).refused === true;
}

/** Whoever watches over the process must not take a busy one for a dead one. */
export function isProbe({ url }: Pick<IncomingMessage, 'url'>): boolean {
  return url === '/healthz' || url === '/readyz';
}

/** A digest: nothing keeps a credential longer than its request. */
function keyOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { authorization } = headers;
  return authorization === undefined ? undefined : hash('sha256', authorization, 'base64');
}
