import { refusedByCitus } from './refused-by-citus';

describe('refusedByCitus()', () => {
  it.each([
    'INSERT INTO shop.order_codes (shop_id, code_id) SELECT $1, each.* FROM unnest($2::uuid[]) AS each',
    'INSERT INTO shop.products (shop_id, title) SELECT r.* FROM json_populate_recordset(NULL::shop.products, $1) AS r',
    'INSERT INTO shop.variants (shop_id, position) VALUES ($1, coalesce($2, (SELECT max(position) FROM shop.variants)))',
    'WITH written AS (INSERT INTO shop.meta VALUES ($1) RETURNING id) SELECT * FROM written',
    `WITH hurry AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)) SELECT 1 FROM shop.meta, hurry`,
    `UPDATE shop.orders SET status = $2 WHERE shop_id = $1 RETURNING jsonb_build_object('status', status)`,
    'UPDATE shop.meta SET updated_at = greatest(clock_timestamp(), updated_at) WHERE shop_id = $1',
    `UPDATE shop.meta SET updated_at = greatest(now(), updated_at + interval '1 microsecond') WHERE shop_id = $1`,
    `UPDATE shop.webhook_streams SET locked_until = CASE WHEN $2 THEN statement_timestamp() + interval '1 s' END WHERE shop_id = $1`,
    `INSERT INTO shop.events (shop_id, resource) SELECT o.shop_id, CASE o.status WHEN 'open' THEN 'a' END FROM shop.orders o`,
    'DELETE FROM shop.idempotency_keys WHERE shop_id = $1 AND (token_id, key) IN (SELECT token_id, key FROM shop.idempotency_keys)',
    'COPY shop.meta FROM STDIN',
    'SELECT pg_try_advisory_xact_lock(1, s.locked_by) FROM shop.webhook_streams s',
    `SET LOCAL app.shop_id = 'x';EXECUTE y`,
  ])('returns a reason for %s', (text) => {
    expect(refusedByCitus(text)).toBeDefined();
  });

  it.each([
    'SELECT t.id FROM shop.products t WHERE t.shop_id = $1',
    'INSERT INTO shop.order_codes (shop_id, code_id) VALUES ($1, $2), ($1, $3)',
    'INSERT INTO shop.events (shop_id, occurred_at) VALUES ($1, statement_timestamp())',
    'INSERT INTO shop.meta_entries (shop_id, tok) SELECT m.shop_id, tok FROM shop.meta m, unnest($2::bytea[]) AS tok WHERE m.shop_id = $1',
    'UPDATE shop.meta SET updated_at = greatest(statement_timestamp(), shop.just_after(updated_at)) WHERE shop_id = $1 RETURNING new.id',
    `UPDATE shop.webhook_streams SET locked_until = statement_timestamp() + interval '25 s' WHERE shop_id = $1`,
    'DELETE FROM shop.idempotency_keys k USING (SELECT token_id, key FROM shop.idempotency_keys) old WHERE k.key = old.key',
    'SELECT w FROM unnest($1::integer[]) AS w WHERE pg_try_advisory_xact_lock(1, w)',
    `SET LOCAL app.shop_id = 'x'`,
  ])('returns undefined for %s', (text) => {
    expect(refusedByCitus(text)).toBeUndefined();
  });
});
