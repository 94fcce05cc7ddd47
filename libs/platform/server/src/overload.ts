import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { credentialOf, type GrantedRequest } from '@storewright/access';
import { ApiError, errorDocument, mediaType } from '@storewright/json-api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { AcceptQueue } from './accept-queue';
import { standardHeaders } from './adapter';
import { Admission, type Origin } from './admission';
import { connectionsOf, hasBody } from './connections';
import { isDraining } from './drain';
import { IntervalWhile } from './interval-while';
import { LoopLateness } from './loop-lateness';
import { requestIdOf } from './request-id';
import { RestingConnections } from './resting-connections';

/** Refusals in a second that are told at once. */
const prompt = 50;

/** Later ones are told after this long, in ms: who asks again at once would fill the process with refusals. */
const holdMs = 2_000;

/** Refusals that may be held; of one that comes on top the connection is cut. The last one is told before its client has given up. */
const mostHeld = 3_000;

/** `Retry-After` is one of the first so many seconds, so that those who are refused together do not come back together. */
const spread = 5;

/** How often is looked at what waits, in ms. */
const tick = 50;

/** Late refusals that are told in a tick: 200 in a second, which is less than a twentieth of a processor, however many ask. */
const toldInTick = 10;

/** Of these so many are for requests that are held, before those of connections that rest. */
const ofHeld = 8;

/** Connections that go on in one go: what their clients have asked is read before anything else is done. */
const readAtOnce = 16;

/** Connections of a credential that go on when one of its requests is answered: not each of them has something to ask. */
const wokenAtOnce = 2;

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
  origin: Origin;
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
  /** Before the request's id, and behind it. */
  private readonly refusal: [string, string];
  private readonly refusalLength: number;
  private held: Held[] = [];
  private readonly resting = new RestingConnections();
  /** Connections that are known to be no proxy's: one of those carries requests of everybody, and must not wait for one of them. */
  private readonly direct = new WeakSet<Socket>();
  /** What the event loop had done when it was looked last. */
  private used = performance.eventLoopUtilization();
  /** In this second; and of those that did not rest before. */
  private refusals = 0;
  private prompts = 0;
  private readonly looking = new IntervalWhile(
    tick,
    () => this.look(performance.now()),
    () => this.held.length > 0 || !this.resting.areNone || !this.admission.isAtRest,
  );
  private readonly lateness = new LoopLateness(() => this.looking.isRunning && this.admission.isShared);
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
    this.refusalLength = Buffer.byteLength(this.refusal.join(''));
  }

  get counts(): { running: number; waiting: number; refused: number } {
    return { ...this.admission.counts, refused: this.refused };
  }

  addHooks(): void {
    const { fastify } = this;
    new AcceptQueue(fastify.server, (wait) => (this.admission.connectionsWait = wait));
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
      if (request.admitted) this.leave(request, reply.raw);
      done();
    });
    fastify.addHook('onClose', async () => {
      this.looking.stop();
      this.lateness.stop();
      this.counting.stop();
    });
  }

  /** From now on until nothing runs, waits or is held. */
  private lookAgain(): void {
    if (!this.looking.isRunning) this.used = performance.eventLoopUtilization();
    this.looking.start();
    if (this.admission.isShared) this.lateness.start();
  }

  private leave(request: AdmittedRequest, response: ServerResponse): void {
    request.admitted = false;
    const { origin, grant } = request;
    this.admission.leave(origin!);
    if (this.admission.roomOf(origin!) > 0) this.resting.wake(origin!, wokenAtOnce);
    else if (isDirect(request)) {
      this.direct.add(request.raw.socket);
      this.letRest(origin!, request.raw.socket, response);
    }
    if ((origin!.credential !== undefined) === (grant !== undefined)) return;
    const key = keyOf(request.raw);
    if (key === undefined) return;
    if (grant)
      this.origins.set(key, { share: grant.shop.id, credential: grant.installation_id ?? grant.token_id });
    else this.origins.delete(key);
  }

  /** As soon as the answer is taken. Node goes on reading then, and stops where it is told to afterwards. */
  private letRest(origin: Origin, socket: Socket, response: ServerResponse): void {
    const { server } = this.fastify;
    const rest = () => {
      if (isDraining(server) || !connectionsOf(server).isBetweenRequests(socket)) return;
      this.resting.rest(origin, socket, performance.now());
      this.lookAgain();
    };
    response.once('finish', () => setImmediate(rest));
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
    const isLate = this.resting.isLate(request.socket);
    if (!origin || isProbe(request)) return false;
    if (isLate && this.admission.roomOf(origin) <= 0) this.tellNow(request, response, origin);
    else if (this.admission.hasRoom(origin)) return false;
    else this.tell(request, response, origin);
    return true;
  }

  private refuse(request: AdmittedRequest, reply: FastifyReply): void {
    request.refused = true;
    reply.hijack();
    this.tell(request.raw, reply.raw, request.origin!);
  }

  /** At once or later. */
  private tell(request: IncomingMessage, response: ServerResponse, origin: Origin): void {
    this.prompts += 1;
    if (this.prompts <= prompt) return this.tellNow(request, response, origin);
    this.count();
    const { socket } = request;
    if (this.held.length >= mostHeld) return void socket.destroy();
    if (hasBody(request)) socket.pause();
    this.held.push({ request, response, origin, since: performance.now() });
    this.lookAgain();
  }

  private tellNow(request: IncomingMessage, response: ServerResponse, origin: Origin): void {
    this.count();
    this.answer({ request, response, origin });
  }

  private count(): void {
    this.refusals += 1;
    this.refused += 1;
    this.counting.start();
  }

  /** Costs as little as Node lets it: no document is made, no line is logged. What the connection asks next is not read before its turn. */
  private answer({ request, response, origin }: Omit<Held, 'since'>): void {
    const { socket } = request;
    if (socket.destroyed) return;
    const id = requestIdOf(request);
    const headers = [
      ...['vary', 'Accept', 'x-request-id', id, 'x-content-type-options', 'nosniff'],
      ...['content-type', mediaType, 'content-length', String(this.refusalLength + id.length)],
      ...['retry-after', String(1 + Math.floor(Math.random() * spread))],
    ];
    if (isDraining(this.fastify.server)) headers.push('connection', 'close');
    if (hasBody(request)) socket.resume();
    else if (this.direct.has(socket)) this.letRest(origin, socket, response);
    response.writeHead(503, headers);
    response.end(`${this.refusal[0]}${id}${this.refusal[1]}`);
  }

  private look(now: number): void {
    const { utilization } = performance.eventLoopUtilization(this.used);
    this.used = performance.eventLoopUtilization();
    this.admission.adapt({ utilization, late: this.lateness.median });
    if (!this.admission.isIdle) this.admission.refuseLate();
    const due = this.countDue(now);
    const most = toldInTick - Math.min(due, ofHeld);
    const told = this.wakeSome(now, most);
    for (const held of this.held.splice(0, Math.min(due, toldInTick - told))) this.answer(held);
  }

  /** Some of the connections that rest go on, and the others behind what has come meanwhile; tells how many of them are refused. */
  private wakeSome(now: number, refusals: number): number {
    const going = { most: readAtOnce, refusals };
    // Those that are open for long without a request are cut then: what their clients have sent must be read before.
    const all = isDraining(this.fastify.server);
    const roomOf = (origin: Origin) => (all ? Infinity : this.admission.roomOf(origin));
    const left = this.resting.wakeAll(roomOf, now, going);
    if (left.most === 0) setImmediate(() => this.wakeSome(now, 0));
    return refusals - left.refusals;
  }

  /** Of those that are held, as many as may be told in a tick. */
  private countDue(now: number): number {
    const held = this.held.slice(0, toldInTick);
    return held.filter(({ since }) => now - since >= holdMs).length;
  }

  private countRefusals(): void {
    if (this.refusals > 0)
      this.log.warn({ refused: this.refusals }, 'requests were refused: too many at once');
    this.refusals = this.prompts = 0;
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

function isDirect({ raw, ip }: FastifyRequest): boolean {
  return ip === raw.socket.remoteAddress;
}

/** A digest: nothing keeps a credential longer than its request. */
function keyOf(request: IncomingMessage): string | undefined {
  return credentialOf(request)?.digest;
}
