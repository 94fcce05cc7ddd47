import { AuthDatabase, dataSourceOptions, ShopDatabase } from '@storewright/database';
import { relayEvents, shopsToRelay } from '@storewright/events';
import { setShopStatus, upsertShop } from '@storewright/operator-provisioning';
import { DataSource } from 'typeorm';
import {
  anOwnedShop,
  aRegisteredApp,
  authApi,
  newObject,
  type OwnedShop,
  type RegisteredApp,
  type TestService,
} from './testing/test-service';

/*
 * Events about auth data (docs/contract.md §6) are written in the transaction of the change. The worker, here
 * only its database role, transfers them to the log of the shop.
 */
let service: TestService;
let auth: AuthDatabase;
let shopData: ShopDatabase;
let dataSource: DataSource;
let shop: OwnedShop;
let app: RegisteredApp;

beforeAll(async () => {
  service = await authApi();
  const options = { url: service.database.url('hooks'), applicationName: 'spec' };
  dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  [auth, shopData] = [new AuthDatabase(dataSource, options), new ShopDatabase(dataSource, options)];
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
  app = await aRegisteredApp(service, { scopes: ['meta.collection', 'meta.get'] });
});
afterAll(async () => {
  await Promise.all([auth.close(), shopData.close()]);
  await dataSource.destroy();
  await service.stop();
});

interface Event {
  id: string;
  type: string;
  resource_type: string;
  resource_id: string;
  resource: string;
  changed: string[];
}
const outbox = (of: { id: string } = shop) =>
  service.database.query<Event>(
    `SELECT shop_id, id, type, resource_type, resource_id, resource, changed, occurred_at
     FROM auth.event_outbox WHERE shop_id = $1 ORDER BY occurred_at, id`,
    [of.id],
  );
const log = () =>
  service.database.query<Event>('SELECT * FROM shop.events WHERE shop_id = $1 ORDER BY occurred_at, id', [
    shop.id,
  ]);
const types = (events: Event[]) => events.map(({ type }) => type);
const install = (scopes?: string[]) =>
  shop.api.post(
    `${shop.path}/installations`,
    newObject('installations', { app_id: app.id, ...(scopes && { scopes }) }),
  );
const relay = () => relayEvents(auth, shopData, shop.id, 'https://auth.example');

describe('events about installations', () => {
  it(
    'contain the installation as a GET returns it, for each install, grant and uninstall, and none for ' +
      'unchanged grants',
    async () => {
      const address = `${shop.path}/installations/${(await install()).body.data.id as string}`;
      const shown = async () => {
        const { body } = await shop.api.get(address);
        return { ...body.data, links: { self: address } } as object;
      };
      const expected = [await shown()];
      const last = async () => JSON.parse((await outbox()).at(-1)!.resource) as object;
      expect(await last()).toEqual(expected[0]);
      await install();
      expect(await outbox()).toHaveLength(1);
      await install(['meta.get']);
      expect(await last()).toEqual(await shown());
      await shop.api.delete(address);
      expect(await last()).toEqual(await shown());
      await shop.api.delete(address);
      expect(await outbox()).toHaveLength(3);
      await install();
      const events = await outbox();
      expect(types(events)).toEqual([
        'installations.created',
        'installations.scopes_changed',
        'installations.uninstalled',
        'installations.created',
      ]);
      expect(events.map(({ changed }) => changed)).toEqual([
        [],
        ['scopes', 'withdrawn_scopes'],
        ['status', 'uninstalled_at'],
        [],
      ]);
      for (const event of events)
        expect([event.resource_type, `${shop.path}/installations/${event.resource_id}`]).toEqual([
          'installations',
          address,
        ]);
    },
  );

  it('are written for every shop with the app when the developer deletes the app', async () => {
    const other = await anOwnedShop(service);
    await install();
    await other.api.post(`${other.path}/installations`, newObject('installations', { app_id: app.id }));
    await app.developer.api.delete(`/api/apps/${app.id}`);
    for (const each of [shop, other])
      expect(types(await outbox(each))).toEqual(['installations.created', 'installations.uninstalled']);
  });

  it('are rolled back with their transaction, and a failed event write fails the change', async () => {
    const { query } = service.database;
    const address = `${shop.path}/installations/${(await install()).body.data.id as string}`;
    for (const table of ['auth.audit_entries', 'auth.event_outbox']) {
      await query(`ALTER TABLE ${table} ADD CONSTRAINT refused CHECK (shop_id <> '${shop.id}') NOT VALID`);
      expect((await shop.api.delete(address)).status).toBe(500);
      await query(`ALTER TABLE ${table} DROP CONSTRAINT refused`);
      expect(types(await outbox())).toEqual(['installations.created']);
      expect((await shop.api.get(address)).body.data.attributes.status).toBe('installed');
    }
  });
});

describe('events about a shop', () => {
  it('are written with the names of the changed attributes when the operator changes the shop', async () => {
    const database = service.application.get(AuthDatabase);
    const details = {
      domain: `told-${shop.domain}`,
      ownerEmail: shop.owner.email,
      title: 'T',
      description: '',
    };
    const id = await upsertShop(database, { ...details, name: 'Before' });
    await upsertShop(database, { ...details, name: 'Before' });
    expect(await outbox({ id })).toEqual([]);
    const timeZone = 'Europe/Berlin';
    await upsertShop(database, { ...details, name: 'After', description: 'New', timeZone, currency: 'SEK' });
    for (const status of ['suspended', 'suspended', 'active'] as const)
      await setShopStatus(database, details.domain, status);
    const events = await outbox({ id });
    expect(types(events)).toEqual(['shops.updated', 'shops.updated', 'shops.updated']);
    expect(events.map(({ changed }) => changed)).toEqual([
      ...[['name', 'description', 'time_zone', 'currency_code'], ['status'], ['status']],
    ]);
    expect(JSON.parse(events[0]!.resource)).toEqual({
      ...{ type: 'shops', id, links: { self: `/api/shops/${id}` } },
      attributes: { domain: details.domain, name: 'After', title: 'T', description: 'New' },
      meta: {
        ...{ time_zone: timeZone, currency_code: 'SEK' },
        ...{ support_email: null, support_phone: null, address: null, logo_url: null },
      },
    });
  });
});

describe("transfer of events from the outbox to the shop's event log", () => {
  it('keeps the order of events, adds absolute URLs and empties the outbox', async () => {
    await install();
    await install(['meta.get']);
    const written = await outbox();
    expect(await shopsToRelay(auth)).toContain(shop.id);
    expect(await relay()).toEqual({ carried: 2, refused: [] });
    expect(await outbox()).toEqual([]);
    expect(await shopsToRelay(auth)).not.toContain(shop.id);
    const events = await log();
    const self = `https://auth.example${shop.path}/installations/${written[0]!.resource_id}`;
    expect(events).toEqual(
      written.map((event) => ({
        ...{ ...event, sequence: null, epoch: '1', traceparent: null },
        // The outbox of the auth API names no author.
        ...{ actor_type: null, actor_id: null, actor_name: null },
        resource: JSON.stringify({ ...JSON.parse(event.resource), links: { self } }),
      })),
    );
    expect(await relay()).toEqual({ carried: 0, refused: [] });
  });

  it('keeps the trace context of the request that caused the event', async () => {
    await install();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await service.database.query('UPDATE auth.event_outbox SET traceparent = $2 WHERE shop_id = $1', [
      shop.id,
      traceparent,
    ]);
    await relay();
    expect(await log()).toMatchObject([{ type: 'installations.created', traceparent }]);
  });

  it('writes each event once, even after an interruption or with concurrent transfers', async () => {
    await install();
    await install(['meta.get']);
    const { query } = service.database;
    await query(`CREATE TABLE kept AS SELECT * FROM auth.event_outbox WHERE shop_id = '${shop.id}'`);
    await relay();
    await query(`INSERT INTO auth.event_outbox SELECT * FROM kept; DROP TABLE kept`);
    expect(await Promise.all([relay(), relay(), relay()])).toContainEqual({ carried: 2, refused: [] });
    expect(types(await log())).toEqual(['installations.created', 'installations.scopes_changed']);
    expect(await outbox()).toEqual([]);
  });
});
