import { citusTopology, plainTopology } from '@storewright/database';
import { Client, type QueryConfig } from 'pg';
import { aShop, type TestDatabase, testDatabase, type TestShop } from '@storewright/testing';
import { fillDemoShop, insertDemoStore } from './fill-demo-shop';
import { demoStore } from './demo-store';

const today = '2026-01-31';
const tables = Object.keys(demoStore(today));

let database: TestDatabase;
let shop: TestShop;
beforeAll(async () => {
  database = await testDatabase();
  shop = await aShop(database);
  await fillDemoShop(database.url('shop'), shop.id, today);
});
afterAll(() => database.drop());

async function rowsOf(of: TestShop, table: string): Promise<string[]> {
  const text = `SELECT (to_jsonb(t) - 'shop_id')::text AS row FROM shop.${table} t WHERE shop_id = $1 ORDER BY 1`;
  return (await database.query<{ row: string }>(text, [of.id])).map(({ row }) => row);
}

async function allRowsOf(of: TestShop): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of tables) all[table] = await rowsOf(of, table);
  return all;
}

/** Number of rows of each kind in the shop. */
async function shares(expression: string, table: string): Promise<Record<string, number>> {
  const text = `SELECT ${expression} AS kind, count(*)::integer AS count FROM shop.${table} WHERE shop_id = $1
                 GROUP BY 1`;
  const rows = await database.query<{ kind: string; count: number }>(text, [shop.id]);
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

describe('demo store', () => {
  it('contains a few thousand orders with products, customers and codes', async () => {
    const counts = Object.entries(await allRowsOf(shop)).map(([table, { length }]) => [table, length]);
    const { meta, ...others } = Object.fromEntries(counts) as Record<string, number>;
    expect(others).toMatchObject({ order_numbers: 1, products: 60, customers: 800, codes: 24, orders: 3000 });
    expect(meta).toBeGreaterThan(250);
    const [{ least, most }] = (await database.query<{ least: number; most: number }>(
      `SELECT min(count)::integer AS least, max(count)::integer AS most FROM
        (SELECT count(*) FROM shop.variants WHERE shop_id = $1 GROUP BY product_id) AS of_product`,
      [shop.id],
    )) as [{ least: number; most: number }];
    expect([least, most]).toEqual([1, 6]);
  });

  it('is inserted only once by two concurrent callers, and has the same rows and ids for the same day', async () => {
    const second = await aShop(database);
    await Promise.all([1, 2].map(() => fillDemoShop(database.url('shop'), second.id, today)));
    expect(await allRowsOf(second)).toEqual(await allRowsOf(shop));

    await database.query(`UPDATE shop.products SET title = 'Sold' WHERE shop_id = $1`, [second.id]);
    const changed = await allRowsOf(second);
    await fillDemoShop(database.url('shop'), second.id, '2026-05-01');
    expect(await allRowsOf(second)).toEqual(changed);
  });

  it('contains images of some products', async () => {
    const [row] = await database.query<{ pictures: number; complete: number }>(
      `SELECT count(*)::integer AS pictures, count(*) FILTER (WHERE 2 = (SELECT count(*) FROM shop.image_contents c
         WHERE c.shop_id = i.shop_id AND c.file_id = i.file_id AND substring(c.bytes FROM 9 FOR 4) = 'WEBP')
       )::integer AS complete FROM shop.product_images i WHERE shop_id = $1`,
      [shop.id],
    );
    expect(row).toEqual({ pictures: 6, complete: 6 });
  });

  it('contains different rows on different days', () => {
    const idsOf = (day: string) =>
      demoStore(day, { orders: 30, customers: 10 })['orders']!.map(({ id }) => id);
    expect(idsOf('2026-02-01')).not.toEqual(idsOf(today));
  });

  it('is inserted completely or not at all, and never into a shop with data', async () => {
    const other = await aShop(database);
    await database.query(
      `INSERT INTO shop.customers SELECT (jsonb_populate_record(c, jsonb_build_object('shop_id', $2::uuid))).*
        FROM shop.customers c WHERE shop_id = $1 AND email IS NOT NULL LIMIT 1`,
      [shop.id, other.id],
    );
    await fillDemoShop(database.url('shop'), other.id, today);
    expect(Object.values(await allRowsOf(other)).flat()).toHaveLength(1);

    const failing = await aShop(database);
    await database.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON shop.meta_entries FOR EACH ROW EXECUTE FUNCTION refuse();`,
    );
    const fill = () => fillDemoShop(database.url('shop'), failing.id, today);
    try {
      await expect(fill()).rejects.toThrow('refused');
    } finally {
      await database.query('DROP TRIGGER refuse ON shop.meta_entries');
    }
    expect(Object.values(await allRowsOf(failing)).flat()).toEqual([]);
    await fill();
    expect(await allRowsOf(failing)).toEqual(await allRowsOf(shop));
  });

  it('contains the same rows if it is inserted with the statements for Citus', async () => {
    const store = demoStore(today, { orders: 300, customers: 100 });
    const made: Record<string, string[]>[] = [];
    const client = await ofServices();
    for (const { translate } of [plainTopology, citusTopology]) {
      const other = await aShop(database);
      await client.query(`SELECT set_config('app.shop_id', $1, false)`, [other.id]);
      await insertDemoStore((each) => client.query(translate(each) as QueryConfig), other.id, store);
      made.push(await allRowsOf(other));
    }
    await client.end();
    expect(made[1]).toEqual(made[0]);
    expect(made[1]!['orders']).toHaveLength(300);
  });

  it('creates no events, so that the event log starts with the first change in the shop', async () => {
    expect(await database.query('SELECT FROM shop.events')).toEqual([]);
  });

  it('contains orders in all states, most of them completed', async () => {
    const [status, payment, fulfillment] = [
      await shares('status', 'orders'),
      await shares('payment_status', 'orders'),
      await shares('fulfillment_status', 'orders'),
    ];
    expect(Object.keys(status).sort()).toEqual(['cancelled', 'completed', 'open']);
    expect(Object.keys(payment).sort()).toEqual([
      'authorized',
      'paid',
      'partially_refunded',
      'pending',
      'refunded',
      'voided',
    ]);
    expect(Object.keys(fulfillment).sort()).toEqual([
      'fulfilled',
      'not_required',
      'partial',
      'returned',
      'unfulfilled',
    ]);
    expect(status['completed']).toBeGreaterThan(2600);
    expect(payment['paid']).toBeGreaterThan(2500);
    for (const few of [
      status['cancelled'],
      payment['refunded'],
      payment['partially_refunded'],
      fulfillment['returned'],
    ])
      expect(few! < 200 && few! > 20).toBe(true);
  });

  it('contains more orders in some seasons and on some weekdays', async () => {
    const months = await shares(`to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM')`, 'orders');
    expect(months['2025-12']).toBeGreaterThan(1.4 * months['2025-08']!);
    const days = await shares(`extract(isodow FROM created_at AT TIME ZONE 'UTC')`, 'orders');
    expect(days['7']).toBeGreaterThan(1.2 * days['6']!);
    expect(Object.keys(months)).toHaveLength(18);
  });

  it('contains codes of each kind and status, and products and customers of each status', async () => {
    const status = `CASE WHEN NOT enabled THEN 'disabled' WHEN ends_at <= '${today}Z' THEN 'expired'
      WHEN usage_count >= usage_limit OR balance_amount = 0 THEN 'exhausted'
      WHEN starts_at > '${today}Z' THEN 'scheduled' ELSE 'active' END`;
    const kinds = await shares(`kind || ' ' || (${status})`, 'codes');
    const statuses = ['active', 'disabled', 'exhausted', 'expired', 'scheduled'];
    expect(Object.keys(kinds).sort()).toEqual(
      ['discount', 'gift'].flatMap((kind) => statuses.map((each) => `${kind} ${each}`)),
    );
    expect(Object.keys(await shares('value_type', 'codes')).sort()).toEqual([
      'fixed_amount',
      'null',
      'percentage',
    ]);
    expect(Object.keys(await shares('status', 'products')).sort()).toEqual(['active', 'archived', 'draft']);
    expect(Object.keys(await shares('status', 'customers')).sort()).toEqual([
      'active',
      'disabled',
      'redacted',
    ]);
  });
});

/** Connects with the role of the shop API. */
async function ofServices(): Promise<Client> {
  const client = new Client({ connectionString: database.url('shop') });
  await client.connect();
  return client;
}

const uses = `SELECT p.shop_id, p.code_id, o.customer_id, count(*) AS count, sum(p.gift_amount) AS paid
  FROM shop.order_codes p JOIN shop.orders o ON (o.shop_id, o.id) = (p.shop_id, p.order_id)
  WHERE o.status <> 'cancelled' GROUP BY 1, 2, 3`;
const used = `SELECT shop_id, code_id, sum(count) AS count, sum(paid) AS paid FROM (${uses}) AS each GROUP BY 1, 2`;
const redeemed = `shop.order_codes p JOIN shop.orders o ON (o.shop_id, o.id) = (p.shop_id, p.order_id)
  JOIN shop.codes c ON (c.shop_id, c.id) = (p.shop_id, p.code_id)`;
const lines = `shop.orders o CROSS JOIN LATERAL jsonb_to_recordset(o.line_items)
  AS line (variant_id uuid, product_id uuid, title text, sku text, price_amount bigint,
    quantity integer, total_amount bigint)`;
const idTime = (id: string) => `('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint`;
const ms = (time: string) => `floor(extract(epoch FROM ${time}) * 1000)::bigint`;

/** For each rule, a query for rows that violate the rule. */
const violations: Record<string, string> = {
  'the lines add up, each and together': `SELECT FROM (SELECT o.id, o.subtotal_amount, sum(line.total_amount) AS sum,
      bool_and(line.price_amount * line.quantity = line.total_amount) AS exact
        FROM ${lines} GROUP BY o.shop_id, o.id, o.subtotal_amount) AS each
    WHERE sum <> subtotal_amount OR NOT exact`,
  'a line has the titles, the sku and the price of its variant': `SELECT FROM ${lines}
    LEFT JOIN shop.variants v ON (v.shop_id, v.id) = (o.shop_id, line.variant_id)
    LEFT JOIN shop.products p ON (p.shop_id, p.id) = (v.shop_id, v.product_id)
    WHERE line.variant_id IS NOT NULL AND (line.product_id, line.price_amount) IS DISTINCT FROM (p.id, v.price_amount)
      OR line.sku IS DISTINCT FROM v.sku
      OR line.variant_id IS NOT NULL
        AND line.title <> CASE v.title WHEN p.title THEN v.title ELSE p.title || ' – ' || v.title END`,
  'the discount is what the codes took off, and gifts paid no more than is due': `SELECT FROM shop.orders o
    LEFT JOIN (SELECT shop_id, order_id, sum(discount_amount) AS off, sum(gift_amount) AS paid
      FROM shop.order_codes GROUP BY 1, 2) AS p
      ON (p.shop_id, p.order_id) = (o.shop_id, o.id)
    WHERE o.discount_amount <> coalesce(p.off, 0) OR coalesce(p.paid, 0) > o.paid_amount`,
  'an order takes from its variants what its lines say, out of the stock that is counted': `SELECT FROM
      (SELECT o.shop_id, o.id, line.variant_id, sum(line.quantity) AS quantity
        FROM ${lines} WHERE line.variant_id IS NOT NULL GROUP BY 1, 2, 3) AS l
    FULL JOIN shop.order_variants t ON (t.shop_id, t.order_id, t.variant_id) = (l.shop_id, l.id, l.variant_id)
    LEFT JOIN shop.variants v ON (v.shop_id, v.id) = (t.shop_id, t.variant_id)
    WHERE l.quantity IS DISTINCT
      FROM t.quantity OR t.reserved <> CASE WHEN v.inventory_quantity IS NULL THEN 0 ELSE t.quantity END`,
  'nothing that is denied when it is sold out is below zero': `SELECT FROM shop.variants
    WHERE inventory_policy = 'deny' AND inventory_quantity < 0`,
  'only what was for sale was sold': `SELECT FROM ${lines} JOIN shop.products p ON (p.shop_id,
                                       p.id) = (o.shop_id, line.product_id)
    WHERE p.published_at IS NULL OR o.created_at < p.published_at OR p.status = 'archived'
      AND o.created_at > p.updated_at`,
  'customers have the sums of their orders that are not cancelled': `SELECT FROM shop.customers c
    LEFT JOIN (SELECT shop_id, customer_id, count(*) AS orders, sum(paid_amount - refunded_amount) AS spent
      FROM shop.orders
      WHERE status <> 'cancelled' GROUP BY 1, 2) AS o ON (o.shop_id, o.customer_id) = (c.shop_id, c.id)
    WHERE (c.orders_count, c.total_spent_amount) IS DISTINCT FROM (coalesce(o.orders, 0), coalesce(o.spent, 0))
      OR (SELECT coalesce(sum((each ->> 'amount')::bigint),
        0) FROM jsonb_array_elements(c.total_spent) each) <> c.total_spent_amount`,
  'nobody orders before they are a customer, and orders bear their address': `SELECT FROM shop.orders o
    JOIN shop.customers c ON (c.shop_id, c.id) = (o.shop_id, o.customer_id)
    WHERE o.created_at < c.created_at OR o.email IS DISTINCT FROM c.email`,
  'emails are compared without their case': `SELECT FROM shop.customers WHERE email_folded IS DISTINCT FROM lower(email)
    UNION ALL SELECT FROM shop.orders WHERE email_folded IS DISTINCT FROM lower(email)
    UNION ALL SELECT FROM shop.codes WHERE code_folded <> lower(code)`,
  'of those who were redacted nothing personal is left': `SELECT FROM shop.orders o
    JOIN shop.customers c ON (c.shop_id, c.id) = (o.shop_id, o.customer_id)
    WHERE c.status = 'redacted' AND num_nonnulls(o.email, o.billing_address, o.shipping_address, o.note) > 0`,
  'codes were used as often as they say, and as often as they may be': `SELECT FROM shop.codes c
    LEFT JOIN (${used}) AS u ON (u.shop_id, u.code_id) = (c.shop_id, c.id)
    WHERE c.usage_count <> coalesce(u.count, 0) OR c.usage_count > c.usage_limit`,
  'gifts have left what they have not paid': `SELECT FROM shop.codes c
    LEFT JOIN (${used}) AS u ON (u.shop_id, u.code_id) = (c.shop_id, c.id)
    WHERE c.balance_amount <> c.initial_amount - coalesce(u.paid, 0)`,
  'no customer uses a code more often than each may': `SELECT FROM shop.codes c
                                                        JOIN (${uses}) AS u ON (u.shop_id,
                                                        u.code_id) = (c.shop_id, c.id)
    WHERE u.customer_id IS NULL AND c.usage_limit_per_customer IS NOT NULL OR u.count > c.usage_limit_per_customer`,
  'codes are used in their time, by whom they are for, from their subtotal on and for their products': `SELECT
                                                                                                         FROM
                                                                                                         ${redeemed}
    WHERE NOT c.enabled OR o.created_at < greatest(c.created_at, c.starts_at) OR o.created_at >= c.ends_at
      OR c.customer_id <> coalesce(o.customer_id, gen_random_uuid()) OR o.subtotal_amount < c.minimum_subtotal_amount
      OR EXISTS (SELECT FROM shop.code_products f WHERE (f.shop_id, f.code_id) = (c.shop_id, c.id)) AND NOT EXISTS
        (SELECT FROM shop.code_products f WHERE (f.shop_id, f.code_id) = (c.shop_id, c.id)
          AND o.line_items @> jsonb_build_array(jsonb_build_object('product_id', f.product_id)))`,
  'a code that was used did something': `SELECT FROM shop.order_codes WHERE discount_amount + gift_amount = 0`,
  'numbers rise with time, without gaps, up to the last one of the shop': `SELECT FROM
      (SELECT o.*, lag(number, 1, 1000::bigint) OVER (PARTITION BY shop_id ORDER BY created_at) AS before,
        last_value(number) OVER (PARTITION BY shop_id ORDER BY created_at ROWS BETWEEN UNBOUNDED PRECEDING
          AND UNBOUNDED FOLLOWING) AS last
      FROM shop.orders o) AS o JOIN shop.order_numbers n USING (shop_id) WHERE o.number <> o.before + 1
        OR n.last_number <> o.last`,
  'each state has its time, and nothing happens before the order': `SELECT FROM shop.orders
    WHERE (status = 'cancelled') <> (cancelled_at IS NOT NULL) OR (status = 'completed') <> (completed_at IS NOT NULL)
      OR (payment_status IN ('paid', 'partially_refunded', 'refunded')) <> (paid_at IS NOT NULL)
      OR (payment_status IN ('partially_refunded', 'refunded')) <> (refunded_at IS NOT NULL)
      OR (payment_status = 'voided') <> (voided_at IS NOT NULL) OR payment_status = 'authorized'
        AND authorized_at IS NULL
      OR (fulfillment_status IN ('fulfilled', 'returned')) <> (fulfilled_at IS NOT NULL)
      OR (fulfillment_status = 'returned') <> (returned_at IS NOT NULL)
      OR created_at > least(authorized_at, paid_at, refunded_at, voided_at, fulfilled_at, returned_at,
        completed_at, cancelled_at)
      OR authorized_at > paid_at OR paid_at > refunded_at OR fulfilled_at > returned_at
      OR updated_at < greatest(created_at, paid_at, refunded_at, voided_at, fulfilled_at, returned_at,
        completed_at, cancelled_at)`,
  'meta hangs on what is there': `SELECT FROM shop.meta m WHERE NOT EXISTS (SELECT
                                   FROM shop.orders o WHERE o.shop_id = m.shop_id
      AND m.resource_type = 'orders' AND o.id::text = m.resource_id) AND NOT EXISTS (SELECT FROM shop.products p
      WHERE p.shop_id = m.shop_id AND m.resource_type = 'products' AND p.id::text = m.resource_id)`,
  'payments and refunds of an order are the sums of its transactions': `SELECT FROM shop.orders o
    LEFT JOIN (SELECT shop_id, order_id, sum(amount) FILTER (WHERE kind IN ('capture', 'gift_card_redemption')) AS paid,
      sum(amount) FILTER (WHERE kind = 'refund') AS refunded FROM shop.transactions GROUP BY 1, 2) AS t
      ON (t.shop_id, t.order_id) = (o.shop_id, o.id)
    WHERE o.paid_amount <> coalesce(t.paid, 0) OR o.refunded_amount <> coalesce(t.refunded, 0)`,
  'an order that was sent has fulfillments of its lines': `SELECT FROM shop.orders o
    LEFT JOIN (SELECT f.shop_id, f.order_id, sum((line ->> 'quantity')::integer) AS quantity FROM shop.fulfillments f
      CROSS JOIN LATERAL jsonb_array_elements(f.line_items) AS line GROUP BY 1, 2) AS f
      ON (f.shop_id, f.order_id) = (o.shop_id, o.id)
    WHERE (o.fulfillment_status IN ('fulfilled', 'returned')) <> (f.quantity IS NOT DISTINCT FROM
      (SELECT sum((line ->> 'quantity')::integer) FROM jsonb_array_elements(o.line_items) AS line))`,
  ...Object.fromEntries(
    ['products', 'variants', 'customers', 'codes', 'orders', 'meta', 'transactions', 'fulfillments'].map(
      (table) => [
        `${table} have ids of their moment, and nothing is in the future`,
        `SELECT FROM shop.${table} WHERE ${idTime('id')} <> ${ms('created_at')} OR substr(id::text, 15, 1) <> '7'
        OR updated_at < created_at OR updated_at >= '${today}Z'`,
      ],
    ),
  ),
};

describe('rule for the rows of the demo store', () => {
  // Reads with the role of the shop API, limited to this shop.
  let reader: Client;
  beforeAll(async () => {
    reader = await ofServices();
    await reader.query(`SELECT set_config('app.shop_id', $1, false)`, [shop.id]);
  });
  afterAll(() => reader.end());

  it.each(Object.entries(violations))('%s', async (_, query) => {
    const { rows } = await reader.query(`SELECT count(*)::integer AS violations FROM (${query}) AS each`);
    expect(rows).toEqual([{ violations: 0 }]);
  });
});
