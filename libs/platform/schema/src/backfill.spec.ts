import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { backfill } from './backfill';
import { urlAs } from './roles';
import { passwords, type ScratchDatabase, scratchDatabase } from './testing/scratch-database';

describe('backfill', () => {
  let database: ScratchDatabase;
  beforeAll(async () => {
    database = await scratchDatabase();
    await database.migrate();
  });
  afterAll(() => database.drop());

  it('updates the matching rows of every shop in several batches', async () => {
    const shops = [randomUUID(), randomUUID()];
    for (const shop of shops)
      await database.client.query(
        `INSERT INTO shop.products (shop_id, id, title, handle, description, status, tags, created_at, updated_at)
         SELECT $1, gen_random_uuid(), CASE WHEN n <= 1500 THEN '' ELSE 'Mug' END, 'h' || n, '', 'draft', '{}', now(), now()
         FROM generate_series(1, 1600) n`,
        [shop],
      );
    const url = urlAs(database.url, 'owner', passwords);
    const dataSource = await new DataSource({ type: 'postgres', url }).initialize();
    const runner = dataSource.createQueryRunner();
    await backfill(runner, { table: 'shop.products', set: `title = 'Untitled'`, where: `title = ''` });
    await runner.release();
    await dataSource.destroy();
    const { rows } = await database.client.query(
      'SELECT shop_id, title, count(*)::integer AS count FROM shop.products GROUP BY 1, 2 ORDER BY 1, 2',
    );
    expect(rows).toEqual(
      shops.sort().flatMap((shop_id) => [
        { shop_id, title: 'Mug', count: 100 },
        { shop_id, title: 'Untitled', count: 1500 },
      ]),
    );
  });
});
