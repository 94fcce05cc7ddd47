import { eventsOf } from '@storewright/api-testing';
import {
  anAccessToken,
  aShop,
  BuiltService,
  HttpClient,
  type ServiceProcess,
  testDatabase,
  type TestDatabase,
  testKey,
  type TestShop,
  until,
} from '@storewright/testing';

/** The environment sets the sizes. */
const [ROWS, KILLS] = [Number(process.env['ROWS'] ?? 5_000), Number(process.env['KILLS'] ?? 4)];

let database: TestDatabase;
let built: BuiltService;
let service: ServiceProcess;
let shop: TestShop;
let token: string;

const start = async () => {
  service = await built.start(database.url('shop'), { TOKEN_KEY: testKey });
};
const http = () => new HttpClient(service.port, `${shop.domain}.localhost`, token);

beforeAll(async () => {
  [database, built] = await Promise.all([testDatabase(), BuiltService.build('shop-api')]);
  shop = await aShop(database);
  token = await anAccessToken(database, shop);
  await start();
});
afterAll(async () => {
  await service.kill();
  built.delete();
  await database.drop();
});

interface Progress {
  state: string;
  checked_count: number;
  done_count: number;
  failed_count: number;
}

async function progressOf(id: string): Promise<Progress> {
  const [row] = await database.query<Progress>(
    'SELECT state, checked_count, done_count, failed_count FROM shop.imports WHERE shop_id = $1 AND id = $2',
    [shop.id, id],
  );
  return row!;
}

/** Kills the process whenever the import has progressed by a further part of its rows, and starts another one. */
async function killDuring(id: string, count: 'checked_count' | 'done_count'): Promise<void> {
  for (let kills = 1; kills <= KILLS; kills += 1) {
    const rows = (ROWS * kills) / (KILLS + 1);
    await until(`${count} has reached ${rows}`, async () => (await progressOf(id))[count] >= rows);
    await service.kill();
    await start();
  }
}

const has = (id: string, state: string) =>
  until(`the import is ${state}`, async () => (await progressOf(id)).state === state);

describe(`import of ${ROWS} rows`, () => {
  it('writes each row once, even if SIGKILL ends the importing process several times', async () => {
    const rows = Array.from(
      { length: ROWS },
      (_, at) => `killed-${at},Product ${at},K-${at},19.95,${at + 1}`,
    );
    const { status, body } = await http().post(
      '/api/imports/products',
      ['handle,title,sku,price,inventory_quantity', ...rows].join('\n'),
      { headers: { 'content-type': 'text/csv' } },
    );
    expect(status).toBe(201);
    const { id } = body.data as { id: string };
    await killDuring(id, 'checked_count');
    await has(id, 'checked');
    const running = { data: { type: 'imports', id, attributes: { state: 'running' } } };
    expect((await http().patch(`/api/imports/${id}`, running)).status).toBe(200);
    await killDuring(id, 'done_count');
    await has(id, 'finished');
    expect(await progressOf(id)).toMatchObject({ checked_count: ROWS, done_count: ROWS, failed_count: 0 });

    const [stock] = await database.query<{ skus: number; products: number; sum: string; changes: number }>(
      `SELECT count(DISTINCT v.sku)::integer AS skus, count(DISTINCT v.product_id)::integer AS products,
         sum(v.inventory_quantity) AS sum,
         (SELECT count(*)::integer FROM shop.inventory_changes c WHERE c.shop_id = $1) AS changes
       FROM shop.variants v WHERE v.shop_id = $1`,
      [shop.id],
    );
    expect(stock).toEqual({
      skus: ROWS,
      products: ROWS,
      sum: String((ROWS * (ROWS + 1)) / 2),
      changes: ROWS,
    });
    const events = await eventsOf(database, shop);
    const created = (type: string) => events.filter((event) => event.type === `${type}.created`);
    for (const type of ['products', 'variants']) {
      const ids = created(type).map(({ resource_id }) => resource_id);
      expect([type, ids.length, new Set(ids).size]).toEqual([type, ROWS, ROWS]);
    }
  });
});
