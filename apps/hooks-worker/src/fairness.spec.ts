import { Receiver } from '@storewright/testing';
import { Stage } from './testing/stage';

let stage: Stage;
const receivers: Receiver[] = [];
beforeAll(async () => {
  stage = await Stage.open();
  await stage.startWorker({}, { WEBHOOKS_AT_ONCE: '20' });
});
afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.stop())));
afterAll(() => stage.close());

async function aReceiver(reply?: Receiver['reply']): Promise<Receiver> {
  const receiver = await Receiver.start(reply);
  receivers.push(receiver);
  return receiver;
}

it('a receiver that hangs holds up nobody: the others of its shop have everything while it still says nothing', async () => {
  const shop = await stage.aShop();
  const hanging = await aReceiver(() => 'never');
  const stuck = await stage.install(shop, hanging.url);
  const others = await Promise.all(Array.from({ length: 12 }, () => aReceiver()));
  for (const { url } of others) await stage.install(shop, url);
  await stage.write(shop, 1);
  await hanging.has(1);
  await stage.write(shop, 24);
  await Promise.all(others.map((receiver) => receiver.has(25)));
  const inOrder = Array.from({ length: 25 }, (_, at) => at + 1);
  for (const { sequences } of others) expect(sequences).toEqual(inOrder);
  expect(hanging.received).toHaveLength(1);
  expect(await stage.stream(stuck)).toMatchObject({ attempts: 0, last_sequence: '0' });
});

it('an app whose receiver hangs in every shop leaves nine tenths of the places to others', async () => {
  const hanging = await aReceiver(() => 'never');
  const shops = await Promise.all(Array.from({ length: 22 }, () => stage.aShop()));
  const [first, ...rest] = shops;
  const app = await stage.install(first!, hanging.url);
  for (const shop of rest) await stage.install(shop, null, { app });
  for (const shop of shops) await stage.write(shop, 1);
  await hanging.has(2);
  const other = await aReceiver();
  const last = shops.at(-1)!;
  await stage.install(last, other.url);
  await stage.write(last, 30);
  await other.has(30);
  // On a busy machine the first of them may have run out of time, and others have taken their places.
  expect(hanging.mostAtOnce).toBe(2);
});
