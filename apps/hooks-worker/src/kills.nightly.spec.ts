import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { BuiltService, OwnPostgres, Receiver, type ServiceProcess, until } from '@storewright/testing';
import { type Installed, Stage } from './testing/stage';

/**
 * The environment sets the sizes. The promise holds for `EVENTS=5000 KILLS=20 RESTARTS=2`. The defaults are
 * smaller.
 */
const number = (name: string, byDefault: number) => Number(process.env[name] ?? byDefault);
const [events, kills, restarts] = [number('EVENTS', 1_200), number('KILLS', 3), number('RESTARTS', 1)];
/** Number of events by which writers stay ahead of the receivers, so that deliveries are always pending. */
const ahead = 150;

let postgres: OwnPostgres;
let stage: Stage;
let built: BuiltService;
const workers: ServiceProcess[] = [];
const start = () => built.start(postgres.url('hooks'), { WEBHOOKS_ALLOW_LOOPBACK: 'true' });
const receivers: Receiver[] = [];

beforeAll(async () => {
  [postgres, built] = await Promise.all([OwnPostgres.start(), BuiltService.build('hooks-worker')]);
  stage = await Stage.open(postgres);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  await stage.close();
  built.delete();
});

/** Returns ids in order of their first arrival, and the number of repetitions. */
function seenBy({ received }: Receiver): { ids: string[]; sequences: (number | null)[]; repeats: number } {
  const first = new Map<string, number | null>();
  for (const { headers, body } of received) {
    const id = String(headers['webhook-id']);
    if (!first.has(id)) first.set(id, body.sequence);
  }
  return { ids: [...first.keys()], sequences: [...first.values()], repeats: received.length - first.size };
}

it(`workers deliver ${events} events in order despite ${kills} kills and ${restarts} Postgres restarts`, async () => {
  const shop = await stage.aShop();
  const installed: Installed[] = [];
  for (let at = 0; at < 3; at += 1) {
    receivers.push(await Receiver.start());
    installed.push(await stage.install(shop, receivers[at]!.url));
  }
  workers.push(...(await Promise.all([start(), start()])));
  const delivered = () => Math.min(...receivers.map(({ ids }) => ids.size));
  const written: string[] = [];
  const killing = (async () => {
    for (let killed = 0; killed < kills; killed += 1) {
      await Promise.all(receivers.map((receiver) => receiver.has(((killed + 1) * events) / (kills + 2))));
      await workers.shift()!.kill();
      if (killed < restarts) {
        await postgres.stop();
        await postgres.startAgain();
      }
      workers.push(await start());
    }
  })();
  while (written.length < events) {
    await until('the receivers follow', () => Promise.resolve(written.length - delivered() < ahead));
    const id = randomUUID();
    // While Postgres restarts, the test repeats an unacknowledged write with the same id.
    await until('it is written', () =>
      stage.writeOne(shop, { id }).then(
        () => true,
        (error: { code?: string }) => error.code === '23505',
      ),
    );
    written.push(id);
  }
  const finished = performance.now();
  await killing;
  await until('everything is delivered', () => Promise.resolve(delivered() >= events));
  const seconds = (performance.now() - finished) / 1000;
  const repeats = [];
  for (const receiver of receivers) {
    const seen = seenBy(receiver);
    expect(new Set(seen.ids)).toEqual(new Set(written));
    expect(seen.sequences).toEqual(Array.from({ length: events }, (_, at) => at + 1));
    expect(seen.repeats).toBeLessThanOrEqual(events / 100);
    repeats.push(seen.repeats);
  }
  await until('it is on record', async () => {
    const streams = await Promise.all(installed.map((each) => stage.stream(each)));
    return streams.every((stream) => Number(stream?.['last_sequence']) === events);
  });
  if (process.env['KILLS'])
    process.stdout.write(
      `repeats ${repeats.join()}, backlog empty ${seconds.toFixed(1)} s after the last write\n`,
    );
});

it('on SIGTERM, the worker records the running delivery and still delivers events to other receivers', async () => {
  const shop = await stage.aShop();
  const held: (() => void)[] = [];
  const [slow, unknown] = [await Receiver.start(() => 'never'), await Receiver.start()];
  const quick = await Receiver.start();
  receivers.push(slow, quick, unknown);
  slow.later = (answer) => held.push(answer);
  const [one, other] = [await stage.install(shop, slow.url), await stage.install(shop, quick.url)];
  const [last, ...others] = workers.splice(0);
  await Promise.all(others.map((worker) => worker.stop()));
  await stage.write(shop, 1);
  await Promise.all([slow.has(1), quick.has(1)]);
  const ending = last!.stop();
  await until('it is about to end', () => isGone(last!.port));
  await stage.install(shop, unknown.url);
  await stage.write(shop, 2);
  await quick.has(3);
  held[0]!();
  expect(await ending).toBe(0);
  expect(await stage.stream(one)).toMatchObject({ last_sequence: '1', locked_by: null, attempts: 0 });
  expect(await stage.stream(other)).toMatchObject({ last_sequence: '3', locked_by: null, attempts: 0 });
  expect([slow, quick, unknown].map(({ sequences }) => sequences)).toEqual([[1], [1, 2, 3], []]);
});

/** True if the port is closed. */
async function isGone(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  const gone = await once(socket, 'connect').then(
    () => false,
    () => true,
  );
  socket.destroy();
  return gone;
}
