import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ApiError } from '@storewright/json-api';
import { IntervalWhile } from './interval-while';

/** Time limits of connections in milliseconds (docs/contract.md §2). */
export interface ConnectionLimits {
  /**
   * Maximum time until the request headers are complete, from the first byte of the request or from the opening
   * of the connection.
   */
  headers: number;
  /** Maximum time until the request body is complete, from the end of the headers. */
  body: number;
  /** Maximum time for a client to read a response, or STREAM_CHUNK_BYTES of a streamed response. */
  answer: number;
  /** Maximum time for a client to close its side after the server closed its side. */
  close: number;
  /** Age from which an incomplete request counts towards MAX_UNFINISHED_PER_ADDRESS. */
  unfinishedAge: number;
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
 * Maximum number of incomplete requests per client address. Browsers and proxies never exceed it. The
 * connections with the oldest requests are closed.
 */
const MAX_UNFINISHED_PER_ADDRESS = 256;
/** Number of connections that are closed at once. Other requests can run between batches. */
const CUT_TOGETHER = 20;
const CUT_EVERY_MS = 50;
const MAX_PIPELINED = 100;
/**
 * Maximum number of pipelined requests of all connections, which bounds memory. A single connection can use
 * half of the remaining number.
 */
const MAX_PIPELINED_TOTAL = 1_000;
/**
 * Maximum number of request body bytes that are read and discarded after an early response. Each chunk counts
 * as at least MIN_PIECE_BYTES, because small chunks also cost CPU time.
 */
const [MAX_DISCARDED_BYTES, MIN_PIECE_BYTES] = [8_388_608, 4_096];
/** Number of bytes of a streamed response that a client must read within the time limit. */
const STREAM_CHUNK_BYTES = 65_536;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Connection {
  address: string | undefined;
  /**
   * Time at which the connection was opened, or at which the headers of the current request were complete.
   */
  since: number;
  /**
   * Response to the current request. Cleared after the client received it, to save memory on idle connections.
   */
  response: ServerResponse | undefined;
  hasSentRequest: boolean;
  /** Pipelined requests that start after the current request. */
  pipelined: [IncomingMessage, ServerResponse][];
  /** Client action that the server waits for, with the start time. */
  awaited?: { for: 'answer' | 'close'; response: ServerResponse | undefined; since: number; taken: number };
}

const known = new WeakMap<object, Connections>();

/** Returns the connections of a server that `httpServer` created. */
export function connectionsOf(server: object): Connections {
  const connections = known.get(server);
  if (!connections) throw new Error('connectionsOf requires a server that httpServer created.');
  return connections;
}

/**
 * Limits slow and pipelining clients. Node limits the time for request headers and bodies, but not the time to
 * read a response or to close a connection. Node also runs all pipelined requests at once, whereas this class
 * starts a request only after the client has read the previous response.
 */
export class Connections {
  private readonly open = new Map<Socket, Connection>();
  /** Sockets with an incomplete request, from oldest to newest. */
  private readonly unfinished = new Set<Socket>();
  private readonly unfinishedOf = new Map<string | undefined, Set<Socket>>();
  /** Number of pipelined requests of all connections that have not started. */
  private pipelinedTotal = 0;
  private readonly limits: ConnectionLimits;
  private readonly checking: IntervalWhile;
  private readonly cutting: IntervalWhile;
  /**
   * Admission control sets this function. It returns true if it rejected the request before Fastify processes
   * it.
   */
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

  /** Time limits that Node's HTTP server enforces itself. */
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
      // Node calls `destroySoon` to close a connection after the last response.
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

  /** Starts a request, immediately or after the client has read the previous response. */
  handleInOrder(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.open.get(socket);
    if (!connection) return;
    if (!connection.response || connection.response.writableFinished)
      return this.begin(connection, request, response);
    // Pauses the socket, but Node still parses data that has already arrived.
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
    // A request with an incomplete body remains the current request until the body has arrived.
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

  /** Marks the current request as complete. Must be called when its body has arrived. */
  arrived(socket: Socket): void {
    if (!this.unfinished.delete(socket)) return;
    const { address } = this.open.get(socket)!;
    const ofAddress = this.unfinishedOf.get(address)!;
    ofAddress.delete(socket);
    if (ofAddress.size === 0) this.unfinishedOf.delete(address);
  }

  /** True if part of a response was sent, so that an error response is no longer possible. */
  isAnswering(socket: Socket): boolean {
    const response = this.open.get(socket)?.response;
    return response !== undefined && response.headersSent && !response.writableFinished;
  }

  /** True if the client has read the last response and the server has received no further request. */
  isBetweenRequests(socket: Socket): boolean {
    const connection = this.open.get(socket);
    if (!connection || socket.destroyed || socket.writableEnded || this.unfinished.has(socket)) return false;
    const { hasSentRequest, response, pipelined } = connection;
    return hasSentRequest && (!response || response.writableFinished) && pipelined.length === 0;
  }

  /**
   * Closes connections on which the client never sent data. Node's `closeIdleConnections` does not close them.
   */
  cutSilent(): void {
    for (const socket of this.open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  /**
   * Closes a connection in stages (RFC 9112 §9.6). If the response was sent before the request body arrived,
   * closing both directions at once could discard the response. The server therefore closes only its side, and
   * reads until the client closes or the time limit is over.
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

  /** Ends up to `most` requests whose body exceeded the time limit. Returns the unused part of `most`. */
  private stopReadingBodies(now: number, most: number): number {
    let left = most;
    for (const socket of this.unfinished) {
      const { since, response } = this.open.get(socket)!;
      if (left === 0 || now - since < this.limits.body) break;
      // Node itself limits the time for request headers.
      if (!response) continue;
      left -= 1;
      this.arrived(socket);
      if (this.isAnswering(socket) || response.writableEnded) socket.destroy();
      else this.refuse(requestTimeout(), socket);
    }
    return left;
  }
}

/**
 * Closes a connection without parsing the rest of its buffer, because Node would create a request object for
 * each pipelined request.
 */
function cut(socket: Socket & { parser?: { onIncoming: unknown } }): void {
  // The return value 2 makes Node's HTTP parser stop as it does after a protocol upgrade.
  if (socket.parser) socket.parser.onIncoming = () => 2;
  socket.destroy();
}

export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Returns the number of response bytes that the kernel has accepted. */
const takenFrom = ({ bytesWritten, writableLength }: Socket) => bytesWritten - writableLength;

/** True if the response is streamed, so that it has no Content-Length. */
const isStreamed = (response?: ServerResponse) => response?.getHeader('content-length') === undefined;

export function requestTimeout(): ApiError {
  return new ApiError('request_timeout', {
    detail: 'The request did not arrive in time. Send the complete request again.',
  });
}
