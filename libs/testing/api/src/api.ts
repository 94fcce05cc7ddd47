import type { AddressInfo } from 'node:net';
import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type ShopApiSettings, shopApiSettings } from '@storewright/config';
import type { ApiDescription } from '@storewright/openapi';
import { PlatformModule } from '@storewright/resources';
import { createApplication } from '@storewright/server';
import {
  anAccessToken,
  aShop,
  directUrl,
  testDatabase,
  type TestDatabase,
  type TestShop,
  testSecretsKey,
} from '@storewright/testing';
import { CheckedClient, type SeenIds } from './checked-client';
import { DocumentedAnswers } from './documented-answers';
import { HeldClock, withClock } from './held-clock';

/** A running test API with its own database. */
export interface TestApi {
  application: NestFastifyApplication;
  database: TestDatabase;
  clock: HeldClock;
  port: number;
  seen: SeenIds;
  documented: DocumentedAnswers;
  shop: TestShop;
  /** An HTTP client whose token has all scopes of `shop`. */
  http: CheckedClient;
  close(): Promise<void>;
}

export interface Tenant {
  shop: TestShop;
  token: string;
  http: CheckedClient;
}

export interface ApiOptions {
  environment?: Record<string, string>;
  /** Existing database to use instead of a new one. The API drops this database when it stops. */
  database?: TestDatabase;
}

/**
 * Nest modules that declare resources, or a function that creates them from the settings of the shop API.
 */
export type ApiModules = readonly ApiModule[] | ((settings: ShopApiSettings) => readonly ApiModule[]);

type ApiModule = Type | DynamicModule;

class TestModule {}

export const apiOfSpecs: ApiDescription = {
  title: 'Specs',
  version: '1',
  description: '',
  errors: ['shop_not_found'],
};

/**
 * Starts a test API with the given Nest modules and the request handling of the shop API. Example:
 * `anApi([CatalogModule])`.
 */
export function anApi(modules: ApiModules, options: ApiOptions = {}): Promise<TestApi> {
  return startApi((settings) => {
    const platform = PlatformModule.forRoot({ ...settings, applicationName: 'spec' });
    const own = typeof modules === 'function' ? modules(settings) : modules;
    return { module: TestModule, imports: [platform, ...own] };
  }, options);
}

export async function startApi(
  moduleOf: (settings: ShopApiSettings) => DynamicModule,
  { environment = {}, database: given }: ApiOptions = {},
): Promise<TestApi> {
  const database = given ?? (await testDatabase());
  const settings = shopApiSettings({
    AUTH_DATABASE_URL: database.url('shop'),
    AUTH_DATABASE_LISTEN_URL: directUrl(database, 'shop'),
    SHOP_DATABASE_URL: database.url('shop'),
    SHOP_DATABASE_LISTEN_URL: directUrl(database, 'shop'),
    SECRETS_KEY: testSecretsKey,
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const clock = new HeldClock();
  const module = withClock(moduleOf(settings), clock);
  const application = await createApplication(module, { ...settings, name: 'spec' });
  await application.listen(0, '127.0.0.1');
  const { port } = application.getHttpServer().address() as AddressInfo;
  const seen: SeenIds = new Set();
  const documented = DocumentedAnswers.of(application, apiOfSpecs);
  const { shop, http } = await aTenant({ database, port, seen, documented });
  const close = async () => {
    await application.close();
    await database.drop();
  };
  return { application, database, clock, port, seen, documented, shop, http, close };
}

/**
 * Creates a shop, or uses the given shop, and an HTTP client with a token. Without `scopes` the token has all
 * scopes.
 */
export async function aTenant(
  {
    database,
    port,
    seen,
    documented,
  }: Pick<TestApi, 'database' | 'port' | 'seen'> & Partial<Pick<TestApi, 'documented'>>,
  scopes?: string[],
  given?: TestShop,
): Promise<Tenant> {
  const shop = given ?? (await aShop(database));
  const token = await anAccessToken(database, shop, scopes);
  return {
    shop,
    token,
    http: new CheckedClient(
      { port, host: `${shop.domain}.localhost`, seen, ...(documented && { documented }) },
      token,
    ),
  };
}
