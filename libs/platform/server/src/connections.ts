import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ApiError } from '@storewright/json-api';
import { IntervalWhile } from './interval-while';

/** In ms (docs/contract.md §2). */
export interface ConnectionLimits {
  /** From the first byte of a request, or from the opening of a connection, to the end of its headers. */
  headers: number;
  /** From there to the end of its body. */
  body: number;
  /** For a client to take an answer, or of one that is made while it is sent as much as `streamed` bytes. */
  answer: number;
  /** For a client to close its side when we have closed ours. */
  close: number;
  /** A request that is on its way for longer counts among those of its address. */
  moment: number;
  /** How often is looked for connections that are beyond one of these. */
  interval: number;
}

const defaults: ConnectionLimits = {
  headers: 10_000,
  body: 20_000,
  answer: 30_000,
  close: 2_000,
  moment: 2_000,
  interval: 500,
};

/** Requests of one address that are on their way for more than a moment. Who has more is no browser and no proxy; its oldest ones end. */
const unfinishedOfAddress = 256;
/** Connections that are cut in one go: the others wait for their answers meanwhile. */
const cutAtOnce = 20;
/** How often is looked for those, in ms. */
const cutEvery = 50;
/** Requests that a connection may send before the answer to the first one is taken. */
const mostPipelined = 100;
/** That all of them together may: each is memory, and is copied by collections as long as it waits. A connection may have half of those that are free. */
const mostAhead = 1_000;
/** Of a body whose request was answered before, so much is read and thrown away, in bytes; and each piece counts as so many at least, because it costs as much. */
const [mostIgnored, leastOfPiece] = [8_388_608, 4_096];
/** Of an answer that is made while it is sent, a client takes so many bytes in the time for an answer. */
const streamed = 65_536;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Connection {
  address: string | undefined;
  /** When it was opened, or when the headers of its request were there. */
  since: number;
  /** Of the request that has begun, until it is taken: an idle connection keeps nothing of its last one, or thousands of them fill what is collected often. */
  response: ServerResponse | undefined;
  /** A request of it has begun, at any time. */
  hasAsked: boolean;
  /** Those behind it. */
  pipelined: [IncomingMessage, ServerResponse][];
  /** What we wait for since when. */
  waits?: { for: 'answer' | 'close'; response: ServerResponse | undefined; since: number; taken: number };
}

const known = new WeakMap<object, Connections>();

/** The open connections of a server. */
export function connectionsOf(server: object): Connections {
  const connections = known.get(server);
  if (!connections) throw new Error('not a server of ours');
  return connections;
}

/**
 * Ends connections whose client does not do its part in time. Node gives up headers and bodies that do not come, but neither answers that are never taken
 * nor connections that it has closed and the client has not. And Node runs all requests that come one behind the other on a connection, and keeps their
 * answers: here each begins when the answer before it is taken, so who takes none gets one. Who sends ahead more than others leave room for is cut.
 */
export class Connections {
  private readonly open = new Map<Socket, Connection>();
  /** Those whose request is not there as a whole, the oldest one first. */
  private readonly unfinished = new Set<Socket>();
  private readonly unfinishedOf = new Map<string | undefined, Set<Socket>>();
  /** Requests that were sent ahead and have not begun. */
  private ahead = 0;
  private readonly limits: ConnectionLimits;
  private readonly looking: IntervalWhile;
  private readonly cutting: IntervalWhile;
  /** Takes a request away before anything is made of it; true where it did. */
  gate: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;

  constructor(
    private readonly handle: Handler,
    private readonly refuse: (error: ApiError, socket: Socket) => void,
    limits: Partial<ConnectionLimits> = {},
  ) {
    this.limits = { ...defaults, ...limits };
    const { open, unfinished } = this;
    this.looking = new IntervalWhile(
      this.limits.interval,
      () => this.endLate(performance.now()),
      () => open.size > 0,
    );
    this.cutting = new IntervalWhile(
      cutEvery,
      () => this.cutUnfinished(performance.now()),
      () => unfinished.size > 0,
    );
  }

  /** What Node itself looks after: headers, and as a whole what is looked after here by its parts. */
  get nodeLimits(): ServerOptions {
    const { headers, body, interval } = this.limits;
    return {
      headersTimeout: headers,
      requestTimeout: headers + body,
      connectionsCheckingInterval: interval,
    };
  }

  watch(server: Server): void {
    known.set(server, this);
    server.on('connection', (socket: Socket) => {
      const { remoteAddress: address } = socket;
      const pipelined: Connection['pipelined'] = [];
      this.open.set(socket, {
        address,
        since: performance.now(),
        response: undefined,
        hasAsked: false,
        pipelined,
      });
      this.looking.start();
      this.expect(socket);
      // Node closes a connection by it, behind the last answer.
      socket.destroySoon = () => this.close(socket);
      socket.once('close', () => {
        this.arrived(socket);
        this.ahead -= pipelined.splice(0).length;
        this.open.delete(socket);
      });
    });
    server.once('close', () => {
      this.looking.stop();
      this.cutting.stop();
    });
  }

  /** The headers of a request are there: it is handled now, or when the answer before it is taken. */
  inTurn(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.open.get(socket);
    if (!connection) return;
    if (!connection.response || connection.response.writableFinished)
      return this.begin(connection, request, response);
    // What has arrived is parsed all the same.
    socket.pause();
    const { pipelined } = connection;
    if (pipelined.length >= this.mayHaveAhead) return cut(socket);
    this.ahead += 1;
    pipelined.push([request, response]);
    if (pipelined.length === 1) connection.response.once('finish', () => this.beginNext(connection, socket));
  }

  private get mayHaveAhead(): number {
    return Math.max(1, Math.min(mostPipelined, (mostAhead - this.ahead) / 2));
  }

  private beginNext(connection: Connection, socket: Socket): void {
    const next = connection.pipelined.shift();
    // It is closed.
    if (!next) return;
    const [request, response] = next;
    this.ahead -= 1;
    if (connection.pipelined.length > 0) response.once('finish', () => this.beginNext(connection, socket));
    else socket.resume();
    this.begin(connection, request, response);
  }

  private begin(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    connection.response = response;
    connection.hasAsked = true;
    response.once('finish', () => this.forget(response, connection, socket));
    this.arrived(socket);
    if (hasBody(request)) {
      connection.since = performance.now();
      this.expect(socket);
    }
    this.handle(request, response);
  }

  private forget(response: ServerResponse, connection: Connection, socket: Socket): void {
    // Whose body is still to come is looked after until it has.
    if (connection.response === response && !this.unfinished.has(socket)) connection.response = undefined;
  }

  private expect(socket: Socket): void {
    const { address } = this.open.get(socket)!;
    this.unfinished.add(socket);
    this.cutting.start();
    const ofAddress = this.unfinishedOf.get(address);
    if (ofAddress) ofAddress.add(socket);
    else this.unfinishedOf.set(address, new Set([socket]));
  }

  /** Its body too. */
  arrived(socket: Socket): void {
    if (!this.unfinished.delete(socket)) return;
    const { address } = this.open.get(socket)!;
    const ofAddress = this.unfinishedOf.get(address)!;
    ofAddress.delete(socket);
    if (ofAddress.size === 0) this.unfinishedOf.delete(address);
  }

  /** Whether part of an answer has been sent already, so that no other one can be. */
  isAnswering(socket: Socket): boolean {
    const response = this.open.get(socket)?.response;
    return response !== undefined && response.headersSent && !response.writableFinished;
  }

  /** Whether the answer to its last request was taken, and it is open for the next one, of which nothing has arrived. */
  isBetweenRequests(socket: Socket): boolean {
    const connection = this.open.get(socket);
    if (!connection || socket.destroyed || socket.writableEnded || this.unfinished.has(socket)) return false;
    const { hasAsked, response, pipelined } = connection;
    return hasAsked && (!response || response.writableFinished) && pipelined.length === 0;
  }

  /** Cuts those that never said a word: Node takes them for busy ones. */
  cutSilent(): void {
    for (const socket of this.open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  /**
   * In stages (RFC 9112 §9.6): where a body was answered before it had come, as one that is too large, a connection that is closed whole while its client still sends would take
   * the answer with it. So our side is closed, and what comes is read until the client is through, or too late.
   */
  private close(socket: Socket): void {
    const request = this.open.get(socket)?.response?.req;
    const close = () => Socket.prototype.destroySoon.call(socket);
    if (!request || request.complete || request.destroyed) return close();
    let left = mostIgnored;
    request.on('data', ({ length }: Buffer) => {
      left -= Math.max(length, leastOfPiece);
      if (left < 0) socket.destroy();
    });
    request.once('end', close);
    socket.end();
  }

  cutAll(): void {
    for (const socket of this.open.keys()) socket.destroy();
  }

  private endLate(now: number): void {
    for (const [socket, connection] of this.open) {
      const waits = this.waitsFor(socket, connection);
      const { waits: before } = connection;
      if (!waits) delete connection.waits;
      else if (before?.for !== waits || before.response !== connection.response)
        connection.waits = {
          for: waits,
          response: connection.response,
          since: now,
          taken: takenFrom(socket),
        };
      else if (isStreamed(connection.response) && takenFrom(socket) - before.taken >= streamed)
        connection.waits = { ...before, since: now, taken: takenFrom(socket) };
      else if (now - before.since >= this.limits[waits]) socket.destroy();
    }
  }

  private waitsFor(socket: Socket, { response }: Connection): 'answer' | 'close' | undefined {
    if (socket.writableLength > 0 && response?.headersSent && !response.writableFinished) return 'answer';
    if (!socket.writableEnded) return undefined;
    return socket.writableLength > 0 ? 'answer' : 'close';
  }

  private cutUnfinished(now: number): void {
    let left = this.giveUpBodies(now, cutAtOnce);
    for (const sockets of this.unfinishedOf.values())
      for (const socket of sockets) {
        if (left === 0) return;
        if (sockets.size <= unfinishedOfAddress || now - this.open.get(socket)!.since < this.limits.moment)
          break;
        left -= 1;
        this.arrived(socket);
        socket.destroy();
      }
  }

  /** As many as that; gives what is left of it. */
  private giveUpBodies(now: number, most: number): number {
    let left = most;
    for (const socket of this.unfinished) {
      const { since, response } = this.open.get(socket)!;
      if (left === 0 || now - since < this.limits.body) break;
      // Node looks after headers.
      if (!response) continue;
      left -= 1;
      this.arrived(socket);
      if (this.isAnswering(socket) || response.writableEnded) socket.destroy();
      else this.refuse(requestTimeout(), socket);
    }
    return left;
  }
}

/** With nothing more of it parsed: Node would make a request of all that has arrived, and an error with a stack of each. */
function cut(socket: Socket & { parser?: { onIncoming: unknown } }): void {
  // Of Node's own, which stops where it is told that what follows belongs to another protocol.
  if (socket.parser) socket.parser.onIncoming = () => 2;
  socket.destroy();
}

export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Bytes that have gone out. */
const takenFrom = ({ bytesWritten, writableLength }: Socket) => bytesWritten - writableLength;

/** Nobody knew how long it would be. */
const isStreamed = (response?: ServerResponse) => response?.getHeader('content-length') === undefined;

export function requestTimeout(): ApiError {
  return new ApiError('request_timeout', {
    detail: 'The request did not arrive in time; send it again as a whole.',
  });
}
