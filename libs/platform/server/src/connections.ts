import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ApiError } from '@storewright/json-api';
import { IntervalWhile } from './interval-while';

/** Time limits of connections in milliseconds (docs/contract.md §2). */
export interface ConnectionLimits {
  /**
   * Limit from the first byte of a request, or from the opening of the connection, to the end of the headers.
   */
  headers: number;
  /** Limit from the end of the headers to the end of the body. */
  body: number;
  /** Limit for a client to read a response, or STREAM_CHUNK_BYTES of a streamed response. */
  answer: number;
  /** Limit for a client to close its side after the server closed its side. */
  close: number;
  /** Age from which an incomplete request counts towards the limit of its address. */
  unfinishedAge: number;
  /** Interval between checks of the limits. */
  interval: number;
}

const defaults: ConnectionLimits = {
  headers: 10_000,
  body: 20_000,
  answer: 30_000,
  close: 2_000,
  unfinishedAge: 2_000,
  interval: 500,
};

/**
 * Maximum number of incomplete requests per address. Browsers and proxies never have more. The oldest
 * requests are cut.
 */
const MAX_UNFINISHED_PER_ADDRESS = 256;
/** Number of connections that are closed together. Other requests can run between batches. */
const CUT_TOGETHER = 20;
const CUT_EVERY_MS = 50;
/** Maximum number of pipelined requests per connection. */
const MAX_PIPELINED = 100;
/**
 * Maximum number of pipelined requests of all connections, which limits memory. A connection can use half of
 * the remaining number.
 */
const MAX_PIPELINED_TOTAL = 1_000;
/**
 * Number of bytes that the server reads and discards after an early response. Each piece counts as at least
 * MIN_PIECE_BYTES, which reflects its cost.
 */
const [MAX_DISCARDED_BYTES, MIN_PIECE_BYTES] = [8_388_608, 4_096];
/** Number of bytes of a streamed response that a client must read within the limit. */
const STREAM_CHUNK_BYTES = 65_536;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Connection {
  address: string | undefined;
  /** Time at which the connection was opened, or at which the current request's headers were complete. */
  since: number;
  /**
   * Response of the current request. Cleared after the client received it, so that idle connections use
   * little memory.
   */
  response: ServerResponse | undefined;
  /** True once the connection has sent any request. */
  hasSentRequest: boolean;
  /** Pipelined requests that wait for the current request. */
  pipelined: [IncomingMessage, ServerResponse][];
  /** Action of the client for which the connection waits, and the start of the wait. */
  awaited?: { for: 'answer' | 'close'; response: ServerResponse | undefined; since: number; taken: number };
}

const known = new WeakMap<object, Connections>();

/** Returns the open connections of a server. */
export function connectionsOf(server: object): Connections {
  const connections = known.get(server);
  if (!connections) throw new Error('The server was not created by httpServer.');
  return connections;
}

/**
 * Closes connections whose client is too slow. Node limits the time for headers and bodies, but not the time
 * to read a response or to close the connection. Node also runs all pipelined requests at once and stores
 * their responses. This class starts each request after the client has read the previous response. A
 * connection that pipelines too many requests is closed.
 */
export class Connections {
  private readonly open = new Map<Socket, Connection>();
  /** Connections with an incomplete request, the oldest first. */
  private readonly unfinished = new Set<Socket>();
  private readonly unfinishedOf = new Map<string | undefined, Set<Socket>>();
  /** Number of pipelined requests that have not started. */
  private pipelinedTotal = 0;
  private readonly limits: ConnectionLimits;
  private readonly checking: IntervalWhile;
  private readonly cutting: IntervalWhile;
  /** Can refuse a request before Fastify processes it. Returns true if the request was refused. */
  refuseEarly: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;

  constructor(
    private readonly handle: Handler,
    private readonly refuse: (error: ApiError, socket: Socket) => void,
    limits: Partial<ConnectionLimits> = {},
  ) {
    this.limits = { ...defaults, ...limits };
    const { open, unfinished } = this;
    this.checking = new IntervalWhile(
      this.limits.interval,
      () => this.endLate(performance.now()),
      () => open.size > 0,
    );
    this.cutting = new IntervalWhile(
      CUT_EVERY_MS,
      () => this.cutUnfinished(performance.now()),
      () => unfinished.size > 0,
    );
  }

  /** Options of Node's HTTP server for the limits that Node enforces. */
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
        hasSentRequest: false,
        pipelined,
      });
      this.checking.start();
      this.expect(socket);
      // Node calls this function to close a connection after the last response.
      socket.destroySoon = () => this.close(socket);
      socket.once('close', () => {
        this.arrived(socket);
        this.pipelinedTotal -= pipelined.splice(0).length;
        this.open.delete(socket);
      });
    });
    server.once('close', () => {
      this.checking.stop();
      this.cutting.stop();
    });
  }

  /** Starts the request now, or after the client has read the previous response. */
  handleInOrder(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.open.get(socket);
    if (!connection) return;
    if (!connection.response || connection.response.writableFinished)
      return this.begin(connection, request, response);
    // Pauses reading. Node still parses data that has already arrived.
    socket.pause();
    const { pipelined } = connection;
    if (pipelined.length >= this.maxPipelined) return cut(socket);
    this.pipelinedTotal += 1;
    pipelined.push([request, response]);
    if (pipelined.length === 1) connection.response.once('finish', () => this.beginNext(connection, socket));
  }

  private get maxPipelined(): number {
    return Math.max(1, Math.min(MAX_PIPELINED, (MAX_PIPELINED_TOTAL - this.pipelinedTotal) / 2));
  }

  private beginNext(connection: Connection, socket: Socket): void {
    const next = connection.pipelined.shift();
    if (!next) return;
    const [request, response] = next;
    this.pipelinedTotal -= 1;
    if (connection.pipelined.length > 0) response.once('finish', () => this.beginNext(connection, socket));
    else socket.resume();
    this.begin(connection, request, response);
  }

  private begin(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    connection.response = response;
    connection.hasSentRequest = true;
    response.once('finish', () => this.forget(response, connection, socket));
    this.arrived(socket);
    if (hasBody(request)) {
      connection.since = performance.now();
      this.expect(socket);
    }
    this.handle(request, response);
  }

  private forget(response: ServerResponse, connection: Connection, socket: Socket): void {
    // A request whose body is incomplete remains the current request until the body has arrived.
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

  /** Must be called when the body of the current request has arrived. */
  arrived(socket: Socket): void {
    if (!this.unfinished.delete(socket)) return;
    const { address } = this.open.get(socket)!;
    const ofAddress = this.unfinishedOf.get(address)!;
    ofAddress.delete(socket);
    if (ofAddress.size === 0) this.unfinishedOf.delete(address);
  }

  /** True if part of a response was sent, so that no other response can follow. */
  isAnswering(socket: Socket): boolean {
    const response = this.open.get(socket)?.response;
    return response !== undefined && response.headersSent && !response.writableFinished;
  }

  /** True if the client has read the last response and sent no further data. */
  isBetweenRequests(socket: Socket): boolean {
    const connection = this.open.get(socket);
    if (!connection || socket.destroyed || socket.writableEnded || this.unfinished.has(socket)) return false;
    const { hasSentRequest, response, pipelined } = connection;
    return hasSentRequest && (!response || response.writableFinished) && pipelined.length === 0;
  }

  /** Closes connections that never sent a request, because Node treats them as busy. */
  cutSilent(): void {
    for (const socket of this.open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  /**
   * Closes the connection in stages (RFC 9112 §9.6). If the response was sent before the body arrived,
   * closing both directions at once would discard the response. So the server closes its side and reads until
   * the client closes or the time limit is over.
   */
  private close(socket: Socket): void {
    const request = this.open.get(socket)?.response?.req;
    const close = () => Socket.prototype.destroySoon.call(socket);
    if (!request || request.complete || request.destroyed) return close();
    let left = MAX_DISCARDED_BYTES;
    request.on('data', ({ length }: Buffer) => {
      left -= Math.max(length, MIN_PIECE_BYTES);
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
      const awaited = this.expectedAction(socket, connection);
      const { awaited: before } = connection;
      if (!awaited) delete connection.awaited;
      else if (before?.for !== awaited || before.response !== connection.response)
        connection.awaited = {
          for: awaited,
          response: connection.response,
          since: now,
          taken: takenFrom(socket),
        };
      else if (isStreamed(connection.response) && takenFrom(socket) - before.taken >= STREAM_CHUNK_BYTES)
        connection.awaited = { ...before, since: now, taken: takenFrom(socket) };
      else if (now - before.since >= this.limits[awaited]) socket.destroy();
    }
  }

  private expectedAction(socket: Socket, { response }: Connection): 'answer' | 'close' | undefined {
    if (socket.writableLength > 0 && response?.headersSent && !response.writableFinished) return 'answer';
    if (!socket.writableEnded) return undefined;
    return socket.writableLength > 0 ? 'answer' : 'close';
  }

  private cutUnfinished(now: number): void {
    let left = this.stopReadingBodies(now, CUT_TOGETHER);
    for (const sockets of this.unfinishedOf.values())
      for (const socket of sockets) {
        if (left === 0) return;
        if (
          sockets.size <= MAX_UNFINISHED_PER_ADDRESS ||
          now - this.open.get(socket)!.since < this.limits.unfinishedAge
        )
          break;
        left -= 1;
        this.arrived(socket);
        socket.destroy();
      }
  }

  /** Stops reading bodies of up to `most` connections. Returns the unused part of the limit. */
  private stopReadingBodies(now: number, most: number): number {
    let left = most;
    for (const socket of this.unfinished) {
      const { since, response } = this.open.get(socket)!;
      if (left === 0 || now - since < this.limits.body) break;
      // Skips requests with incomplete headers, whose time Node limits.
      if (!response) continue;
      left -= 1;
      this.arrived(socket);
      if (this.isAnswering(socket) || response.writableEnded) socket.destroy();
      else this.refuse(requestTimeout(), socket);
    }
    return left;
  }
}

/** Closes the connection without parsing the rest of its buffer, for which Node would create requests. */
function cut(socket: Socket & { parser?: { onIncoming: unknown } }): void {
  // Makes Node's parser stop as after a protocol upgrade.
  if (socket.parser) socket.parser.onIncoming = () => 2;
  socket.destroy();
}

export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Returns the number of bytes of the response that the kernel has accepted. */
const takenFrom = ({ bytesWritten, writableLength }: Socket) => bytesWritten - writableLength;

/** True if the response has no Content-Length. */
const isStreamed = (response?: ServerResponse) => response?.getHeader('content-length') === undefined;

export function requestTimeout(): ApiError {
  return new ApiError('request_timeout', {
    detail: 'The request did not arrive in time. Send the complete request again.',
  });
}
