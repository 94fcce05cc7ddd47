import type { Client } from 'pg';
import type { BenchShop } from '../people';

export interface Store {
  shop: BenchShop;
  orders: number;
  customers: string[];
  variants: string[];
  /** Id of a discount code for 10 % without a usage limit. */
  code: string;
}

/**
 * Inserts one customer and one product for every ten orders, three variants for each product, and one
 * discount code.
 */
const catalogue = [
  `INSERT INTO shop.customers (shop_id, id, email, email_folded, first_name, last_name, accepts_marketing,
    tags, status, orders_count, total_spent_amount, version, created_at, updated_at)
    SELECT $1, uuidv7(), 'bench' || no || '@example.com', 'bench' || no || '@example.com', 'Bench',
      'No. ' || no, false, '{}', CASE no % 50 WHEN 0 THEN 'disabled' ELSE 'active' END,
      0, 0, 1, now(), now() - no * interval '1 minute'
    FROM generate_series(1, $2::integer / 10) AS no`,
  `INSERT INTO shop.products (shop_id, id, title, handle, description, status, tags, published_at, version,
    created_at, updated_at)
    SELECT $1, uuidv7(), 'Product ' || no, 'product-' || no, 'One of many.',
      CASE no % 5 WHEN 0 THEN 'draft' ELSE 'active' END, '{bench}', now(),
      1, now(), now() - no * interval '1 minute'
    FROM generate_series(1, $2::integer / 10) AS no`,
  `INSERT INTO shop.variants (shop_id, id, product_id, title, sku, price_amount, currency_code,
    inventory_quantity, inventory_policy, position, version, created_at, updated_at)
    SELECT $1, uuidv7(), p.id, 'Size ' || at, p.handle || '-' || at, 1000 * at, 'EUR', 1000000, 'deny', at, 1,
      now(), p.updated_at
    FROM shop.products p, generate_series(1, 3) AS at WHERE p.shop_id = $1 AND $2::integer > 0 AND p.status = 'active'`,
  `INSERT INTO shop.codes (shop_id, id, code, code_folded, kind, value_type, value, usage_count, enabled,
    version, created_at, updated_at)
    SELECT $1, uuidv7(), 'BENCH', 'bench', 'discount', 'percentage', 1000, 0, true, 1, now(),
      now() WHERE $2::integer > 0`,
];

/**
 * Inserts orders, each with two variants and one customer. One in twenty is open and unfulfilled. One in
 * fifty is cancelled, unpaid, refunded or partly fulfilled, so that Postgres has statistics on rare states.
 */
const orders = `INSERT INTO shop.orders (shop_id, id, number, currency_code, line_items, subtotal_amount,
                 discount_amount, shipping_amount, tax_amount, total_amount,
    paid_amount, refunded_amount, email, email_folded, tags, status, payment_status, fulfillment_status,
      customer_id, version, created_at, updated_at, actor_type, actor_id, actor_name)
  SELECT $1, uuidv7(), 1000 + n.no, 'EUR', jsonb_build_array(one.line, other.line), one.price + other.price, 0,
    490, 0, one.price + other.price + 490,
    CASE WHEN n.no % 50 = 1 THEN 0 ELSE one.price + other.price + 490 END,
      CASE WHEN n.no % 50 = 2 THEN one.price + other.price + 490 ELSE 0 END,
    c.email, c.email_folded,
      (CASE WHEN n.no % 1000 = 0 THEN '{rare,often}' WHEN n.no % 3 = 0 THEN '{often}' ELSE '{}' END)::text[],
    CASE WHEN n.no % 20 = 0 THEN 'open' WHEN n.no % 50 = 3 THEN 'cancelled' ELSE 'completed' END,
    CASE n.no % 50 WHEN 1 THEN 'pending' WHEN 2 THEN 'refunded' ELSE 'paid' END,
    CASE WHEN n.no % 20 = 0 OR n.no % 50 = 3 THEN 'unfulfilled' WHEN n.no % 50 = 4 THEN 'partial' ELSE 'fulfilled' END,
    c.id, 1, now() - ($2::integer - n.no) * interval '1 minute', now() - ($2::integer - n.no) * interval '1 minute',
    'app', ('00000000-0000-7000-8000-00000000000' || CASE WHEN n.no % 97 = 0 THEN 2 ELSE 1 END)::uuid, 'Storefront'
  FROM generate_series(1, $2::integer) AS n (no)
  JOIN people c ON c.no = n.no * 7919 % (SELECT count(*) FROM people)
  JOIN shelf one ON one.no = n.no * 31 % (SELECT count(*) FROM shelf)
  JOIN shelf other ON other.no = (n.no * 31 + 1) % (SELECT count(*) FROM shelf)
  ORDER BY n.no`;

const orderVariants = `INSERT INTO shop.order_variants (shop_id, order_id, variant_id, quantity, reserved)
  SELECT o.shop_id, o.id, (line->>'variant_id')::uuid, 1, 1 FROM shop.orders o,
    jsonb_array_elements(o.line_items) AS line WHERE o.shop_id = $1`;

const terms = `INSERT INTO shop.search_terms (shop_id, resource_type, resource_id, field, term)
  SELECT $1, 'customers', id, 'first_name', 'bench' FROM shop.customers WHERE shop_id = $1
  UNION ALL SELECT $1, 'customers', c.id, 'last_name', t FROM shop.customers c, unnest(ARRAY['no.', 'no',
    split_part(last_name, ' ', 2)]) t WHERE c.shop_id = $1
  UNION ALL SELECT $1, 'products', p.id, 'title', t FROM shop.products p, unnest(ARRAY['product',
    split_part(title, ' ', 2)]) t WHERE p.shop_id = $1
  UNION ALL SELECT $1, 'products', p.id, 'tags', E'\\u0001' || t FROM shop.products p,
    unnest(p.tags) t WHERE p.shop_id = $1
  UNION ALL SELECT $1, 'orders', o.id, 'tags', E'\\u0001' || t FROM shop.orders o,
    unnest(o.tags) t WHERE o.shop_id = $1`;

export async function fillStore(client: Client, shop: BenchShop, count: number): Promise<Store> {
  for (const text of catalogue) await client.query(text, [shop.id, count]);
  await client.query(
    `CREATE TEMP TABLE people AS SELECT row_number() OVER () - 1 AS no,
      * FROM shop.customers WHERE shop_id = '${shop.id}'`,
  );
  await client.query(
    `CREATE TEMP TABLE shelf AS SELECT row_number() OVER () - 1 AS no, price_amount AS price,
      jsonb_build_object('variant_id', id, 'product_id', product_id,
      'title', title, 'sku', sku, 'price_amount', price_amount, 'quantity', 1, 'total_amount', price_amount) AS line
      FROM shop.variants WHERE shop_id = '${shop.id}'`,
  );
  await client.query('ANALYZE people, shelf');
  await client.query(orders, [shop.id, count]);
  await client.query(orderVariants, [shop.id]);
  await client.query(terms, [shop.id]);
  await client.query('INSERT INTO shop.order_numbers VALUES ($1, 1000 + $2::integer)', [shop.id, count]);
  await client.query('DROP TABLE people, shelf');
  await client.query('VACUUM ANALYZE');
  const ids = async (table: string) => {
    const text = `SELECT id FROM shop.${table} WHERE shop_id = $1 LIMIT 2000`;
    return (await client.query<{ id: string }>(text, [shop.id])).rows.map(({ id }) => id);
  };
  const [code] = await ids('codes');
  return {
    shop,
    orders: count,
    customers: await ids('customers'),
    variants: await ids('variants'),
    code: code!,
  };
}
