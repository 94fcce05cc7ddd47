import 'reflect-metadata';
import { Column, DataSource, Entity, EntityManager, PrimaryColumn } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';

/*
 * One test for each internal of TypeORM that this library uses. If an upgrade of TypeORM breaks a test, its
 * name states the assumption that no longer holds. `pg-contract.spec.ts` of libs/postgres/driver does the
 * same for pg.
 */

@Entity({ name: 'contract' })
class Contract {
  @PrimaryColumn('integer')
  id: number;

  @Column('jsonb')
  data: unknown;

  @Column('timestamptz')
  at: string;
}

let dataSource: DataSource;
let driver: PostgresDriver;
beforeEach(() => {
  dataSource = new DataSource({
    type: 'postgres',
    url: process.env['TEST_DATABASE_URL']!,
    entities: [Contract],
    extra: { max: 2, own: 'option' },
  });
  driver = dataSource.driver as PostgresDriver;
});
afterEach(() => (dataSource.isInitialized ? dataSource.destroy() : undefined));

/** A stand-in for pg's pool. It records what TypeORM does with a connection. */
function recordingPool() {
  const calls: unknown[] = [];
  const client = {
    on: () => client,
    removeListener: () => client,
    query: (text: string) => {
      calls.push(text);
      return Promise.resolve({ rows: [] as object[], rowCount: 0, command: 'SELECT' });
    },
  };
  const release = (error?: unknown) => calls.push(['release', error]);
  const connect = (callback: (error: undefined, connection: unknown, done: typeof release) => void) => {
    calls.push('connect');
    callback(undefined, client, release);
  };
  return { calls, client, connect, end: (callback: () => void) => callback() };
}

/** Opens the data source with the pool, without a connection. */
async function openedWith(pool: ReturnType<typeof recordingPool>): Promise<void> {
  driver.version = '18.0';
  driver.connect = () => {
    driver.master = pool;
    return Promise.resolve();
  };
  driver.afterConnect = () => Promise.resolve();
  await dataSource.initialize();
}

describe('TypeORM DataSource', () => {
  it("initializes without a connection if its driver's connect() and afterConnect() are overridden", async () => {
    const pool = recordingPool();
    await openedWith(pool);
    expect(pool.calls).toEqual([]);
    expect(dataSource.isInitialized).toBe(true);
  });

  it('passes options.extra through unchanged', () => {
    expect(dataSource.options.extra).toEqual({ max: 2, own: 'option' });
  });

  it('uses driver.master as connection pool and calls connect() with a callback', async () => {
    const pool = recordingPool();
    await openedWith(pool);
    expect(await dataSource.createQueryRunner().connect()).toBe(pool.client);
    expect(pool.calls).toEqual(['connect']);
  });

  it('calls createQueryRunner() for a repository, a builder and a manager without a query runner', async () => {
    await openedWith(recordingPool());
    dataSource.createQueryRunner = () => {
      throw new Error('no context');
    };
    const repository = dataSource.getRepository(Contract);
    await expect(repository.find()).rejects.toThrow('no context');
    await expect(repository.update({ id: 1 }, { id: 2 })).rejects.toThrow('no context');
    await expect(repository.createQueryBuilder('c').getRawMany()).rejects.toThrow('no context');
    await expect(dataSource.manager.query('SELECT 1')).rejects.toThrow('no context');
  });

  it("writes the values that the driver's preparePersistentValue() returns", async () => {
    await openedWith(recordingPool());
    driver.preparePersistentValue = (value) => `persistent ${String(value)}`;
    const insert = dataSource
      .createQueryBuilder()
      .insert()
      .into(Contract)
      .values({ id: 1, data: 'x', at: 'y' });
    expect(Object.values(insert.getQueryAndParameters()[1]).flat()).toEqual(
      expect.arrayContaining(['persistent x', 'persistent y']),
    );
  });

  it("returns the values that the driver's prepareHydratedValue() returns", async () => {
    const pool = recordingPool();
    await openedWith(pool);
    driver.prepareHydratedValue = (value: unknown) => `hydrated ${String(value)}`;
    const row = { c_id: 1, c_data: 'x', c_at: 'y' };
    pool.client.query = () => Promise.resolve({ rows: [row], rowCount: 1, command: 'SELECT' });
    const [found] = await dataSource.getRepository(Contract).createQueryBuilder('c').getMany();
    expect(found).toMatchObject({ data: 'hydrated x', at: 'hydrated y' });
  });
});

describe('TypeORM PostgresQueryRunner', () => {
  /** A query runner that responds to every statement without a server. */
  class OwnRunner extends PostgresQueryRunner {
    readonly sent: unknown[][] = [];
    override readonly manager: EntityManager = new EntityManager(dataSource, this);

    releaseWith(reason: unknown): void {
      const { releaseCallback } = this;
      this.releaseCallback = () => releaseCallback?.(reason);
    }

    override query(...args: unknown[]): Promise<never> {
      this.sent.push(args);
      const rows = [{ id: 1 }];
      return Promise.resolve(args[2] ? { records: rows, affected: 1, raw: rows } : rows) as never;
    }
  }
  const ownRunner = () => new OwnRunner(driver, 'master');

  it('is constructed with the driver and a mode', async () => {
    await openedWith(recordingPool());
    expect(ownRunner().dataSource).toBe(dataSource);
  });

  it('passes text, values and the flag for structured results to an overridden query()', async () => {
    await openedWith(recordingPool());
    const runner = ownRunner();
    const repository = runner.manager.withRepository(dataSource.getRepository(Contract));
    await repository.update({ id: 1 }, { id: 2 });
    expect(runner.sent).toEqual([[expect.stringMatching(/^UPDATE "contract"/), [2, 1], true]]);
  });

  it('takes the affected rows of an UPDATE from the structured result of query()', async () => {
    await openedWith(recordingPool());
    const runner = ownRunner();
    const repository = runner.manager.withRepository(dataSource.getRepository(Contract));
    expect((await repository.update({ id: 1 }, { id: 2 })).affected).toBe(1);
  });

  it('calls releaseCallback to return the connection, and a subclass can replace releaseCallback', async () => {
    const pool = recordingPool();
    await openedWith(pool);
    const runner = ownRunner();
    await runner.connect();
    runner.releaseWith('broken');
    await runner.release();
    expect(pool.calls).toEqual(['connect', ['release', 'broken']]);
    expect(runner.isReleased).toBe(true);
  });

  it('starts no transaction of its own for a delete while isTransactionActive is true', async () => {
    await openedWith(recordingPool());
    const runner = ownRunner();
    Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
    await runner.manager.withRepository(dataSource.getRepository(Contract)).delete({ id: 1 });
    expect(runner.sent.map(([text]) => text)).toEqual([expect.stringMatching(/^DELETE FROM "contract"/)]);
  });

  it('rejects a statement after release with "query runner already released"', async () => {
    await openedWith(recordingPool());
    const runner = new PostgresQueryRunner(driver, 'master');
    await runner.release();
    await expect(runner.query('SELECT 1')).rejects.toThrow(/query runner (?:was )?already released/i);
  });

  it('rejects a statement without a pool with "Driver not Connected"', async () => {
    const runner = new PostgresQueryRunner(driver, 'master');
    await expect(runner.query('SELECT 1')).rejects.toThrow('Driver not Connected');
  });

  it('manager.withRepository() keeps the metadata of the repository', async () => {
    await openedWith(recordingPool());
    const repository = dataSource.getRepository(Contract);
    expect(ownRunner().manager.withRepository(repository).metadata).toBe(repository.metadata);
  });
});
