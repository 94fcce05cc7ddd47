import { randomUUID } from 'node:crypto';
import type { TestShop } from '@storewright/testing';
import { until } from '@storewright/testing';
import { RedactionJob } from '@storewright/webhooks';
import { Stage } from './testing/stage';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

/** As a service asks for it, in the transaction that clears the rows. */
async function aRedaction(shop: TestShop, customer: string): Promise<void> {
  const rules = { customers: { ids: [customer], clear: { data: null } } };
  await stage.database.query(
    `INSERT INTO shop.redactions (shop_id, id, resource_type, resource_id, rules, requested_at, cleared)
     VALUES ($1, $2, 'customers', $3, $4, now(), 0)`,
    [shop.id, randomUUID(), customer, rules],
  );
}

it('the worker clears what is kept of who was redacted by itself, and writes one receipt into the shop’s audit log', async () => {
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

  // A worker that ended before it could note that it had told so tells it again.
  await stage.database.query('UPDATE shop.redactions SET finished_at = NULL');
  await worker.get(RedactionJob, { strict: false }).look();
  await until(
    'it is finished',
    async () => (await rows('finished_at FROM shop.redactions'))[0]!['finished_at'] !== null,
  );
  expect(await receipts()).toEqual(receipt);
});
