import { randomUUID } from 'node:crypto';
import { ErasureJob } from '@storewright/erasures';
import { placesOf, Receiver, type TestShop, until } from '@storewright/testing';
import { v7 as uuidv7 } from 'uuid';
import { type Installed, Stage } from './testing/stage';

const event = 'customers.redaction_requested';
let stage: Stage;
let receiver: Receiver;
let shop: TestShop;
let poll: () => Promise<unknown>;
const customer = uuidv7();
/** Personal data of the customer, each value unique in the database. */
const personal = {
  email: 'mina.abendroth@example.com',
  last_name: 'Abendroth',
  note: 'Knocks three times on the green shutter',
};
/** Columns that contained personal data before the redaction. */
let placesBefore: string[];
const personalPlaces = () => placesOf(stage.database, Object.values(personal));
const erasure = uuidv7();
const apps: Record<'reader' | 'stranger' | 'former' | 'uninstalled' | 'longGone', Installed> = {} as never;

const rows = (text: string) => stage.database.query(`SELECT ${text} WHERE shop_id = $1`, [shop.id]);
const requestOf = async ({ id }: Installed) => {
  const text = 'SELECT * FROM auth.erasure_requests WHERE installation_id = $1';
  return (await stage.database.query(text, [id]))[0];
};
const mailsTo = async (emails: string[]) => {
  const text = 'SELECT kind, details FROM auth.outgoing_mails WHERE email = ANY ($1) ORDER BY id';
  return stage.database.query<{ kind: string; details: unknown }>(text, [emails]);
};
const mailsToDeveloper = ({ developer }: Installed) => mailsTo([`${developer}@example.test`]);
/** Stores copies of the customer's data: an event, and a test delivery whose response repeats the data. */
async function leaveCopies(): Promise<void> {
  const [created, delivery] = [uuidv7(), uuidv7()];
  const type = 'customers.created';
  await stage.writeOne(shop, { id: created, type, resource_id: customer, attributes: personal });
  const resource = JSON.stringify({ type: 'customers', id: customer, attributes: personal });
  await stage.database.query(
    `WITH d AS (
       INSERT INTO shop.webhook_deliveries (shop_id, id, installation_id, kind, event_id, event_type, resource,
         status, attempts, created_at, updated_at)
       VALUES ($1, $2, $3, 'test', $4, $5, $6, 'delivered', 1, now(), now()) RETURNING shop_id, id, resource
     )
     INSERT INTO shop.webhook_attempts (shop_id, delivery_id, attempt, url, request_headers, status, duration_ms,
       answer, attempted_at)
     SELECT shop_id, id, 1, 'https://app.example', '{}', 200, 1, resource, now() FROM d`,
    [shop.id, delivery, apps.reader.id, uuidv7(), type, resource],
  );
}
/** Moves the request into the past and makes the next step due. */
async function passDays(days: number): Promise<void> {
  const past = `now() - interval '${days} days'`;
  await stage.database.query(
    `UPDATE auth.erasures SET requested_at = ${past}, due_at = ${past} + interval '30 days' WHERE id = $1`,
    [erasure],
  );
  await stage.database.query(
    'UPDATE auth.erasure_requests SET next_send_at = now() WHERE next_send_at IS NOT NULL',
  );
  await poll();
}

beforeAll(async () => {
  stage = await Stage.open();
  receiver = await Receiver.start();
  shop = await stage.aShop();
  const install = (scopes: string[], url: string | null = receiver.url) =>
    stage.install(shop, url, { events: ['meta.created'], scopes });
  apps.reader = await install(['orders.get']);
  apps.stranger = await install(['products.get']);
  apps.former = await install([], null);
  apps.uninstalled = await install(['customers.post']);
  apps.longGone = await install(['customers.get']);
  const ended = `UPDATE auth.installations SET status = 'uninstalled', uninstalled_at = now() - $2::interval
                 WHERE id = $1`;
  await stage.database.query(ended, [apps.uninstalled.id, '1 hour']);
  await stage.database.query(ended, [apps.longGone.id, '40 days']);
  await stage.database.query(
    `INSERT INTO auth.audit_entries (id, shop_id, app_id, kind, detail)
     VALUES (gen_random_uuid(), $1, $2, 'installations.granted', $3)`,
    [shop.id, apps.former.app, { installation_id: apps.former.id, scopes: ['meta.get', 'customers.get'] }],
  );
  await leaveCopies();
  placesBefore = await personalPlaces();
  const resource_id = customer;
  await stage.writeOne(shop, { id: erasure, type: event, resource_id, attributes: { status: 'redacted' } });
  const clear = { email: null, last_name: null, note: null };
  await stage.database.query(
    `INSERT INTO shop.redactions (shop_id, id, resource_type, resource_id, rules, requested_at, cleared)
     VALUES ($1, $2, 'customers', $3, $4, now(), 0)`,
    [shop.id, randomUUID(), customer, { customers: { ids: [customer], clear } }],
  );
  await stage.database.query(
    `INSERT INTO auth.customer_days (shop_id, day, credential_id, credential, type, level, customer_ids)
     VALUES ($1, now(), $2, 'installations', 'orders', 0, $3)`,
    [shop.id, apps.reader.id, [customer, erasure]],
  );
  const workers = [await stage.startWorker(), await stage.startWorker()];
  poll = () => Promise.all(workers.map((worker) => worker.get(ErasureJob, { strict: false }).poll()));
  await until('the erasure is open', async () => (await rows('id FROM auth.erasures')).length === 1);
  await poll();
});
afterAll(async () => {
  await stage.close();
  await receiver.stop();
});

describe('ErasureJob', () => {
  it('sends the erasure request once to each app that had access to customers, and to no other app', async () => {
    await receiver.has(2);
    const requested = await rows('installation_id FROM auth.erasure_requests');
    expect(requested.map((row) => row['installation_id']).sort()).toEqual(
      [apps.reader, apps.former, apps.uninstalled].map(({ id }) => id).sort(),
    );
    for (const { body, headers } of receiver.received) {
      expect(headers['webhook-id']).toBe(erasure);
      expect(body).toMatchObject({
        type: event,
        data: { id: customer },
        shop: { id: shop.id },
        sequence: null,
      });
    }
    await poll();
    expect(receiver.received).toHaveLength(2);
    expect(await requestOf(apps.reader)).toMatchObject({ sends: 1, last_status: 204, mails: 0 });
  });

  it('removes a customer from the sample of customers that an app read, and keeps the customer count', async () => {
    expect(await rows('customer_ids, redacted FROM auth.customer_days')).toEqual([
      { customer_ids: [erasure], redacted: 1 },
    ]);
  });

  it('sends the developer of an app without a webhook an email immediately', async () => {
    const [mail, ...others] = await mailsToDeveloper(apps.former);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'erasure_due', details: { reference: erasure, name: 'An app' } });
    expect(await mailsToDeveloper(apps.reader)).toEqual([]);
  });

  it('retries a failed erasure request within minutes', async () => {
    receiver.reply = () => 500;
    await passDays(0);
    const { next_send_at, last_status, delivered_at } = (await requestOf(apps.reader))!;
    expect([last_status, (next_send_at as Date).getTime() - Date.now() < 10 * 60_000]).toEqual([500, true]);
    expect(delivered_at).not.toBeNull();
    receiver.reply = () => 204;
  });

  it("reminds the app and its developer after 7 and 21 days, even if the worker's system clock is wrong", async () => {
    stage.clock.advance(400 * 24 * 60 * 60 * 1000);
    receiver.received.length = 0;
    await passDays(8);
    await passDays(9);
    await passDays(22);
    expect(receiver.received).toHaveLength(6);
    expect(await mailsToDeveloper(apps.reader)).toHaveLength(2);
    expect(await mailsToDeveloper(apps.former)).toHaveLength(3);
    expect(await requestOf(apps.reader)).toMatchObject({ escalated_at: null });
  });

  it('sends no reminder if the app confirms the erasure while a request to the app is running', async () => {
    receiver.received.length = 0;
    const answers: (() => void)[] = [];
    receiver.later = (answer) => void answers.push(answer);
    receiver.reply = () => 'never';
    const reminded = passDays(23);
    await receiver.has(2);
    await stage.database.query(
      'UPDATE auth.erasure_requests SET confirmed_at = now(), next_send_at = NULL WHERE installation_id = $1',
      [apps.reader.id],
    );
    for (const answer of answers) answer();
    await reminded;
    receiver.reply = () => 204;
    expect(await requestOf(apps.reader)).toMatchObject({ last_status: 204, next_send_at: null });
    expect(await requestOf(apps.uninstalled)).toMatchObject({ next_send_at: expect.any(Date) as Date });
  });

  it('reports an overdue erasure to the shop owners once for each app that did not confirm it', async () => {
    const owner = randomUUID();
    const email = `${owner}@example.test`;
    await stage.database.query(
      `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'Owner', 'none')`,
      [owner, email],
    );
    await stage.database.query('INSERT INTO auth.shop_owners (shop_id, owner_id) VALUES ($1, $2)', [
      shop.id,
      owner,
    ]);
    await passDays(31);
    await passDays(32);
    expect((await mailsTo([email])).map(({ kind }) => kind)).toEqual(['erasure_overdue', 'erasure_overdue']);
    const overdue = await stage.database.query(
      `SELECT app_id FROM auth.audit_entries WHERE shop_id = $1 AND kind = 'erasures.overdue'`,
      [shop.id],
    );
    expect(overdue.map((row) => row['app_id']).sort()).toEqual(
      [apps.former.app, apps.uninstalled.app].sort(),
    );
  });

  it('leaves no personal data in events, deliveries, erasure requests, emails and the audit log', async () => {
    const columns = new Set(placesBefore.map((place) => place.split(':')[0]));
    const copies = [
      'shop.events.resource',
      'shop.webhook_deliveries.resource',
      'shop.webhook_attempts.answer',
    ];
    expect([...columns].sort()).toEqual(copies.sort());
    await until(
      'the copies are cleared',
      async () => (await rows('swept_at FROM shop.redactions'))[0]!['swept_at'] !== null,
    );
    expect(await personalPlaces()).toEqual([]);
  });
});
