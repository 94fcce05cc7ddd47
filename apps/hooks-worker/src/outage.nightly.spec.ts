import { BuiltService, OwnPostgres, Receiver, type TestShop, until } from '@storewright/testing';
import { Client } from 'pg';
import { Stage } from './testing/stage';

describe('the built worker while the postmaster is stopped and the worker has no open connection', () => {
  let postgres: OwnPostgres;
  let stage: Stage;
  let receiver: Receiver;
  let built: BuiltService;
  let administrator: Client;
  beforeAll(async () => {
    [postgres, receiver, built] = await Promise.all([
      OwnPostgres.start(),
      Receiver.start(),
      BuiltService.build('hooks-worker'),
    ]);
    stage = await Stage.open(postgres);
    administrator = new Client({ connectionString: postgres.administratorUrl });
    await administrator.connect();
  });
  afterAll(async () => {
    postgres.resume();
    await administrator.end();
    await receiver.stop();
    await stage.close();
    built.delete();
  });

  /** Uses the open connection, because a new connection would hang. */
  const writeTwoEvents = ({ id }: TestShop) =>
    administrator.query(
      `INSERT INTO shop.events (shop_id, id, type, resource_type, resource_id, resource, changed, occurred_at)
       SELECT $1, gen_random_uuid(), 'meta.created', 'meta', n, '{"type":"meta","id":"1","attributes":{}}',
         '{}', clock_timestamp()
       FROM generate_series(1, 2) n`,
      [id],
    );

  it('stays alive, is not ready, and delivers the events in order after the outage', async () => {
    const worker = await built.start(postgres.url('hooks'), { WEBHOOKS_ALLOW_LOOPBACK: 'true' });
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${worker.port}${path}`)).status;
    const shop = await stage.aShop();
    await stage.install(shop, receiver.url);
    await stage.write(shop, 1);
    await receiver.has(1);
    await until('the worker is ready', async () => (await status('/readyz')) === 200);
    postgres.suspend();
    await administrator.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'storewright_hooks'`,
    );
    await until('the worker is not ready', async () => (await status('/readyz')) === 503);
    await writeTwoEvents(shop);
    expect([await status('/healthz'), await status('/readyz'), receiver.received.length]).toEqual([
      200, 503, 1,
    ]);
    postgres.resume();
    await receiver.has(3);
    await until('the worker is ready', async () => (await status('/readyz')) === 200);
    expect(receiver.sequences).toEqual([1, 2, 3]);
    expect(await worker.stop()).toBe(0);
  });
});
