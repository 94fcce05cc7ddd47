import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@storewright/embedded-postgres';
import { Checkouts } from './testing/checkout';
import { clientOf, order } from './testing/requests';
import { living, listening, type Starter } from './testing/starter';

const checkouts = new Checkouts();
beforeAll(() => checkouts.fill());
afterAll(() => checkouts.deleteAll());

describe('npm start after a stop', () => {
  it('keeps data and tokens and creates a new nonce, and SIGINT or SIGTERM leaves no process running', async () => {
    const checkout = checkouts.empty();
    const first = await (await checkouts.start(checkout)).running();
    const before = first.demo();
    const written = await clientOf(before['BASE_URL']!, before['ACCESS_TOKEN']).post('/api/meta', order);
    await expectCleanEnd(first, 'SIGINT');

    const second = await (await checkouts.start(checkout)).running();
    const after = second.demo();
    const orders = await clientOf(after['BASE_URL']!, after['ACCESS_TOKEN']).get(
      '/api/orders?page[total]=true',
    );
    expect(orders.body.meta).toMatchObject({ page: { total: 3000 } });
    const kept = Object.keys(before).filter((name) => !name.endsWith('_URL') && name !== 'NONCE');
    for (const name of kept) expect([name, after[name]]).toEqual([name, before[name]]);
    expect(after['NONCE']).not.toBe(before['NONCE']);
    const api = clientOf(after['BASE_URL']!, after['ACCESS_TOKEN']);
    const found = await api.get(`/api/meta/${written.body.data.id}`);
    expect([found.status, found.body.data.attributes]).toEqual([200, order.data.attributes]);
    const exchanged = await clientOf(after['AUTH_URL']!).get(`/api/oauth_tokens/nonce/${after['NONCE']}`);
    expect(exchanged.status).toBe(200);
    await expectCleanEnd(second, 'SIGTERM');
  });
});

/** Checks that no process runs and no port is open after the starter has exited. */
async function expectCleanEnd(starter: Starter, signal: NodeJS.Signals): Promise<void> {
  const [pids, ports] = [starter.processes(), starter.ports()];
  expect([pids.length > 5, await listening(ports)]).toEqual([true, ports]);
  starter.signal(signal);
  const { code, stderr } = await starter.ended;
  expect([code, stderr.trim()]).toEqual([0, 'stopping']);
  expect([living(pids), await listening(ports)]).toEqual([[], []]);
}

describe('npm start with DATABASE_URL', () => {
  it("exits if a service is killed, prints the path of the service's log, and leaves Postgres running", async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'storewright-start-server-'));
    const server = await startPostgres({ dataDirectory, durable: false });
    try {
      const starter = await (
        await checkouts.start(checkouts.empty(), { DATABASE_URL: server.url() })
      ).running();
      const { BASE_URL, ACCESS_TOKEN } = starter.demo();
      expect((await clientOf(BASE_URL!, ACCESS_TOKEN).post('/api/meta', order)).status).toBe(201);
      const pids = starter.processes();
      process.kill(starter.processOf('apps/shop-api'), 'SIGKILL');
      const { code, stderr } = await starter.ended;
      const log = join(starter.checkout, '.storewright/logs/shop-api.log');
      expect([code, stderr.trim()]).toEqual([1, `shop-api exited unexpectedly; its log is ${log}`]);
      expect(living(pids)).toEqual([]);
      expect(await listening([server.port])).toEqual([server.port]);
    } finally {
      await server.stop();
      rmSync(server.dataDirectory, { recursive: true });
    }
  });
});
