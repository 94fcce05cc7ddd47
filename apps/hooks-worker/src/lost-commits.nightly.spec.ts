import { OwnPostgres, Receiver, until } from '@storewright/testing';
import { type Installed, Stage } from './testing/stage';

let postgres: OwnPostgres;
let stage: Stage;
let receiver: Receiver;

beforeEach(async () => {
  // Asynchronous commits stay in memory until another commit, or until the test kills the server.
  postgres = await OwnPostgres.start({
    durable: true,
    settings: { wal_writer_delay: '10s', autovacuum: 'off' },
  });
  stage = await Stage.open(postgres);
  await stage.startWorker();
});
afterEach(async () => {
  await receiver.stop();
  await stage.close();
});

const events = 8;
/**
 * Two events at which the receiver holds its response: the first at which the lease of the stream reaches the
 * disk, and the event that is being sent when Postgres is killed.
 */
const pauses: readonly number[] = [3, events];

interface Held {
  answer: () => void;
  refuse: () => void;
}

/** A receiver that holds its first response to each of these events until the test continues. */
async function holding(sequences: readonly number[]): Promise<{ next: () => Promise<Held> }> {
  const [open, held, waiting] = [new Set(sequences), [] as Held[], [] as ((each: Held) => void)[]];
  receiver = await Receiver.start(({ body }) => (open.delete(body.sequence!) ? 'never' : 204));
  receiver.later = (answer, refuse) => {
    const each = { answer, refuse };
    const first = waiting.shift();
    if (first) first(each);
    else held.push(each);
  };
  return {
    next: () =>
      new Promise((resolve) => {
        const each = held.shift();
        if (each) resolve(each);
        else waiting.push(resolve);
      }),
  };
}

async function recorded({ id }: Installed): Promise<number[]> {
  const rows = await postgres.query<{ sequence: string }>(
    `SELECT d.sequence FROM shop.webhook_deliveries d JOIN shop.webhook_attempts a ON a.shop_id = d.shop_id
      AND a.delivery_id = d.id
     WHERE d.installation_id = $1 AND d.status = 'delivered' AND a.status = 204 ORDER BY d.sequence`,
    [id],
  );
  return rows.map(({ sequence }) => Number(sequence));
}

describe('a worker whose recorded deliveries are lost in a crash of Postgres', () => {
  it.each(['answer', 'refuse'] as const)(
    'sends and records these events again (reply of the receiver to the last event: %s)',
    async (end) => {
      const { next } = await holding(pauses);
      const shop = await stage.aShop();
      const installed = await stage.install(shop, receiver.url);
      await stage.write(shop, events);
      const early = await next();
      await postgres.query('CREATE TABLE flushed ()');
      early.answer();
      const last = await next();
      await until('all others are on record', async () => (await recorded(installed)).length === events - 1);

      await postgres.kill();
      await postgres.startAgain();
      const [stream, left] = [await stage.stream(installed), await recorded(installed)];
      expect(stream!['locked_by']).not.toBeNull();
      expect(left.length).toBeLessThan(events - 1);
      last[end]();

      await until('the stream is at its end', async () => {
        await stage.after(10_000);
        return Number((await stage.stream(installed))?.['last_sequence']) === events;
      });
      expect(await recorded(installed)).toEqual(Array.from({ length: events }, (_, at) => at + 1));
    },
  );
});
