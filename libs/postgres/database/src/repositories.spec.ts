import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { App, AuditEntry, Bytea, Text, Uuid, CollatedText } from '@storewright/entities';
import { aShop, type TestDatabase, testDatabase, type TestShop } from '@storewright/testing';
import { Any, Entity, IsNull, type Repository } from 'typeorm';
import type { Transaction } from './database';
import { AuthDatabase, DatabaseModule, ShopDatabase } from './database.module';

@Entity({ schema: 'auth', name: 'nonces' })
class Nonce {
  @Bytea({ primary: true })
  digest: Buffer;
}

@Entity({ schema: 'auth', name: 'owners' })
class Owner {
  @Uuid({ primary: true })
  id: string;

  @Text()
  email: string;

  @CollatedText()
  email_key: string;

  @Text()
  name: string;

  @Text()
  password_hash: string;
}

@Entity({ schema: 'auth', name: 'members' })
class Member {
  @Uuid({ primary: true })
  shop_id: string;

  @Uuid({ primary: true })
  owner_id: string;
}

@Injectable()
class Store {
  @Inject(AuthDatabase) readonly database: AuthDatabase;
  @Inject(ShopDatabase) readonly shopDatabase: ShopDatabase;
  @InjectRepository(App, 'auth') readonly apps: Repository<App>;
  @InjectRepository(AuditEntry, 'auth') readonly entries: Repository<AuditEntry>;
  @InjectRepository(Nonce, 'auth') readonly nonces: Repository<Nonce>;
  @InjectRepository(Owner, 'auth') readonly owners: Repository<Owner>;
  @InjectRepository(Member, 'auth') readonly members: Repository<Member>;
}

const noContext = /no context: use database\.of/;

describe('Repository', () => {
  let database: TestDatabase;
  let store: Store;
  let close: () => Promise<void>;
  let owner_id: string;
  let [shop, other]: TestShop[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    const options = { url: database.url('auth'), applicationName: 'spec', poolSize: 3 };
    const application = await Test.createTestingModule({
      imports: [
        DatabaseModule.forRoot(AuthDatabase, options),
        DatabaseModule.forRoot(ShopDatabase, options),
        TypeOrmModule.forFeature([App, AuditEntry, Nonce, Owner, Member], 'auth'),
      ],
      providers: [Store],
    }).compile();
    store = application.get(Store);
    close = () => application.close();
    [shop, other] = [await aShop(database), await aShop(database)];
    owner_id = randomUUID();
    await store.database.of({ owner_id }, store.owners).insert({
      ...{ id: owner_id, email: 'A@b.test', email_key: owner_id, name: 'An owner', password_hash: 'none' },
    });
  });
  afterAll(async () => {
    await close();
    await database.drop();
  });

  const anApp = () => ({
    id: randomUUID(),
    owner_id,
    name: 'An app',
    install_url: 'http://a.test',
    scopes: ['meta.get'],
  });
  const apps = () => store.database.of({ owner_id }, store.apps);

  describe('in a database context', () => {
    it('inserts an entity with the default values of the database, and finds the entity', async () => {
      const app = store.apps.create(anApp());
      await apps().insert(app);
      expect(app).toMatchObject({ version: 1, require_proof: false, webhook_events: [] });
      expect(app.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      const found = await apps().findOneBy({ id: app.id });
      expect(found).toBeInstanceOf(App);
      const empty = {
        allowed_networks: null,
        client_url: null,
        description: null,
        privacy_url: null,
        support_url: null,
        icon_digest: null,
        webhook_url: null,
        deleted_at: null,
      };
      expect(found).toEqual({ ...app, ...empty });
      expect(await apps().findOneBy({ id: randomUUID() })).toBeNull();
    });

    it('returns the number of changed or deleted rows, and the rows if the caller requests them', async () => {
      const { id } = await inserted();
      const changed = await apps().update(
        { id },
        { name: 'Changed', version: () => 'version + 1' },
        { returning: ['name', 'version'] },
      );
      expect(changed).toMatchObject({ affected: 1, raw: [{ name: 'Changed', version: 2 }] });
      expect(await apps().update({ id: randomUUID() }, { name: 'Changed' })).toMatchObject({ affected: 0 });
      expect(await apps().delete({ id })).toMatchObject({ affected: 1 });
      expect(await apps().countBy({ id })).toBe(0);
    });

    it('reads and writes times as text with microseconds', async () => {
      const deleted_at = '2019-07-14T09:23:34.123456Z';
      const { id } = await inserted({ deleted_at });
      expect(await apps().findOneByOrFail({ id, deleted_at })).toMatchObject({ deleted_at });
      await apps().update({ id }, { deleted_at: '2019-07-14T09:23:34.000001Z' });
      expect(await apps().findOneByOrFail({ id })).toMatchObject({
        deleted_at: '2019-07-14T09:23:34.000001Z',
      });
    });

    it('writes JSON from text and from objects, and reads it as text', async () => {
      const entries = store.database.of({ shop_id: shop!.id }, store.entries);
      for (const detail of [{ a: ['"'] }, '{"a": ["\\""]}']) {
        const id = randomUUID();
        await entries.insert({ id, shop_id: shop!.id, kind: 'apps.created', detail: detail as never });
        expect(await entries.findOneByOrFail({ id })).toMatchObject({ detail: '{"a": ["\\""]}' });
      }
    });

    it('accepts a Buffer as the value of a condition', async () => {
      const digest = Buffer.alloc(32, 7);
      const nonces = store.database.of({ credential: digest.toString('hex') }, store.nonces);
      expect(await nonces.findOneBy({ digest })).toBeNull();
      expect(await nonces.delete({ digest })).toMatchObject({ affected: 0 });
    });

    it('finds rows by an array of ids with Any()', async () => {
      const [one, two] = [await inserted(), await inserted()];
      const found = await apps().find({
        where: { id: Any([one.id, two.id]), deleted_at: IsNull() },
        order: { id: 'ASC' },
      });
      expect(found.map(({ id }) => id)).toEqual([one.id, two.id].sort());
    });

    it('reads and changes only rows that row-level security permits for the shop of the context', async () => {
      const link = { shop_id: shop!.id, owner_id };
      await store.database.of({ shop_id: shop!.id }, store.members).insert(link);
      const seen = (shop_id: string) => store.database.of({ shop_id }, store.members).count();
      expect([await seen(shop!.id), await seen(other!.id)]).toEqual([1, 0]);
      const foreign = store.database.of({ shop_id: other!.id }, store.members);
      expect(await foreign.delete(link)).toMatchObject({ affected: 0 });
      await expect(foreign.insert({ shop_id: shop!.id, owner_id: randomUUID() })).rejects.toMatchObject({
        code: '42501',
      });
    });

    it('separates the contexts of concurrent calls', async () => {
      const shops = Array.from({ length: 20 }, (_, at) => (at % 2 ? shop! : other!));
      const counts = await Promise.all(
        shops.map(({ id }) => store.database.of({ shop_id: id }, store.members).countBy({ owner_id })),
      );
      expect(counts).toEqual(shops.map((each) => (each === shop ? 1 : 0)));
    });

    it.each<[string, () => Promise<unknown>]>([
      ['find', () => apps().findOneBy({ id: undefined })],
      ['update', () => apps().update({ id: undefined }, { name: 'Changed' })],
      ['delete', () => apps().delete({ id: undefined })],
    ])('rejects %s with an undefined condition instead of ignoring the condition', async (_, act) => {
      const { id } = await inserted();
      await expect(act()).rejects.toThrow(/undefined/i);
      expect(await apps().findOneByOrFail({ id })).toMatchObject({ name: 'An app' });
    });

    it('rejects row locks, and the start of a transaction', async () => {
      const locking = apps().findOne({ where: { owner_id }, lock: { mode: 'pessimistic_write' } });
      await expect(locking).rejects.toThrow(/transaction/);
      await expect(apps().manager.transaction(() => Promise.resolve())).rejects.toThrow(
        'use database.transaction(context, …) to open',
      );
    });

    it('rejects save, remove and upsert, even in a transaction', async () => {
      const guess = (repository: Repository<App>) => [
        repository.save(anApp()),
        repository.remove(repository.create(anApp())),
        repository.upsert(anApp(), ['id']),
      ];
      const refused = 'use insert, update and delete';
      for (const each of guess(apps())) await expect(each).rejects.toThrow(refused);
      await store.database.transaction({ owner_id }, async (tx) => {
        for (const each of guess(tx.of(store.apps))) await expect(each).rejects.toThrow(refused);
      });
    });

    it('rejects with a DatabaseError that contains the reason', async () => {
      const { id } = await inserted();
      await expect(apps().insert({ ...anApp(), id })).rejects.toMatchObject({ problem: 'duplicate' });
    });
  });

  describe('without a database context', () => {
    it.each<[string, () => unknown]>([
      ['find of a repository', () => store.apps.findOneBy({ owner_id })],
      ['insert of a repository', () => store.apps.insert(anApp())],
      ['update of a repository', () => store.apps.update({ owner_id }, { name: 'Changed' })],
      ['delete of a repository', () => store.apps.delete({ owner_id })],
      ['a query builder', () => store.apps.createQueryBuilder('a').getMany()],
      ['query of a repository', () => store.apps.query('SELECT 1')],
      ['find of an entity manager', () => store.apps.manager.find(App)],
      ['a transaction of an entity manager', () => store.apps.manager.transaction(() => Promise.resolve())],
      ['query of the data source', () => store.database.dataSource.query('SELECT 1')],
      ['creating a query runner', () => store.database.dataSource.createQueryRunner()],
    ])('throws for %s', async (_, act) => {
      await expect((async () => act())()).rejects.toThrow(noContext);
    });

    it('throws for a repository of a different database', () => {
      expect(() => store.shopDatabase.of({}, store.apps)).toThrow(
        'the repository of App belongs to another database',
      );
    });
  });

  describe('in a transaction', () => {
    it('commits or rolls back together with other repositories and statements', async () => {
      const app = anApp();
      const work = (fails: boolean) =>
        store.database.transaction({ owner_id }, async (tx) => {
          await tx.of(store.apps).insert({ ...app });
          expect(
            await tx.query({ text: 'SELECT name FROM auth.apps WHERE id = $1', values: [app.id] }),
          ).toHaveLength(1);
          await tx.of(store.apps).update({ id: app.id }, { name: 'Changed' });
          if (fails) throw new Error('given up');
          return tx.of(store.apps).findOneByOrFail({ id: app.id });
        });
      await expect(work(true)).rejects.toThrow('given up');
      expect(await apps().countBy({ id: app.id })).toBe(0);
      expect(await work(false)).toMatchObject({ name: 'Changed' });
    });

    it('locks a row until the transaction ends', async () => {
      const { id } = await inserted();
      const order: string[] = [];
      let locked: () => void;
      const isLocked = new Promise<void>((resolve) => (locked = resolve));
      const lock = (tx: Transaction) =>
        tx.of(store.apps).findOneOrFail({ where: { id }, lock: { mode: 'pessimistic_write' } });
      const first = store.database.transaction({ owner_id }, async (tx) => {
        await lock(tx);
        locked();
        await untilWaiting();
        order.push('first');
      });
      await isLocked;
      const second = store.database.transaction({ owner_id }, async (tx) => {
        await lock(tx);
        order.push('second');
      });
      await Promise.all([first, second]);
      expect(order).toEqual(['first', 'second']);
    });

    it('cannot start a nested transaction or end its own transaction', async () => {
      const within = (act: (tx: Transaction) => Promise<unknown>) =>
        store.database.transaction({ owner_id }, act);
      const refused = 'use database.transaction(context, …) to open';
      await expect(within((tx) => tx.manager.transaction(() => Promise.resolve()))).rejects.toThrow(refused);
      await expect(within((tx) => tx.manager.queryRunner!.commitTransaction())).rejects.toThrow(refused);
    });

    it('rejects statements after the transaction has ended', async () => {
      let escaped: Repository<App>;
      let forked: Promise<unknown>;
      let over: () => void;
      const isOver = new Promise<void>((resolve) => (over = resolve));
      const app = anApp();
      await store.database.transaction({ owner_id }, async (tx) => {
        escaped = tx.of(store.apps);
        forked = isOver.then(() => escaped.insert(app));
        forked.catch(() => undefined);
        await escaped.countBy({ owner_id });
      });
      over!();
      await expect(forked!).rejects.toThrow('after its transaction ended');
      await expect(escaped!.findOneBy({ owner_id })).rejects.toThrow('after its transaction ended');
      expect(await apps().countBy({ id: app.id })).toBe(0);
    });

    it('rolls back if a statement is still pending when the callback resolves', async () => {
      const app = anApp();
      let forked: Promise<unknown>;
      const work = store.database.transaction({ owner_id }, async (tx) => {
        await tx.of(store.apps).insert({ ...app });
        forked = tx.query({ text: 'SELECT 1' });
      });
      await expect(work).rejects.toThrow('a transaction ended before its statements');
      await forked!;
      expect(await apps().countBy({ id: app.id })).toBe(0);
    });
  });

  async function inserted(given: Partial<App> = {}): Promise<App> {
    const app = store.apps.create({ ...anApp(), ...given });
    await apps().insert(app);
    return app;
  }

  async function untilWaiting(): Promise<void> {
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    while ((await database.query(waiting)).length === 0);
  }
});
