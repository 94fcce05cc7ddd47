import 'reflect-metadata';
import type { LoggerService, Type } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DeprecatedRequests, handledRoutes } from '@storewright/access';
import type { MetricsAddress } from '@storewright/config';
import { ApiError } from '@storewright/json-api';
import { isTracing, startTracing, traceIds } from '@storewright/tracing';
import type { FastifyInstance } from 'fastify';
import pino, { type DestinationStream, type Logger } from 'pino';
import { Adapter } from './adapter';
import type { ConnectionLimits } from './connections';
import { allowOrigins } from './cors';
import { addDeprecations } from './deprecations';
import { endInTime, isDraining } from './drain';
import { optionalProvider } from './optional-provider';
import { listen } from './listen';
import { logLines } from './log-lines';
import { ServiceMetrics, serveMetrics } from './metrics';
import { AdmissionController, wasRefused, isProbe } from './admission-controller';
import { addServerTiming } from './server-timing';
import { addTraces, traceIdsOf } from './traces';

export interface ServerOptions {
  name: string;
  host: string;
  port: number;
  bodyLimit: number;
  trustedProxies: string[];
  docsUrl: string;
  maxRequestsAtOnce: number;
  logLevel: string;
  /** Time limits of connections. Defaults to the limits in docs/contract.md §2. */
  connectionLimits?: Partial<ConnectionLimits>;
  /** Address of the port for metrics. Without it, the service collects no metrics. */
  metrics?: MetricsAddress | undefined;
  /**
   * Returns true if the Host header names this service. By default, all hosts are accepted, because the shop
   * API looks up the shop of a host itself.
   */
  isKnownHost?: (host: string | undefined) => boolean;
  /** Origins whose web pages can call the service (CORS). Defaults to none. */
  corsOrigins?: readonly string[];
  /** `max-age` of Strict-Transport-Security in seconds. 0 omits the header. */
  hstsMaxAgeSeconds?: number;
  /** Adds the header Server-Timing to responses. Only for development. */
  serverTiming?: boolean;
  /** Destination of log lines. Defaults to stdout. */
  log?: DestinationStream;
  /** Readiness check for /readyz. Throws if the service cannot handle requests. */
  ready?: (application: NestFastifyApplication) => Promise<void>;
}

/** Version from package.json, which the build inserts into the bundle (tools/workspace/build.mjs). */
const version = process.env.STOREWRIGHT_VERSION;

/**
 * Creates the Nest application, which does not listen yet. It logs one JSON line for each request and each
 * error.
 */
export async function createApplication(
  module: Type | object,
  options: ServerOptions,
): Promise<NestFastifyApplication> {
  const base = { service: options.name, version };
  const log = pino(
    {
      level: options.logLevel,
      base,
      serializers: { err: withoutValues },
      ...(isTracing() && { mixin: traceIdsNow }),
    },
    options.log ?? logLines(),
  );
  const adapter = new Adapter(options);
  const application = await NestFactory.create<NestFastifyApplication>(module as Type, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: asNestLogger(log),
  });
  // Throws if a route declares no access requirement.
  const routes = handledRoutes(application.get(ModulesContainer));
  const fastify = adapter.getInstance<FastifyInstance>();
  addHooks(fastify, log, options, application);
  if (options.corsOrigins?.length) allowOrigins(fastify, options.corsOrigins);
  const counts = optionalProvider(application, DeprecatedRequests);
  addDeprecations(fastify, routes, {
    docsUrl: options.docsUrl,
    used: ({ grant }, name, deprecation) => grant && counts?.add(grant, name, deprecation),
  });
  return application;
}

const traceIdsNow = () => traceIds() ?? {};

/**
 * Fields of a Postgres error that contain values of a row. They are not logged, because the values can be
 * personal data.
 */
const repeatsValues = new Set(['detail', 'where', 'internalQuery']);

function withoutValues(error: Error): object {
  const members = Object.entries(pino.stdSerializers.err(error));
  return Object.fromEntries(members.filter(([name]) => !repeatsValues.has(name)));
}

/** Runs the service until SIGTERM or SIGINT. Then completes the running requests and exits. */
export async function serve(module: Type | object, options: ServerOptions): Promise<NestFastifyApplication> {
  const endTracing = await startTracing(process.env, { name: options.name, version });
  const application = await createApplication(module, options);
  const metrics = options.metrics && (await serveMetrics(application, options.metrics));
  if (metrics) process.stdout.write(`${options.name} has metrics at ${metrics}\n`);
  await listen(application, options);
  const stop = async () => {
    const code = await endInTime(application);
    await endTracing();
    process.exit(code);
  };
  // Node emits `disconnect` when the parent process has exited.
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, () => void stop());
  return application;
}

/**
 * Rejects requests with an unknown Host header before all other checks, because links in responses contain
 * the host.
 */
function refuseUnknownHosts(fastify: FastifyInstance, { isKnownHost }: ServerOptions): void {
  if (!isKnownHost) return;
  fastify.addHook('onRequest', (request, _reply, done) => {
    // Accepts any Host header in a health check, because probes use the address of the process.
    if (isProbe(request) || isKnownHost(request.host)) return done();
    const detail =
      "This service does not serve the host of the request. Send the request to the service's own host name.";
    done(new ApiError('misdirected_request', { detail, source: { header: 'Host' } }));
  });
}

/**
 * Adds the header Strict-Transport-Security to all responses. Browsers ignore the header in plain HTTP
 * responses (RFC 6797 §8.1).
 */
function addStrictTransport(fastify: FastifyInstance, maxAgeSeconds: number): void {
  const value = `max-age=${maxAgeSeconds}`;
  fastify.addHook('onRequest', (_request, reply, done) => {
    void reply.header('strict-transport-security', value);
    done();
  });
}

/** Rejects requests with several Authorization headers, because Node and a proxy could use different ones. */
function refuseTwoCredentials(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw: { rawHeaders } }, _reply, done) => {
    let sent = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at]!;
      if (name.length === 13 && name.toLowerCase() === 'authorization') sent += 1;
    }
    if (sent < 2) return done();
    const detail = 'The request has several Authorization headers. Send exactly one.';
    done(new ApiError('duplicate_authorization', { detail, source: { header: 'Authorization' } }));
  });
}

function addHooks(
  fastify: FastifyInstance,
  log: Logger,
  options: ServerOptions,
  application: NestFastifyApplication,
): void {
  if (isTracing()) addTraces(fastify);
  if (options.serverTiming) addServerTiming(fastify);
  if (options.hstsMaxAgeSeconds) addStrictTransport(fastify, options.hstsMaxAgeSeconds);
  const admission = new AdmissionController(fastify, log, options);
  admission.addHooks();
  refuseUnknownHosts(fastify, options);
  refuseTwoCredentials(fastify);
  const metrics = options.metrics && new ServiceMetrics(application, admission);
  fastify.addHook('onResponse', (request, reply, done) => {
    if (wasRefused(request)) return done();
    const { id: request_id, method, routeOptions } = request;
    const { statusCode: status, elapsedTime } = reply;
    // Logs the path pattern instead of the path, which can contain a nonce.
    const route = routeOptions.url;
    metrics?.requests.add(method, route, status, elapsedTime);
    const ids = isTracing() ? traceIdsOf(request) : undefined;
    log.info({ request_id, method, route, status, ms: Math.round(elapsedTime * 100) / 100, ...ids });
    done();
  });
  fastify.get('/healthz', { logLevel: 'silent' }, (_request, reply) => reply.send({ status: 'alive' }));
  fastify.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    if (isDraining(fastify.server)) throw notReady('the process is shutting down');
    await options.ready?.(application).catch((cause: unknown) => {
      throw notReady(cause);
    });
    return reply.send({ status: 'ready' });
  });
  fastify.addHook('onClose', async () => log.flush());
}

function notReady(cause: unknown): ApiError {
  return new ApiError('unavailable', {
    detail: 'The service is not ready. Retry after the time in Retry-After.',
    headers: { 'retry-after': '1' },
    cause,
  });
}

function asNestLogger(log: Logger): LoggerService {
  const level =
    (name: 'debug' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...more: unknown[]) => {
      const context = more.at(-1);
      if (message instanceof Error) log[name]({ context, err: message }, message.message);
      else if (typeof message === 'object') log[name]({ context, ...message });
      else log[name]({ context }, String(message));
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
