import { randomUUID } from 'node:crypto';
import { dataSourceOptions, ShopDatabase } from '@storewright/database';
import {
  Attribute,
  defineResource,
  Int,
  Json,
  type JsonText,
  VersionedRow,
  CollatedText,
} from '@storewright/entities';
import { EventNotifier, type Write } from '@storewright/events';
import { type TestDatabase, testDatabase } from '@storewright/testing';
import { And, Any, DataSource, Entity, IsNull, LessThan, MoreThan, Not } from 'typeorm';
import type { Shop } from './shop';
import { DatabaseShopRepository } from './shop-repository';
import { ShopRows } from './shop-rows';
import { FreeValue } from './sql-value';

@Entity({ schema: 'shop', name: 'meta' })
class Thing extends VersionedRow {
  @Attribute('The resource type.')
  @CollatedText()
  resource_type: string;

  @Attribute('The resource id.')
  @CollatedText()
  resource_id: string;

  @Attribute('The data.')
  @Json()
  data: JsonText<object>;

  @Int({ default: 1 })
  segment: number;
}
const things = Object.assign(
  defineResource(Thing, {
    description: 'A thing.',
    ...{ type: 'meta', path: '/api/meta', sortable: ['resource_type'] },
  }),
  { events: ['created', 'updated', 'deleted', 'approved'] },
);

@Entity({ schema: 'shop', name: 'products' })
class Undeclared extends VersionedRow {}

const shop = (): Shop => ({
  id: randomUUID(),
  domain: 'x',
  status: 'active',
  time_zone: 'UTC',
  currency_code: 'EUR',
});
const aThing = (resource_type: string) => ({
  id: randomUUID(),
  resource_type,
  resource_id: '1',
  data: { a: 1 },
  segment: 1,
});

let database: TestDatabase;
let dataSource: DataSource;
let connections: ShopDatabase;
let rows: ShopRows;
beforeAll(async () => {
  database = await testDatabase();
  const options = { url: database.url('shop'), applicationName: 'spec' };
  dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  connections = new ShopDatabase(dataSource, options);
  rows = new ShopRows(connections, { shopUrl: 'https://{shop}.shops.test' }, new EventNotifier(connections));
});
afterAll(async () => {
  await connections.close();
  await dataSource.destroy();
  await database.drop();
});

const eventsOf = async ({ id }: Shop) =>
  (
    await database.query<{ type: string; changed: string[] }>(
      'SELECT type, changed FROM shop.events WHERE shop_id = $1 ORDER BY occurred_at, id',
      [id],
    )
  ).map(({ type, changed }) => [type, changed]);

describe('ShopTransaction.emit()', () => {
  it('writes an event that contains the row with the changes of the transaction', async () => {
    const own = shop();
    const row = await rows.of(own).repository(Thing).insert(aThing('orders'));
    const { id } = row;
    await rows.of(own).transaction(async (tx) => {
      await tx.repository(Thing).update(row, { resource_id: '2' });
      await tx.emit(things, 'approved', { id });
    });
    expect(await eventsOf(own)).toEqual([
      ['meta.created', []],
      ['meta.updated', ['resource_id']],
      ['meta.approved', []],
    ]);
    const [event] = await database.query<{ resource: string }>(
      `SELECT resource FROM shop.events WHERE shop_id = $1 AND type = 'meta.approved'`,
      [own.id],
    );
    expect(JSON.parse(event!.resource)).toMatchObject({ id, attributes: { resource_id: '2' } });
  });

  it('writes no event if the transaction rolls back', async () => {
    const own = shop();
    const { id } = await rows.of(own).repository(Thing).insert(aThing('orders'));
    const undone = rows.of(own).transaction(async (tx) => {
      await tx.emit(things, 'approved', { id });
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await eventsOf(own)).toEqual([['meta.created', []]]);
  });

  it('throws for an undeclared event, and for a row that does not exist in the shop', async () => {
    const [own, other] = [shop(), shop()];
    const { id } = await rows.of(other).repository(Thing).insert(aThing('orders'));
    const emit = (event: string) => rows.of(own).transaction((tx) => tx.emit(things, event, { id }));
    await expect(emit('rejected')).rejects.toThrow('meta.rejected is not a declared event');
    await expect(emit('approved')).rejects.toThrow(`no meta ${id} to emit approved with`);
    expect(await eventsOf(own)).toEqual([]);
    expect(await eventsOf(other)).toEqual([['meta.created', []]]);
  });
});

describe('ShopRepository', () => {
  it('insert returns the new row and writes its event', async () => {
    const own = shop();
    const row = await rows.of(own).repository(Thing).insert(aThing('orders'));
    expect(row).toMatchObject({ shop_id: own.id, version: 1, resource_type: 'orders', data: '{"a": 1}' });
    expect(row.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(await eventsOf(own)).toEqual([['meta.created', []]]);
  });

  it('update writes an event with the names of the changed columns, and no event without changes', async () => {
    const own = shop();
    const things = rows.of(own).repository(Thing);
    const row = await things.insert(aThing('orders'));
    expect(await things.update(row, { resource_type: 'orders', data: { a: 1 } })).toBeUndefined();
    expect(await things.update(row, { resource_type: 'codes' })).toMatchObject({
      version: 2,
      resource_type: 'codes',
    });
    expect(await eventsOf(own)).toEqual([
      ['meta.created', []],
      ['meta.updated', ['resource_type']],
    ]);
  });

  it('delete removes a row and writes its event', async () => {
    const own = shop();
    const things = rows.of(own).repository(Thing);
    const { id } = await things.insert(aThing('orders'));
    await things.delete({ id });
    expect(await things.exists({ where: { id } })).toBe(false);
    expect((await eventsOf(own)).at(-1)).toEqual(['meta.deleted', []]);
  });

  describe('insert of a generated unique value', () => {
    const free = new FreeValue<Thing>('orders', ['resource_type'], { name: 'free', sql: `'free'` });
    const newThing = { ...aThing('orders'), resource_type: free };
    /** Simulates a concurrent transaction that takes the value first, `losses` times. */
    function losing(losses: number) {
      const sent: string[] = [];
      const write = ({ sql }: Write) => {
        sent.push(sql);
        return Promise.resolve(sent.length > losses ? [{ version: 1 }] : []);
      };
      const runner = { write, query: () => Promise.resolve([]) };
      return {
        sent,
        things: new DatabaseShopRepository(connections.statementsOf(Thing), shop().id, runner),
      };
    }

    it('repeats the INSERT without an error if a concurrent transaction inserts the value first', async () => {
      const { sent, things } = losing(3);
      expect(await things.insert(newThing)).toEqual({ version: 1 });
      expect(sent).toHaveLength(4);
      expect(sent[0]).toMatch(/ ON CONFLICT \(shop_id, resource_type\) DO NOTHING$/);
    });

    it('throws "values_taken" after a hundred attempts', async () => {
      const { sent, things } = losing(Infinity);
      await expect(things.insert(newThing)).rejects.toMatchObject({ problem: 'values_taken' });
      expect(sent).toHaveLength(100);
    });
  });

  it('find applies conditions, order and limit', async () => {
    const things = rows.of(shop()).repository(Thing);
    for (const type of ['a', 'b', 'c', 'd']) await things.insert(aThing(type));
    const found = async (where: Parameters<typeof things.find>[0]['where'], take?: number) =>
      (
        await things.find({ where, order: { resource_type: 'DESC' }, ...(take !== undefined && { take }) })
      ).map((row) => row.resource_type);
    expect(await found({ resource_type: Any(['a', 'c']) })).toEqual(['c', 'a']);
    expect(await found({ resource_type: And(MoreThan('a'), LessThan('d')) })).toEqual(['c', 'b']);
    expect(await found({ resource_type: Not('a') }, 2)).toEqual(['d', 'c']);
    expect(await found({ resource_type: Not(IsNull()), segment: 1 })).toHaveLength(4);
    expect(await found({ resource_type: IsNull() })).toEqual([]);
  });

  it('find returns no row of another shop', async () => {
    const { id } = await rows.of(shop()).repository(Thing).insert(aThing('orders'));
    expect(await rows.of(shop()).repository(Thing).find({ where: { id } })).toEqual([]);
  });

  it.each([null, undefined])('find throws if a condition compares a column with %s', async (nothing) => {
    const find = rows
      .of(shop())
      .repository(Thing)
      .find({ where: { resource_type: nothing as never } });
    await expect(find).rejects.toThrow('the condition on resource_type has no value');
  });

  it('throws for a write to a versioned entity that no resource declares', async () => {
    const insert = rows.of(shop()).repository(Undeclared).insert({ id: randomUUID() });
    await expect(insert).rejects.toThrow('Undeclared is written before its resource is declared');
  });

  it('throws for a statement that is sent after the end of the transaction', async () => {
    const own = shop();
    let forked: (() => Promise<unknown>) | undefined;
    await rows.of(own).transaction(async (tx) => {
      forked = () => tx.repository(Thing).insert(aThing('orders'));
      await tx.repository(Thing).insert(aThing('codes'));
    });
    await expect(forked!()).rejects.toThrow('the transaction is over');
    expect(await eventsOf(own)).toHaveLength(1);
  });
});
