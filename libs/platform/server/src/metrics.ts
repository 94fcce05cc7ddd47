import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplicationContext, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { TokenVerifier } from '@storewright/access';
import type { MetricsAddress } from '@storewright/config';
import { AuthDatabase, type Database, ReadReplicas, ShopDatabase } from '@storewright/database';
import {
  addScraped,
  collectProcessMetrics,
  OwnMetrics,
  processMetrics,
  RequestMetrics,
  type Sample,
} from '@storewright/metrics';
import { ShopDirectory } from '@storewright/tenancy';
import { Registry } from 'prom-client';
import { optionalProvider } from './optional-provider';
import type { AdmissionController } from './admission-controller';

/**
 * Prometheus metrics for the operator of a service (docs/monitoring.md). Other classes count values that
 * change often. This class only reads them.
 */
export class ServiceMetrics {
  readonly requests = new RequestMetrics();
  private readonly registry = new Registry();

  constructor(
    private readonly application: INestApplicationContext,
    admission: AdmissionController,
  ) {
    known.set(application, this);
    collectProcessMetrics();
    this.requests.register(this.registry);
    this.addAdmission(admission);
    this.addCaches();
    this.addConnections();
    this.addReplicas();
  }

  async print(): Promise<string> {
    const own = await optionalProvider(this.application, OwnMetrics)?.print();
    return [await this.registry.metrics(), await processMetrics.metrics(), own ?? ''].join('\n');
  }

  private addAdmission(admission: AdmissionController): void {
    addScraped(this.registry, {
      name: 'storewright_requests',
      help: 'Requests that are running or waiting',
      type: 'gauge',
      *read() {
        const { running, waiting } = admission.counts;
        yield { labels: { state: 'running' }, value: running };
        yield { labels: { state: 'waiting' }, value: waiting };
      },
    });
    addScraped(this.registry, {
      name: 'storewright_requests_refused_total',
      help: 'Requests refused with 503 overloaded, which no other metric contains',
      type: 'counter',
      read: () => [{ labels: {}, value: admission.counts.refused }],
    });
  }

  private addCaches(): void {
    const caches = { tokens: TokenVerifier, shops: ShopDirectory };
    addScraped(this.registry, {
      name: 'storewright_cache_requests_total',
      help: 'Lookups in the token and shop caches. A miss reads the database',
      type: 'counter',
      read: () => this.cacheSamples(caches),
    });
  }

  private *cacheSamples(caches: Record<string, Type<TokenVerifier | ShopDirectory>>): Iterable<Sample> {
    for (const [cache, type] of Object.entries(caches)) {
      const counts = optionalProvider(this.application, type)?.cacheCounts;
      if (!counts) continue;
      yield { labels: { cache, result: 'hit' }, value: counts.hits };
      yield { labels: { cache, result: 'miss' }, value: counts.misses };
    }
  }

  private addConnections(): void {
    const add = (name: string, help: string, type: 'gauge' | 'histogram', read: (of: Database) => Sample[]) =>
      addScraped(this.registry, { name, help, type, read: () => this.ofDatabases(read) });
    const connections = 'storewright_database_connections';
    add(
      connections,
      'Open connections. pool: for transactions, shared: for single statements',
      'gauge',
      (of) => {
        const { pool, shared } = of.connectionCounts;
        return Object.entries({ pool, shared }).flatMap(([kind, { open, inUse }]) => [
          { labels: { kind, state: 'in_use' }, value: inUse },
          { labels: { kind, state: 'idle' }, value: open - inUse },
        ]);
      },
    );
    add('storewright_database_pool_size', 'Maximum number of connections in the pool', 'gauge', (of) => [
      { labels: {}, value: of.connectionCounts.pool.size },
    ]);
    add(
      'storewright_database_pool_waiting',
      'Transactions that are waiting for a connection',
      'gauge',
      (of) => [{ labels: {}, value: of.connectionCounts.pool.waiting }],
    );
    const waits = 'storewright_database_pool_wait_seconds';
    add(waits, 'Waiting time of transactions that found no free connection', 'histogram', (of) => [
      ...(of.connectionCounts.pool.waits?.samples(waits, {}) ?? []),
    ]);
  }

  private addReplicas(): void {
    const replicas = () => {
      const reads = optionalProvider(this.application, ReadReplicas);
      return reads?.isUsed ? reads : undefined;
    };
    addScraped(this.registry, {
      name: 'storewright_replica_reads_total',
      help: 'Read requests of a service with replicas, by outcome: a replica, or the primary with the reason',
      type: 'counter',
      read: () =>
        Object.entries(replicas()?.reads ?? {}).map(([outcome, value]) => ({ labels: { outcome }, value })),
    });
    addScraped(this.registry, {
      name: 'storewright_replica_lag_seconds',
      help: 'Maximum lag of each replica. +Inf: unknown',
      type: 'gauge',
      read: () =>
        (replicas()?.lags ?? []).map((ms, at) => ({ labels: { replica: String(at + 1) }, value: ms / 1000 })),
    });
  }

  private *ofDatabases(read: (of: Database) => Sample[]): Iterable<Sample> {
    for (const [database, type] of [
      ['auth', AuthDatabase],
      ['shop', ShopDatabase],
    ] as const) {
      const instance = optionalProvider(this.application, type);
      if (!instance) continue;
      for (const { labels, ...sample } of read(instance))
        yield { ...sample, labels: { database, ...labels } };
    }
  }
}

const known = new WeakMap<object, ServiceMetrics>();

/**
 * Serves metrics on a separate port until the application closes. Returns the URL. Clients must not be able
 * to reach this port, because it requires no authentication.
 */
export async function serveMetrics(
  application: NestFastifyApplication,
  { host, port }: MetricsAddress,
): Promise<string> {
  const metrics = known.get(application)!;
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end();
    metrics.print().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await once(server.listen(port, host), 'listening');
  application.getHttpServer().once('close', () => {
    server.close();
    server.closeAllConnections();
  });
  return `http://${host}:${(server.address() as AddressInfo).port}/metrics`;
}
