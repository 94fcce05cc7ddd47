import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '@storewright/json-api';

/** In ms (docs/contract.md §2). */
export interface ConnectionLimits {
  /** From the first byte of a request, or from the opening of a connection, to the end of its headers. */
  headers: number;
  /** From there to the end of its body. */
  body: number;
  /** For a client to take an answer. */
  answer: number;
  /** For a client to close its side when we have closed ours. */
  close: number;
  /** How often is looked for connections that are beyond one of these. */
  interval: number;
}

const defaults: ConnectionLimits = {
  headers: 10_000,
  body: 20_000,
  answer: 30_000,
  close: 2_000,
  interval: 500,
};

/** Requests of one address that are on their way for more than a moment. Who has more is no browser and no proxy; its oldest ones end. */
const unfinishedOfAddress = 256;
/** In ms. */
const moment = 2_000;
/** Connections that are cut in one go: the others wait for their answers meanwhile. */
const cutAtOnce = 200;

interface Connection {
  /** When it was opened, or when the headers of its request were there. */
  since: number;
  /** Of the last request. */
  response?: ServerResponse;
  /** What we wait for since when. */
  waits?: { for: 'answer' | 'close'; response: ServerResponse | undefined; since: number };
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
 * nor connections that it has closed and the client has not.
 */
export class Connections {
  private readonly open = new Map<Socket, Connection>();
  /** Those whose request is not there as a whole, the oldest one first. */
  private readonly unfinished = new Set<Socket>();
  private readonly limits: ConnectionLimits;
  /** Takes a request away before anything is made of it; true where it did. */
  gate: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;

  constructor(
    private readonly refuse: (error: ApiError, socket: Socket) => void,
    limits: Partial<ConnectionLimits> = {},
  ) {
    this.limits = { ...defaults, ...limits };
  }

  /** What Node itself looks after: headers, and as a whole what is looked after here by its parts. */
  get nodeLimits(): ServerOptions {
    const { headers, body, interval } = this.limits;
    return {
      headersTimeout: headers,
      requestTimeout: headers + body,
      connectionsCheckingInterval: Math.ceil(interval / 4),
    };
  }

  watch(server: Server): void {
    known.set(server, this);
    server.on('connection', (socket: Socket) => {
      this.open.set(socket, { since: performance.now() });
      this.unfinished.add(socket);
      socket.once('close', () => {
        this.open.delete(socket);
        this.unfinished.delete(socket);
      });
    });
    const looking = setInterval(() => this.endLate(performance.now()), this.limits.interval);
    looking.unref();
    server.once('close', () => clearInterval(looking));
  }

  /** The headers of a request are there. */
  begins({ socket, headers }: IncomingMessage, response: ServerResponse): void {
    const connection = this.open.get(socket);
    if (!connection) return;
    connection.response = response;
    this.unfinished.delete(socket);
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    connection.since = performance.now();
    this.unfinished.add(socket);
  }

  /** Its body too. */
  arrived(socket: Socket): void {
    this.unfinished.delete(socket);
  }

  /** Whether part of an answer has been sent already, so that no other one can be. */
  isAnswering(socket: Socket): boolean {
    const response = this.open.get(socket)?.response;
    return response !== undefined && response.headersSent && !response.writableFinished;
  }

  /** Cuts those that never said a word: Node takes them for busy ones. */
  cutSilent(): void {
    for (const socket of this.open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  cutAll(): void {
    for (const socket of this.open.keys()) socket.destroy();
  }

  private endLate(now: number): void {
    this.giveUpBodies(now);
    this.thinOut(now);
    for (const [socket, connection] of this.open) {
      const waits = this.waitsFor(socket, connection);
      const { waits: before } = connection;
      if (!waits) delete connection.waits;
      else if (before?.for !== waits || before.response !== connection.response)
        connection.waits = { for: waits, response: connection.response, since: now };
      else if (now - before.since >= this.limits[waits]) socket.destroy();
    }
  }

  private waitsFor(socket: Socket, { response }: Connection): 'answer' | 'close' | undefined {
    if (socket.writableLength > 0 && response?.headersSent && !response.writableFinished) return 'answer';
    if (!socket.writableEnded) return undefined;
    return socket.writableLength > 0 ? 'answer' : 'close';
  }

  private giveUpBodies(now: number): void {
    let cut = 0;
    for (const socket of this.unfinished) {
      const { since, response } = this.open.get(socket)!;
      if (now - since < this.limits.body || cut === cutAtOnce) return;
      // Node looks after headers.
      if (!response) continue;
      cut += 1;
      this.unfinished.delete(socket);
      if (this.isAnswering(socket) || response.writableEnded) socket.destroy();
      else this.refuse(requestTimeout(), socket);
    }
  }

  private thinOut(now: number): void {
    const counts = new Map<string | undefined, number>();
    for (const { remoteAddress } of this.unfinished)
      counts.set(remoteAddress, (counts.get(remoteAddress) ?? 0) + 1);
    let cut = 0;
    for (const socket of this.unfinished) {
      const { remoteAddress } = socket;
      const count = counts.get(remoteAddress)!;
      if (now - this.open.get(socket)!.since < moment || cut === cutAtOnce) return;
      if (count <= unfinishedOfAddress) continue;
      counts.set(remoteAddress, count - 1);
      cut += 1;
      socket.destroy();
    }
  }
}

export function requestTimeout(): ApiError {
  return new ApiError('request_timeout', {
    detail: 'The request did not arrive in time; send it again as a whole.',
  });
}
