import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Controller, Get, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { AccessModule, HostGuard, Scope, ScopeCounts, ScopeGuard, TokenGuard } from '@storewright/access';
import { AuthDatabase, DatabaseModule, ShopDatabase } from '@storewright/database';
import { JsonApiErrorFilter } from '@storewright/json-api';
import { HttpClient, testKey, type TestShop } from '@storewright/testing';
import type { TestService } from './test-service';

/** Scopes of the test shop API. Each scope has a test route `/api/<scope>`. */
export const routedScopes = ['codes.get', 'meta.get', 'meta.post', 'orders.get', 'products.get'] as const;

/**
 * Emits `started` when a test request to `/api/slow` has passed the guards. The route responds after the
 * event `released`.
 */
export const slowRequest = new EventEmitter();

@Controller('api')
class Routes {
  @Get('codes.get')
  @Scope('codes.get')
  codes(): string {
    return 'codes';
  }
  @Get('meta.get')
  @Scope('meta.get')
  meta(): string {
    return 'meta';
  }
  @Get('meta.post')
  @Scope('meta.post')
  changes(): string {
    return 'changes';
  }
  @Get('orders.get')
  @Scope('orders.get')
  orders(): string {
    return 'orders';
  }
  @Get('products.get')
  @Scope('products.get')
  products(): string {
    return 'products';
  }
  @Get('slow')
  @Scope('orders.get')
  async slow(): Promise<string> {
    slowRequest.emit('started');
    await once(slowRequest, 'released');
    return 'slow';
  }
}

@Module({
  controllers: [Routes],
  providers: [
    { provide: APP_GUARD, useExisting: HostGuard },
    { provide: APP_GUARD, useExisting: TokenGuard },
    { provide: APP_GUARD, useExisting: ScopeGuard },
    { provide: APP_FILTER, useValue: new JsonApiErrorFilter('https://docs.test') },
  ],
})
class RoutesModule {}

/** A test process that authorizes and counts requests as the shop API does. */
export interface ShopInstance {
  uses: ScopeCounts;
  as(shop: TestShop, token: string): HttpClient;
  stop(): Promise<void>;
}

/** Starts a test instance of the shop API on the database of the auth API under test. */
export async function aShopInstance({ database }: TestService): Promise<ShopInstance> {
  const connection = { url: database.url('shop'), applicationName: 'spec' };
  const module = await Test.createTestingModule({
    imports: [
      DatabaseModule.forRoot(AuthDatabase, connection),
      DatabaseModule.forRoot(ShopDatabase, connection),
      AccessModule.forRoot({
        ...{ shopBaseDomain: 'shops.test', centralHost: 'api.shops.test' },
        shopUrl: 'https://{shop}.shops.test',
        ...{ authListenUrl: connection.url, shopListenUrl: connection.url },
        secretsKeys: new Map([['test', Buffer.from(testKey, 'base64')]]),
      }),
      RoutesModule,
    ],
  }).compile();
  const adapter = new FastifyAdapter();
  const application = module.createNestApplication<NestFastifyApplication>(adapter, { logger: false });
  await application.listen(0, '127.0.0.1');
  const { port } = application.getHttpServer().address() as AddressInfo;
  return {
    uses: application.get(ScopeCounts),
    as: ({ domain }, token) => new HttpClient(port, `${domain}.shops.test`, token),
    stop: () => application.close(),
  };
}
