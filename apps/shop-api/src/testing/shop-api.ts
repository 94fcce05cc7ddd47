import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { shopApiSettings } from '@storewright/config';
import { createApplication } from '@storewright/server';
import {
  anAccessToken,
  aShop,
  testDatabase,
  type TestDatabase,
  type TestShop,
  testSecretsKey,
} from '@storewright/testing';
import { AppModule } from '../app.module';
import { CheckedClient, type SeenIds } from './checked-client';
import { HeldClock, withClock } from './held-clock';

/** The real shop API, listening, on a database of its own. */
export interface ShopApi {
  application: NestFastifyApplication;
  database: TestDatabase;
  clock: HeldClock;
  port: number;
  seen: SeenIds;
  shop: TestShop;
  /** Holds all scopes of `shop`. */
  http: CheckedClient;
  close(): Promise<void>;
}

export interface Tenant {
  shop: TestShop;
  token: string;
  http: CheckedClient;
}

/** `given`: another database than a new one; it, too, ends with the API. */
export async function startShopApi(
  environment: Record<string, string> = {},
  given?: TestDatabase,
): Promise<ShopApi> {
  const database = given ?? (await testDatabase());
  const settings = shopApiSettings({
    AUTH_DATABASE_URL: database.url('shop'),
    SHOP_DATABASE_URL: database.url('shop'),
    SECRETS_KEY: testSecretsKey,
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const clock = new HeldClock();
  const module = withClock(AppModule.with(settings), clock);
  const application = await createApplication(module, { ...settings, name: 'shop-api' });
  await application.listen(0, '127.0.0.1');
  const { port } = application.getHttpServer().address() as AddressInfo;
  const seen: SeenIds = new Set();
  const { shop, http } = await aTenant({ database, port, seen });
  const close = async () => {
    await application.close();
    await database.drop();
  };
  return { application, database, clock, port, seen, shop, http, close };
}

/** A shop of its own, or one that is there, and a client with a token of it. `scopes` absent: all. */
export async function aTenant(
  { database, port, seen }: Pick<ShopApi, 'database' | 'port' | 'seen'>,
  scopes?: string[],
  given?: TestShop,
): Promise<Tenant> {
  const shop = given ?? (await aShop(database));
  const token = await anAccessToken(database, shop, scopes);
  return { shop, token, http: new CheckedClient({ port, host: `${shop.domain}.localhost`, seen }, token) };
}
