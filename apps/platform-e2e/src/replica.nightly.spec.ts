import { elementsOf, memberOf } from '@storewright/json-api';
import {
  type HttpClient,
  OwnPostgres,
  type Received,
  Receiver,
  type Reply,
  type ServiceProcess,
  until,
} from '@storewright/testing';
import fc from 'fast-check';
import { Client } from 'pg';
import { Webhook } from 'standardwebhooks';
import { Model } from './platform/model';
import { Platform } from './platform/platform';
import { Replica } from './platform/replica';
import { anInstallation, aStore, type Store } from './platform/store';

/**
 * A replica of a shop's events, pushed or pulled, must end with exactly the shop's state (docs/contract.md
 * §6). Three of ten requests fail, workers and Postgres are killed, and the pulling replica pauses.
 */
const [writes, kills, seed] = [1_000, 4, 20_261_121];
/**
 * Number of writes that the model is ahead of the pushed replica, so that deliveries are always pending.
 */
const ahead = 120;

let database: OwnPostgres;
let platform: Platform;
let store: Store;
let receiver: Receiver;
beforeAll(async () => {
  [database, receiver] = await Promise.all([OwnPostgres.start({ durable: true }), Receiver.start()]);
  platform = await Platform.start(database);
  store = await aStore(platform);
});
afterAll(async () => {
  await platform.stop();
  await receiver.stop();
  await database.drop();
});

/** Applies webhooks to the replica. Rejects or cuts off three of ten, before or after they are stored. */
class Unreliable {
  failures = 0;
  private failing = false;
  private told: () => void = () => undefined;
  private readonly rolls = fc.sample(fc.nat(99), { seed, numRuns: 20 * writes });

  constructor(
    private readonly replica: Replica,
    private readonly secret: string,
  ) {}

  take({ headers, text, body }: Received): Reply {
    const roll = this.rolls.pop()!;
    new Webhook(this.secret).verify(text, headers as Record<string, string>);
    if (roll >= 15) {
      const { type, sequence, data } = body;
      const [id, resource] = [String(headers['webhook-id']), memberOf(text, 'data')!];
      this.replica.apply({ id, type, sequence: sequence!, resource_id: data.id, resource });
    }
    this.failing = roll < 30;
    if (!this.failing) return 204;
    this.failures += 1;
    this.told();
    return roll % 2 ? 'cut' : 500;
  }

  /** Resolves when the latest webhook failed. */
  async fails(): Promise<void> {
    if (!this.failing) await new Promise<void>((resolve) => (this.told = resolve));
  }
}

/** Reads the log from the replica's last event to the end of the log, then pauses. */
async function pull(api: HttpClient, replica: Replica, away: () => Promise<unknown>, ended: () => boolean) {
  for (let last = false; !last; await away()) {
    last = ended();
    for (let more = true; more;) {
      const { status, text, body } = await until(
        'the shop API answers',
        async () => {
          const path = `/api/events?filter[since]=${replica.last}&page[size]=100`;
          const answer = await api.get(path).catch(() => undefined);
          return answer && answer.status < 500 && answer;
        },
        60_000,
      );
      expect(status).toBe(200);
      const written = elementsOf(memberOf(text, 'data')!);
      for (const [at, { id, attributes }] of (body.data as LoggedEvent[]).entries()) {
        const { sequence, event_type: type, resource_id } = attributes;
        const resource = memberOf(memberOf(written[at]!, 'attributes')!, 'data')!;
        replica.apply({ id, type, sequence, resource_id, resource });
      }
      more = body.links.next !== null;
    }
  }
}
interface LoggedEvent {
  id: string;
  attributes: { sequence: number; event_type: string; resource_id: string };
}

/** Returns the attributes of the shop's objects by id. */
async function stateOf(api: HttpClient): Promise<Map<string, string>> {
  const state = new Map<string, string>();
  for (let path: string | null = '/api/meta?page[size]=100'; path;) {
    const { text, body } = await api.get(path);
    for (const object of elementsOf(memberOf(text, 'data')!))
      state.set(JSON.parse(memberOf(object, 'id')!) as string, memberOf(object, 'attributes')!);
    const next = body.links.next as string | null;
    path = next && next.slice(api.origin.length);
  }
  return state;
}

/**
 * Skips the delay before each retry: sets the times of scheduled attempts to now in the database until
 * `ended` returns true. The workers are the built program with the real clock.
 */
async function withoutWaiting(failed: () => Promise<unknown>, ended: () => boolean): Promise<void> {
  const connect = async () => {
    const client = new Client({ connectionString: database.administratorUrl });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  let client: Client | undefined;
  for (; !ended(); await failed()) {
    try {
      client ??= await connect();
      await client.query(
        `WITH moved AS (
           UPDATE shop.webhook_streams SET next_attempt_at = clock_timestamp()
           WHERE next_attempt_at > clock_timestamp() RETURNING shop_id)
         SELECT pg_notify('storewright_events', shop_id::text) FROM moved`,
      );
    } catch {
      client = undefined; // Ignores the error, because Postgres is restarting.
    }
  }
  await client?.end();
}

it(`replicas fed by webhooks or the event log match the shop after ${writes} writes and ${kills} kills`, async () => {
  const [pushed, pulled] = [new Replica(), new Replica()];
  const { app, token } = await anInstallation(platform, store, {
    scopes: ['meta.collection', 'meta.get', 'meta.post', 'meta.patch', 'meta.delete', 'events.collection'],
    webhook_url: receiver.url,
    webhook_events: ['meta.created', 'meta.updated', 'meta.deleted'],
  });
  const unreliable = new Unreliable(pushed, app.webhook_secret);
  receiver.reply = (received) => unreliable.take(received);
  const [api] = store.apis(token) as [HttpClient];
  const model = new Model(api);
  const workers: ServiceProcess[] = await Promise.all([platform.startWorker(), platform.startWorker()]);
  let newest: number | undefined;
  const allPushed = () => newest !== undefined && pushed.last >= newest;

  const writing = async () => {
    await model.write(writes, seed, () => pushed.reaches(model.writes - ahead));
    newest = (await api.get('/api/events?sort=-sequence&page[size]=1')).body.data[0].attributes
      .sequence as number;
    await pushed.reaches(newest);
  };
  const killing = async () => {
    for (let killed = 0; killed < kills; killed += 1) {
      await pushed.reaches(((killed + 1) * writes) / (kills + 2));
      await workers.shift()!.kill();
      if (killed === 1) {
        await database.kill();
        await database.startAgain();
      }
      workers.push(await platform.startWorker());
    }
  };
  const finished = writing();
  const absences = fc.sample(fc.integer({ min: 1, max: 300 }), { seed, numRuns: writes });
  const away = () => Promise.race([pushed.reaches(pulled.last + absences.pop()!), finished]);
  await Promise.all([
    finished,
    killing(),
    pull(api, pulled, away, () => newest !== undefined),
    withoutWaiting(() => Promise.race([unreliable.fails(), finished]), allPushed),
  ]);

  const state = await stateOf(api);
  expect(state.size).toBeGreaterThan(writes / 10);
  expect(pushed.objects).toEqual(state);
  expect(pulled.objects).toEqual(state);
  const log = await logged();
  expect(pushed.applied).toEqual(log);
  expect(pulled.applied).toEqual(log);
  expect(unreliable.failures / receiver.received.length).toBeGreaterThan(0.2);
  expect(pushed.repeats).toBeGreaterThan(writes / 20);
});

/** Returns the ids of the shop's events about meta objects in order. */
async function logged(): Promise<string[]> {
  const client = new Client({ connectionString: database.administratorUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM shop.events WHERE shop_id = $1 AND resource_type = 'meta' ORDER BY sequence`,
    [store.id],
  );
  await client.end();
  return rows.map(({ id }) => id);
}
