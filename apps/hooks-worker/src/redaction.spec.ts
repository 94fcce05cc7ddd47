import { randomUUID } from 'node:crypto';
import { Receiver, type Reply, type TestShop, until } from '@storewright/testing';
import { RedactionJob } from '@storewright/webhooks';
import { Stage } from './testing/stage';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

/** Requests a redaction in the transaction that clears the rows, as the services do. */
async function aRedaction(shop: TestShop, customer: string): Promise<void> {
  const rules = { customers: { ids: [customer], clear: { data: null } } };
  await stage.database.query(
    `INSERT INTO shop.redactions (shop_id, id, resource_type, resource_id, rules, requested_at, cleared)
     VALUES ($1, $2, 'customers', $3, $4, now(), 0)`,
    [shop.id, randomUUID(), customer, rules],
  );
}

it('the worker deletes all copies of redacted personal data and writes one audit log entry for the shop', async () => {
  const shop = await stage.aShop();
  const customer = randomUUID();
  await stage.writeOne(shop, { id: randomUUID(), type: 'customers.created', resource_id: customer });
  await aRedaction(shop, customer);
  const worker = await stage.startWorker();
  const rows = (text: string) => stage.database.query(`SELECT ${text} WHERE shop_id = $1`, [shop.id]);
  await until(
    'it is swept',
    async () => (await rows('swept_at FROM shop.redactions'))[0]!['swept_at'] !== null,
  );
  const [event] = await rows('resource FROM shop.events');
  expect(JSON.parse(event!['resource'] as string)).toMatchObject({
    id: customer,
    attributes: { data: null },
  });

  const receipts = () => rows('kind, detail, owner_id FROM auth.audit_entries');
  expect(await receipts()).toEqual([]);
  await stage.database.query(`UPDATE shop.redactions SET requested_at = now() - interval '6 minutes'`);
  await until(
    'it is finished',
    async () => (await rows('finished_at FROM shop.redactions'))[0]!['finished_at'] !== null,
  );
  const receipt = [
    {
      kind: 'customers.redacted',
      owner_id: null,
      detail: expect.objectContaining({ customer_id: customer, cleared: 1 }) as object,
    },
  ];
  expect(await receipts()).toEqual(receipt);

  // A worker that stopped before marking the redaction as finished reports it again.
  await stage.database.query('UPDATE shop.redactions SET finished_at = NULL');
  await worker.get(RedactionJob, { strict: false }).poll();
  await until(
    'it is finished',
    async () => (await rows('finished_at FROM shop.redactions'))[0]!['finished_at'] !== null,
  );
  expect(await receipts()).toEqual(receipt);
});

describe('the log of a worker', () => {
  const personal = { email: 'anna.kaltwasser@example.com', last_name: 'Kaltwasser', note: 'the blue gate' };
  const values = ['kaltwasser', 'blue gate'];
  const broken = `${personal.last_name} is no JSON`;

  let receiver: Receiver;
  let shop: TestShop;
  const customer = randomUUID();
  const lines: string[] = [];
  beforeAll(async () => {
    receiver = await Receiver.start();
    const log = { write: (line: string) => void lines.push(line) };
    await stage.startWorker({ log }, { LOG_LEVEL: 'trace' });
    shop = await stage.aShop();
  });
  afterAll(() => receiver.stop());
  const resource = JSON.stringify({ type: 'customers', id: customer, attributes: personal });

  async function happened(type: string, resource_id = customer): Promise<string> {
    const id = randomUUID();
    await stage.writeOne(shop, { id, type, resource_id, attributes: personal });
    return id;
  }
  /** Sets the next response, writes an event, and waits for the response. */
  async function answered(reply: Reply, ms = 0): Promise<void> {
    receiver.reply = ({ text }) => (typeof reply === 'number' ? { status: reply, body: text } : reply);
    const next = receiver.received.length + 1;
    await happened('customers.updated');
    await stage.after(ms);
    await receiver.has(next);
  }
  const told = (kind: string, id: string) =>
    until(`${kind} is told`, async () =>
      lines.some((line) => line.includes(`"skipped":"${kind}","what":"`) && line.includes(id)),
    );

  it('contains successful, failed and rejected deliveries, and invalid items', async () => {
    const given = { events: ['customers.created', 'customers.updated'], scopes: ['customers.get'] };
    const installed = await stage.install(shop, receiver.url, given);
    await answered(200);
    const asked = await stage.request(shop, installed, [
      { event: randomUUID(), type: 'customers.updated', resource },
      { event: randomUUID(), type: 'customers.deleted', resource },
    ]);
    for (const id of asked) await stage.settled(id);
    const elsewhere = {
      status: 302,
      headers: { location: 'https://kaltwasser.example' },
      body: 'Kaltwasser',
    };
    const day = 24 * 3_600_000;
    // A failure that is recorded after the clock has advanced would be retried a day later.
    const onRecord = (attempts: number) =>
      until(`${attempts} attempts are on record`, async () => {
        const found = `SELECT FROM shop.webhook_streams WHERE installation_id = $1
                        AND attempts = $2 AND locked_by IS NULL`;
        return (await stage.database.query(found, [installed.id, attempts])).length === 1;
      });
    await answered('cut');
    for (const [at, reply] of [elsewhere, 500, 410].entries()) {
      await onRecord(at + 1);
      await answered(reply, day);
    }

    const spoilt = randomUUID();
    const event = await happened('customers.deleted', spoilt);
    await stage.database.query('UPDATE shop.events SET resource = $2 WHERE id = $1', [event, broken]);
    await stage.database.query(
      `INSERT INTO auth.event_outbox (shop_id, id, type, resource_type, resource_id, resource, changed, occurred_at)
       VALUES ($1, $2, 'shops.updated', 'shops', 'x', $3, '{}', now())`,
      [shop.id, randomUUID(), broken],
    );
    await aRedaction(shop, spoilt);
    await aRedaction(shop, customer);
    await told('waiting_redaction', shop.id);
    await told('refused_event', shop.id);
    await until('the other one is swept', async () => {
      const swept = 'SELECT FROM shop.redactions WHERE resource_id = $1 AND swept_at IS NOT NULL';
      return (await stage.database.query(swept, [customer])).length === 1;
    });
  });

  it('contains no personal data', () => {
    const log = lines.join('').toLowerCase();
    for (const value of values) expect(log).not.toContain(value);
  });
});
