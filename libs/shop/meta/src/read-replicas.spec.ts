import { anApi, aTenant, newMeta, type Tenant, type TestApi } from '@storewright/api-testing';
import { ReadReplicas } from '@storewright/database';
import { anAccessToken, HttpClient, OwnPostgres, StandbyPostgres, until } from '@storewright/testing';
import { metaLimits } from './meta-data';
import { MetaModule } from './meta.module';

/**
 * docs/adr/replicas.md: a token always reads its own writes, through any instance. Other tokens can read
 * slightly older data.
 */
let primary: OwnPostgres;
let standby: StandbyPostgres;
let instances: [TestApi, TestApi];
let writer: Tenant;
/** A token of the same shop that never writes. */
let reader: string;

const start = (environment: Record<string, string>) =>
  anApi([MetaModule.forRoot(metaLimits)], { environment, database: primary });

beforeAll(async () => {
  // Acknowledged writes are flushed, as on a production server.
  primary = await OwnPostgres.start({ settings: { synchronous_commit: 'on' } });
  standby = await StandbyPostgres.of(primary);
  const environment = { SHOP_REPLICA_URLS: standby.url('shop'), SHOP_REPLICA_MAX_LAG: '3600' };
  instances = [await start(environment), await start(environment)];
  writer = await aTenant(instances[0]);
  reader = await anAccessToken(primary, writer.shop);
});
afterAll(async () => {
  for (const { application } of instances) await application.close();
  await standby.drop();
  await primary.drop();
});

const as = (token: string, { port }: TestApi) =>
  new HttpClient(port, `${writer.shop.domain}.localhost`, token);
const readsOf = ({ application }: TestApi) => application.get(ReadReplicas, { strict: false }).reads;

async function ids(token: string, api: TestApi): Promise<string[]> {
  const { status, body } = await as(token, api).get('/api/meta?page[size]=100');
  expect(status).toBe(200);
  return (body.data as { id: string }[]).map(({ id }) => id);
}
async function created(): Promise<string> {
  const { status, body } = await as(writer.token, instances[0]).post('/api/meta', newMeta());
  expect(status).toBe(201);
  return (body.data as { id: string }).id;
}

it('a request reads from the replica if the token has no recent writes', async () => {
  const id = await created();
  for (const api of instances) {
    await until('the replica has it', async () => (await ids(reader, api)).includes(id));
    const before = readsOf(api).replica;
    await ids(reader, api);
    expect(readsOf(api).replica).toBe(before + 1);
  }
});

it('a request sees all earlier writes of its token on every instance while the replica lags', async () => {
  await standby.pause();
  const id = await created();
  for (const api of instances) {
    expect(await ids(writer.token, api)).toContain(id);
    const { status } = await as(writer.token, api).get(`/api/meta/${id}`);
    expect(status).toBe(200);
    // The other token reads from the replica, which has not received the object yet.
    expect(await ids(reader, api)).not.toContain(id);
  }
  expect(readsOf(instances[1]).written).toBeGreaterThan(0);
  await standby.resume();
  for (const api of instances)
    await until('the replica has it', async () => (await ids(reader, api)).includes(id));
});

it('a replica that lags beyond the limit gets no reads until it has caught up', async () => {
  await standby.pause();
  const strict = await start({ SHOP_REPLICA_URLS: standby.url('shop'), SHOP_REPLICA_MAX_LAG: '2' });
  const id = await created();
  await until('the database itself is read', async () => (await ids(reader, strict)).includes(id));
  expect(readsOf(strict).behind).toBeGreaterThan(0);
  await standby.resume();
  await until('it is read again', async () => {
    const { replica } = readsOf(strict);
    return (await ids(reader, strict)).includes(id) && readsOf(strict).replica > replica;
  });
  await strict.application.close();
});

it('requests succeed after the read replica has stopped', async () => {
  const [api] = instances;
  await until('it is read', async () => {
    const before = readsOf(api).replica;
    await ids(reader, api);
    return readsOf(api).replica > before;
  });
  const reading = { goesOn: true, done: 0 };
  const clients = Array.from({ length: 8 }, async () => {
    for (; reading.goesOn; reading.done += 1) await ids(reader, api);
  });
  await standby.kill();
  const { done } = reading;
  await until('requests go on', async () => reading.done > done + 50);
  reading.goesOn = false;
  await Promise.all(clients);
  expect(readsOf(api).failed).toBeGreaterThan(0);
});
