import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ApiError } from '@storewright/json-api';
import { IntervalWhile } from './interval-while';

/** Time limits of connections in milliseconds (docs/contract.md §2). */
export interface ConnectionLimits {
  /**
   * Maximum time until the request headers are complete, from the opening of the connection or the first byte
   * of a later request.
   */
  headers: number;
  /** Maximum time from the end of the request headers to the end of the request body. */
  body: number;
  /**
   * Maximum time in which a client must read a whole response, or STREAM_CHUNK_BYTES of a streamed response.
   */
  answer: number;
  /** Maximum time until the client closes the connection after the server closed its own direction. */
  close: number;
  /** Minimum age of an incomplete request that counts towards MAX_UNFINISHED_PER_ADDRESS. */
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
 * Maximum number of incomplete requests per client address, which browsers and proxies never reach. Above it,
 * the connections with the oldest requests are closed.
 */
const MAX_UNFINISHED_PER_ADDRESS = 256;
/** Maximum number of connections that are closed before other requests can run. */
const CUT_TOGETHER = 20;
const CUT_EVERY_MS = 50;
const MAX_PIPELINED = 100;
/**
 * Maximum number of pipelined requests on all connections together, because requests need memory. One
 * connection can use half of what remains.
 */
const MAX_PIPELINED_TOTAL = 1_000;
/**
 * Maximum size of a request body that is read and discarded after an early response. A chunk counts as at
 * least MIN_PIECE_BYTES, because small chunks also cost CPU time.
 */
const [MAX_DISCARDED_BYTES, MIN_PIECE_BYTES] = [8_388_608, 4_096];
/** Size of the part of a streamed response that a client must read within the time limit. */
const STREAM_CHUNK_BYTES = 65_536;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Connection {
  address: string | undefined;
  /**
   * Time at which the server started to wait for the request: the opening of the connection, or the end of
   * the request headers.
   */
  since: number;
  /**
   * Response to the current request. Deleted after the client has received it, so that idle connections use
   * less memory.
   */
  response: ServerResponse | undefined;
  hasSentRequest: boolean;
  pipelined: [IncomingMessage, ServerResponse][];
  /**
   * Client action that the server waits for: reading the response or closing the connection. `since` is the
   * start of the wait.
   */
  awaited?: { for: 'answer' | 'close'; response: ServerResponse | undefined; since: number; taken: number };
}

const known = new WeakMap<object, Connections>();

/** Returns the connections of an HTTP server that the function `httpServer` created. */
export function connectionsOf(server: object): Connections {
  const connections = known.get(server);
  if (!connections) throw new Error('connectionsOf requires a server that httpServer created.');
  return connections;
}

/**
 * Limits slow clients and clients that pipeline requests. Node has no time limit for reading a response or
 * closing a connection, and runs all pipelined requests at once. This class starts a request only after the
 * client has read the previous response.
 */
export class Connections {
  private readonly open = new Map<Socket, Connection>();
  /** Connections with an incomplete request, oldest first. */
  private readonly unfinished = new Set<Socket>();
  private readonly unfinishedOf = new Map<string | undefined, Set<Socket>>();
  private pipelinedTotal = 0;
  private readonly limits: ConnectionLimits;
  private readonly checking: IntervalWhile;
  private readonly cutting: IntervalWhile;
  /**
   * Function that rejects requests before Fastify processes them. It returns true for a rejected request.
   * Admission control sets this function.
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
      // Node calls `destroySoon` when it closes a connection after the last response.
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

  /** Starts a request after the client has read the response to the previous request on the connection. */
  handleInOrder(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.open.get(socket);
    if (!connection) return;
    if (!connection.response || connection.response.writableFinished)
      return this.begin(connection, request, response);
    // Node still parses data that arrived before the socket was paused.
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
    // A request with an incomplete body remains the current request of its connection until the body has
    // arrived.
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

  /**
   * Marks the current request of a connection as complete. The caller must do so when the body has arrived.
   */
  arrived(socket: Socket): void {
    if (!this.unfinished.delete(socket)) return;
    const { address } = this.open.get(socket)!;
    const ofAddress = this.unfinishedOf.get(address)!;
    ofAddress.delete(socket);
    if (ofAddress.size === 0) this.unfinishedOf.delete(address);
  }

  /** True if a part of the response was sent. An error response is then impossible. */
  isAnswering(socket: Socket): boolean {
    const response = this.open.get(socket)?.response;
    return response !== undefined && response.headersSent && !response.writableFinished;
  }

  /** True if the client has read the last response and has not sent another request. */
  isBetweenRequests(socket: Socket): boolean {
    const connection = this.open.get(socket);
    if (!connection || socket.destroyed || socket.writableEnded || this.unfinished.has(socket)) return false;
    const { hasSentRequest, response, pipelined } = connection;
    return hasSentRequest && (!response || response.writableFinished) && pipelined.length === 0;
  }

  /**
   * Closes connections on which the client has never sent data, because Node's `closeIdleConnections` ignores
   * them.
   */
  cutSilent(): void {
    for (const socket of this.open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  /**
   * Closes a connection in two steps (RFC 9112 §9.6). If the request body is incomplete, closing both
   * directions at once could discard the response. The server therefore closes its own direction, and reads
   * until the client closes or the time limit is over.
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

  /** Rejects up to `most` requests whose body is late. Returns how many more requests could be rejected. */
  private stopReadingBodies(now: number, most: number): number {
    let left = most;
    for (const socket of this.unfinished) {
      const { since, response } = this.open.get(socket)!;
      if (left === 0 || now - since < this.limits.body) break;
      // Skips a connection without a response, because Node itself limits the time for request headers.
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
 * Closes a connection and discards its buffer. Node would otherwise create a request object for each
 * pipelined request in the buffer.
 */
function cut(socket: Socket & { parser?: { onIncoming: unknown } }): void {
  // The return value 2 stops Node's HTTP parser, as after a protocol upgrade.
  if (socket.parser) socket.parser.onIncoming = () => 2;
  socket.destroy();
}

export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Number of bytes sent over a socket that the kernel has accepted. */
const takenFrom = ({ bytesWritten, writableLength }: Socket) => bytesWritten - writableLength;

/** True if the response has no Content-Length, because it is streamed. */
const isStreamed = (response?: ServerResponse) => response?.getHeader('content-length') === undefined;

export function requestTimeout(): ApiError {
  return new ApiError('request_timeout', {
    detail: 'The request did not arrive in time. Send the complete request again.',
  });
}
