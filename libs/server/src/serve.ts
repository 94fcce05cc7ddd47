import 'reflect-metadata';
import type { Server } from 'node:http';
import type { LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { routeTable } from '@storewright/access';
import { ApiError } from '@storewright/json-api';
import type { FastifyInstance } from 'fastify';
import pino, { type DestinationStream, type Logger } from 'pino';
import { Adapter, standardHeaders } from './adapter';

export interface ServerOptions {
  /** Name of the service in log lines. */
  name: string;
  host: string;
  port: number;
  bodyLimit: number;
  trustedProxies: string[];
  docsUrl: string;
  maxRequestsAtOnce: number;
  logLevel: string;
  /** Where log lines go; stdout by default. */
  log?: DestinationStream;
  /** Says what is missing before the service can answer; nothing when it is ready. Asked by /readyz. */
  ready?: (application: NestFastifyApplication) => Promise<void>;
}

/** How long after a signal open connections may still send requests, in ms: each is answered and then closed. */
const drainingMs = 3_000;

/** A log line waits at most this long before it is written, in ms. */
const flushMs = 500;

/** The Nest application on Fastify, not listening yet. Its log is the process's: one JSON line for each request and error. */
export async function createApplication(
  module: Type | object,
  options: ServerOptions,
): Promise<NestFastifyApplication> {
  // Lines are written in batches, off the way of the request; `flush` on close writes the last ones.
  const out = pino.destination({ dest: 1, minLength: 4096, sync: false });
  const log = pino({ level: options.logLevel, base: { service: options.name } }, options.log ?? out);
  setInterval(() => out.flush(), flushMs).unref();
  const adapter = new Adapter(options);
  const application = await NestFactory.create<NestFastifyApplication>(module as Type, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: asNestLogger(log),
  });
  // A route that does not say who may use it stops the start.
  routeTable(application);
  addHooks(adapter.getInstance<FastifyInstance>(), log, options, application);
  return application;
}

/** Listens until SIGTERM or SIGINT, then answers what is under way and ends. */
export async function serve(module: Type | object, options: ServerOptions): Promise<NestFastifyApplication> {
  const application = await createApplication(module, options);
  await application.listen(options.port, options.host);
  const stop = () => void drain(application).then(() => process.exit(0));
  // 'disconnect': whoever started this process over a channel is gone.
  process.once('SIGTERM', stop).once('SIGINT', stop).once('disconnect', stop);
  return application;
}

/**
 * No request is lost (CONTRACT §8.3): the socket takes no new connections, open ones are answered with `Connection: close`, and only the
 * ones that stayed silent are cut.
 */
async function drain(application: NestFastifyApplication): Promise<void> {
  const server = application.getHttpServer() as Server & { draining?: boolean };
  server.draining = true;
  const closed = new Promise<void>((resolve) => stopListening(server, resolve));
  const cut = setTimeout(() => server.closeIdleConnections(), drainingMs);
  await closed;
  clearTimeout(cut);
  await application.close();
}

/** http.Server.close() would cut idle keep-alive connections at once, and with them a request on its way. */
function stopListening(server: Server, then: () => void): void {
  const close = Object.getPrototypeOf(Object.getPrototypeOf(server)) as Server;
  close.close.call(server, then);
}

function addHooks(
  fastify: FastifyInstance,
  log: Logger,
  options: ServerOptions,
  application: NestFastifyApplication,
): void {
  let running = 0;
  fastify.addHook('onRequest', (request, reply, done) => {
    running += 1;
    reply.headers(standardHeaders(request));
    if ((fastify.server as { draining?: boolean }).draining) reply.header('connection', 'close');
    if (running <= options.maxRequestsAtOnce) return done();
    done(
      new ApiError('overloaded', {
        detail: 'Too many requests at once; please try again.',
        headers: { 'retry-after': '1' },
      }),
    );
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    running -= 1;
    log.info({
      request_id: request.id,
      method: request.method,
      // The pattern, never the address: that may hold a nonce.
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
    });
    done();
  });
  fastify.get('/healthz', { logLevel: 'silent' }, (_request, reply) => reply.send({ status: 'alive' }));
  fastify.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    await options.ready?.(application);
    return reply.send({ status: 'ready' });
  });
  fastify.addHook('onClose', async () => log.flush());
}

function asNestLogger(log: Logger): LoggerService {
  const level =
    (name: 'debug' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...more: unknown[]) => {
      log[name](
        { context: more.at(-1), ...(message instanceof Error ? { err: message } : {}) },
        String(message),
      );
    };
  return {
    log: level('debug'),
    debug: level('debug'),
    verbose: level('debug'),
    warn: level('warn'),
    error: level('error'),
    fatal: level('fatal'),
  };
}
