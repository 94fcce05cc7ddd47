import { Receiver, type TestShop, until } from '@storewright/testing';
import { skipStatements } from '@storewright/webhooks';
import { Client } from 'pg';
import { type Installed, Stage } from './testing/stage';

let stage: Stage;
let receiver: Receiver;
let shop: TestShop;
let installed: Installed;

beforeAll(async () => {
  stage = await Stage.open();
  await stage.startWorker();
});
afterAll(() => stage.close());
afterEach(() => receiver.stop());

/** Starts a receiver that refuses the second event. Returns the delivery of that event after three failed attempts. */
async function poisoned(reply: Receiver['reply']): Promise<string> {
  receiver = await Receiver.start(reply);
  shop = await stage.aShop();
  installed = await stage.install(shop, receiver.url);
  await stage.write(shop, 4);
  return until('it has failed three times', async () => {
    const stream = await stage.stream(installed);
    if (Number(stream?.['attempts']) >= 3) return String(stream!['delivery_id']);
    await stage.after(60_000);
    return undefined;
  });
}

/** Skips a delivery with the statements and the database role of the shop API. */
async function skip(id: string): Promise<void> {
  const client = new Client({ connectionString: stage.database.url('shop') });
  await client.connect();
  try {
    // Citus passes settings with this prefix on to its nodes. Plain Postgres ignores them.
    await client.query("SET citus.propagate_set_commands = 'local'");
    await client.query('BEGIN');
    await client.query(`SET LOCAL app.shop_id = '${shop.id}'`);
    for (const { text, values } of skipStatements(shop.id, {
      id,
      installation_id: installed.id,
      sequence: '2',
    }))
      expect((await client.query(text, values)).rowCount).toBe(1);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
const statusOf = async (id: string) =>
  (
    await stage.database.query<{ status: string }>(
      'SELECT status FROM shop.webhook_deliveries WHERE id = $1',
      [id],
    )
  )[0]!.status;

describe('a webhook stream whose next event is skipped', () => {
  it('continues with the event after the skipped event', async () => {
    const id = await poisoned(({ body }) => (body.sequence === 2 ? 500 : 204));
    await skip(id);
    await until('the others are delivered', async () => {
      await stage.after(1);
      return receiver.sequences.includes(4);
    });
    expect(receiver.sequences.slice(-2)).toEqual([3, 4]);
    expect(await statusOf(id)).toBe('skipped');
  });

  it.each([
    ['refuse', 'skipped'],
    ['answer', 'delivered'],
  ] as const)(
    'continues after the running attempt ends with %s, and the skipped delivery has the status %s',
    async (end, status) => {
      let attempts = 0;
      const id = await poisoned(({ body }) => {
        if (body.sequence !== 2) return 204;
        attempts += 1;
        return attempts > 3 ? 'never' : 500;
      });
      const held = new Promise<() => void>((resolve) => {
        receiver.later = (answer, refuse) => resolve(end === 'answer' ? answer : refuse);
      });
      await stage.after(3_600_000);
      const finish = await held;
      await skip(id);
      finish();
      await until('the others are delivered', async () => {
        await stage.after(1);
        return receiver.sequences.includes(4);
      });
      expect(receiver.sequences.slice(-2)).toEqual([3, 4]);
      expect(await statusOf(id)).toBe(status);
    },
  );
});
