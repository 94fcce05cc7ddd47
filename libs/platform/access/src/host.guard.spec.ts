import { Controller, Get, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { AuthDatabase, DatabaseModule } from '@storewright/database';
import { JsonApiErrorFilter } from '@storewright/json-api';
import { CurrentShop, HOSTS, type Shop, ShopDirectory } from '@storewright/tenancy';
import { aShop, type TestDatabase, testDatabase, type TestShop } from '@storewright/testing';
import { HostGuard } from './host.guard';

@Controller()
class WhichShop {
  @Get('shop')
  shop(@CurrentShop() shop: Shop): Shop {
    return shop;
  }
  @Get('central')
  central(): string {
    return 'central';
  }
}

@Module({
  controllers: [WhichShop],
  providers: [
    ShopDirectory,
    {
      provide: HOSTS,
      useValue: {
        shopBaseDomain: 'shops.test',
        centralHost: 'api.shops.test',
        shopUrl: 'https://{shop}.shops.test',
      },
    },
    { provide: APP_GUARD, useClass: HostGuard },
    { provide: APP_FILTER, useValue: new JsonApiErrorFilter('https://docs.test') },
  ],
})
class HostModule {}

describe('HostGuard', () => {
  let database: TestDatabase;
  let application: NestFastifyApplication;
  let shop: TestShop;

  beforeAll(async () => {
    database = await testDatabase();
    shop = await aShop(database, { domain: 'demo-shop' });
    const module = await Test.createTestingModule({
      imports: [
        DatabaseModule.forRoot(AuthDatabase, { url: database.url('shop'), applicationName: 'spec' }),
        HostModule,
      ],
    }).compile();
    application = await module
      .createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { logger: false })
      .init();
  });
  afterAll(async () => {
    await application.close();
    await database.drop();
  });

  async function get(host: string, url = '/shop') {
    const { statusCode, body } = await application.inject({ method: 'GET', url, headers: { host } });
    return {
      status: statusCode,
      body,
      json: body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : {},
    };
  }

  it.each([
    'demo-shop.shops.test',
    'demo-shop.shops.test:3000',
    'Demo-Shop.SHOPS.test',
    'demo-shop.shops.test.',
    'demo-shop.shops.test.:3000',
    'demo-shop.shops.test:',
  ])('finds the shop of the host %s', async (host) => {
    const { status, json } = await get(host);
    expect(status).toBe(200);
    expect(json).toEqual({
      id: shop.id,
      domain: 'demo-shop',
      status: 'active',
      time_zone: 'UTC',
      currency_code: 'EUR',
    });
  });

  it.each(['api.shops.test', 'API.shops.test:80', 'api.shops.test.'])(
    'accepts the central host %s, which belongs to no shop',
    async (host) => {
      expect((await get(host, '/central')).body).toBe('central');
      // A route that requires a shop, but no token that names the shop, is a programming error.
      expect((await get(host)).status).toBe(500);
    },
  );

  it.each([
    ['a shop that does not exist', 'nowhere.shops.test'],
    ['no shop name before the base domain', 'shops.test'],
    ['a different base domain', 'demo-shop.example.test'],
    ['no dot before the base domain', 'demo-shopshops.test'],
    ['labels after the base domain', 'demo-shop.shops.test.evil.test'],
    ['a label before the shop name', 'x.demo-shop.shops.test'],
    ['an empty label', '.shops.test'],
    ['a label of dots', '..shops.test'],
    ['two dots at the end', 'demo-shop.shops.test..'],
    ['an IPv4 address', '127.0.0.1:3000'],
    ['an IPv6 address', '[::1]:3000'],
    ['a port that is not a number', 'demo-shop.shops.test:port'],
    ['a port that is too long', 'demo-shop.shops.test:123456'],
    ['a user name', 'user@demo-shop.shops.test'],
    ['a path', 'demo-shop.shops.test/x'],
    ['a space', 'demo-shop.shops.test x'],
    ['a quote', 'demo-shop.shops.test"'],
    ['a wildcard', '%.shops.test'],
    ['SQL', `' OR domain LIKE '%.shops.test`],
    ['a long label', `${'x'.repeat(2_000)}.shops.test`],
  ])('returns 404 for a Host header with %s', async (_, host) => {
    const { status, json } = await get(host);
    expect(status).toBe(404);
    expect(json['errors']).toMatchObject([{ code: 'shop_not_found', source: { header: 'Host' } }]);
  });

  it('uses the new status of a shop after the status change was announced', async () => {
    const directory = application.get(ShopDirectory);
    const other = await aShop(database, { domain: 'other-shop' });
    expect(await directory.find('other-shop')).toMatchObject({ status: 'active' });
    await database.query(`UPDATE auth.shops SET status = 'suspended' WHERE id = $1`, [other.id]);
    directory.forget(other.id);
    expect(await directory.find('other-shop')).toMatchObject({ id: other.id, status: 'suspended' });
  });
});
