import { randomUUID } from 'node:crypto';
import { dataSourceOptions, ShopDatabase } from '@storewright/database';
import { EventNotifier, eventsChannel, type Write } from '@storewright/events';
import { describeResource } from '@storewright/json-api';
import { type TestDatabase, testDatabase } from '@storewright/testing';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { Shop } from './shop';
import { ShopRows } from './shop-rows';

const shop = (): Shop => ({
  id: randomUUID(),
  domain: 'x',
  status: 'active',
  time_zone: 'UTC',
  currency_code: 'EUR',
});
const [mine, yours] = [shop(), shop()];
// A statement without a condition on the shop, as after a programming error (docs/contract.md §8.2).
const all = { text: 'SELECT shop_id FROM shop.meta' };

let database: TestDatabase;
let dataSource: DataSource;
let door: ShopDatabase;
let rows: ShopRows;
beforeAll(async () => {
  database = await testDatabase();
  const options = { url: database.url('shop'), applicationName: 'spec' };
  dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  door = new ShopDatabase(dataSource, options);
  rows = new ShopRows(door, { shopUrl: 'https://{shop}.shops.test' }, new EventNotifier(door));
});
afterAll(async () => {
  await door.close();
  await dataSource.destroy();
  await database.drop();
});

describe('ShopRows', () => {
  beforeAll(async () => {
    for (const { id } of [mine, yours]) {
      const text = `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at)
        VALUES ($1, $1, 't', 'i', '{}', now(), now())`;
      await rows.of({ ...mine, id }).query({ text, values: [id] });
    }
  });

  it('returns only rows of the shop in single statements and in transactions', async () => {
    expect(await rows.of(mine).query(all)).toEqual([{ shop_id: mine.id }]);
    expect(await rows.of(yours).transaction((transaction) => transaction.query(all))).toEqual([
      { shop_id: yours.id },
    ]);
  });

  it("returns only rows of its shop while another shop's transaction runs", async () => {
    const asked = Array.from({ length: 200 }, async (_, at) => {
      const { id } = at % 2 ? mine : yours;
      const door = rows.of({ ...mine, id });
      const seen = at % 5 ? door.query(all) : door.transaction((transaction) => transaction.query(all));
      expect(await seen).toEqual([{ shop_id: id }]);
    });
    await Promise.all(asked);
  });

  it('rejects a shop id that is not a UUID', async () => {
    await expect(rows.of({ ...mine, id: `${mine.id}' OR '1'='1` }).query(all)).rejects.toThrow(
      'invalid shop_id',
    );
  });
});

describe('ShopRows.write', () => {
  const things = describeResource({
    type: 'things',
    path: '/api/things',
    attributes: { resource_type: 'string' },
    events: true,
  });
  const creation = (shop_id: string, id: string): Write => ({
    ...{ resource: things, change: 'created', name: 'things-insert' },
    sql: `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at) VALUES ($1, $2, 't', 'i', '{}', now(), now())`,
    values: [shop_id, id],
  });
  const eventsOf = ({ id }: Shop) =>
    database.query<{ type: string; resource_id: string; resource: string }>(
      'SELECT type, resource_id, resource FROM shop.events WHERE shop_id = $1',
      [id],
    );

  /**
   * Collects the announcements of these shops. Announcements of earlier tests may still arrive. `until` waits
   * for a number of announcements.
   */
  async function listening(...shops: Shop[]): Promise<{
    received: string[];
    until: (count: number) => Promise<void>;
    end(): Promise<void>;
  }> {
    const client = new Client({ connectionString: database.administratorUrl });
    await client.connect();
    const received: string[] = [];
    let more: () => void = () => undefined;
    client.on('notification', ({ payload }) => {
      if (!shops.some(({ id }) => id === payload)) return;
      received.push(payload!);
      more();
    });
    await client.query(`LISTEN ${eventsChannel}`);
    const until = async (count: number) => {
      while (received.length < count) await new Promise<void>((resolve) => (more = resolve));
    };
    return { received, until, end: () => client.end() };
  }

  it('writes the row and an event whose links start with the public URL of the shop', async () => {
    const own = { ...shop(), domain: 'my-shop' };
    const id = randomUUID();
    expect(await rows.of(own).write(creation(own.id, id))).toEqual([{ id, resource_type: 't' }]);
    const [event] = await eventsOf(own);
    expect(event).toMatchObject({ type: 'things.created', resource_id: id });
    expect(JSON.parse(event!.resource)).toEqual({
      ...{ type: 'things', id, attributes: { resource_type: 't' } },
      links: { self: `https://my-shop.shops.test/api/things/${id}` },
    });
  });

  it('writes neither row nor event if the statement fails or the transaction rolls back', async () => {
    const own = shop();
    const id = randomUUID();
    const undone = rows.of(own).transaction(async (transaction) => {
      await transaction.write(creation(own.id, id));
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await eventsOf(own)).toEqual([]);
    await rows.of(own).write(creation(own.id, id));
    await expect(rows.of(own).write(creation(own.id, id))).rejects.toMatchObject({ problem: 'duplicate' });
    expect(await eventsOf(own)).toHaveLength(1);
  });

  it('repeats a rejected transaction with `precheck` set', async () => {
    const own = shop();
    const [taken, id] = [randomUUID(), randomUUID()];
    await rows.of(own).write(creation(own.id, taken));
    const attempts: unknown[] = [];
    await rows.of(own).transaction(async (tx) => {
      attempts.push(tx.precheck);
      await tx.write(creation(own.id, id));
      if (!tx.precheck) await tx.write(creation(own.id, taken));
    });
    expect(attempts).toEqual([false, true]);
    expect(await eventsOf(own)).toHaveLength(2);
  });

  it('throws if the database rejects the transaction twice', async () => {
    const own = shop();
    const id = randomUUID();
    await rows.of(own).write(creation(own.id, id));
    const again = jest.fn((tx: { write: (write: Write) => Promise<unknown> }) =>
      tx.write(creation(own.id, id)),
    );
    await expect(rows.of(own).transaction(again)).rejects.toMatchObject({ problem: 'duplicate' });
    expect(again).toHaveBeenCalledTimes(2);
  });

  it('throws if a write contains the id of another shop', async () => {
    const own = shop();
    await expect(rows.of(own).write(creation(yours.id, randomUUID()))).rejects.toThrow('must be the shop id');
    expect(await eventsOf(own)).toEqual([]);
  });

  it('sends one notification after the commit for all events of a transaction', async () => {
    const [one, many, idle] = [shop(), shop(), shop()];
    const announced = await listening(one, many, idle);
    await rows.of(idle).query({ text: 'SELECT 1' });
    await rows.of(one).write(creation(one.id, randomUUID()));
    await announced.until(1);
    await rows.of(many).transaction(async (transaction) => {
      for (let at = 0; at < 20; at += 1) await transaction.write(creation(many.id, randomUUID()));
      expect(announced.received).toEqual([one.id]);
    });
    await announced.until(2);
    expect(announced.received).toEqual([one.id, many.id]);
    await announced.end();
  });

  it('sends no notification after a rollback', async () => {
    const [own, last] = [shop(), shop()];
    const announced = await listening(own, last);
    const undone = rows.of(own).transaction(async (transaction) => {
      await transaction.write(creation(own.id, randomUUID()));
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow();
    await rows.of(last).write(creation(last.id, randomUUID()));
    await announced.until(1);
    expect(announced.received).toEqual([last.id]);
    await announced.end();
  });
});
