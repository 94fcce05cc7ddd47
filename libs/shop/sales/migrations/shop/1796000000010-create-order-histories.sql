CREATE TABLE shop.transactions (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL
    CHECK (kind IN ('authorization', 'capture', 'refund', 'void', 'gift_card_redemption', 'gift_card_return')),
  amount bigint NOT NULL,
  currency_code text COLLATE "C" NOT NULL,
  authorized_change bigint NOT NULL DEFAULT 0,
  line_items jsonb,
  note text,
  reference text COLLATE "C",
  derived boolean NOT NULL,
  actor_type text COLLATE "C" CHECK (actor_type IN ('app', 'access_token', 'person')),
  actor_id uuid,
  actor_name text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  CHECK ((amount > 0) OR ((amount = 0) AND (kind = 'void'))),
  CHECK (num_nonnulls(actor_type, actor_id, actor_name) IN (0, 3))
);
CREATE INDEX ON shop.transactions (shop_id, order_id, id);
CREATE INDEX ON shop.transactions (shop_id, kind, id);
CREATE INDEX ON shop.transactions (shop_id, reference, id);
CREATE INDEX ON shop.transactions (shop_id, created_at, id);
ALTER TABLE shop.transactions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE TABLE shop.fulfillments (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('fulfilled', 'cancelled')),
  line_items jsonb NOT NULL,
  carrier text,
  tracking_number text COLLATE "C",
  tracking_url text,
  derived boolean NOT NULL,
  actor_type text COLLATE "C" CHECK (actor_type IN ('app', 'access_token', 'person')),
  actor_id uuid,
  actor_name text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  CHECK (num_nonnulls(actor_type, actor_id, actor_name) IN (0, 3))
);
CREATE INDEX ON shop.fulfillments (shop_id, order_id, id);
CREATE INDEX ON shop.fulfillments (shop_id, tracking_number, id);
CREATE INDEX ON shop.fulfillments (shop_id, created_at, id);
ALTER TABLE shop.fulfillments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE TABLE shop.order_comments (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  body text,
  actor_type text COLLATE "C" CHECK (actor_type IN ('app', 'access_token', 'person')),
  actor_id uuid,
  actor_name text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  CHECK (num_nonnulls(actor_type, actor_id, actor_name) IN (0, 3))
);
CREATE INDEX ON shop.order_comments (shop_id, order_id, id);
CREATE INDEX ON shop.order_comments (shop_id, created_at, id);
ALTER TABLE shop.order_comments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- On a cluster, a foreign key needs distributed tables, and a policy cannot have a subquery.
DO $$
DECLARE
  added text;
  is_distributed boolean := false;
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    is_distributed := EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'shop.orders'::regclass);
  END IF;
  FOREACH added IN ARRAY ARRAY['transactions', 'fulfillments', 'order_comments'] LOOP
    IF is_distributed THEN
      PERFORM create_distributed_table(('shop.' || added)::regclass, 'shop_id', colocate_with => 'shop.orders');
    END IF;
    EXECUTE format('CREATE POLICY of_shop ON shop.%I USING (shop_id = %s)', added,
      CASE WHEN is_distributed THEN 'shop.current_shop()' ELSE '(SELECT shop.current_shop())' END);
  END LOOP;
END
$$;
ALTER TABLE shop.transactions ADD FOREIGN KEY (shop_id, order_id) REFERENCES shop.orders (shop_id, id)
  ON DELETE CASCADE;
ALTER TABLE shop.fulfillments ADD FOREIGN KEY (shop_id, order_id) REFERENCES shop.orders (shop_id, id)
  ON DELETE CASCADE;
ALTER TABLE shop.order_comments ADD FOREIGN KEY (shop_id, order_id) REFERENCES shop.orders (shop_id, id)
  ON DELETE CASCADE;

-- Transactions are immutable. A deletion locks its rows, which requires UPDATE of one column.
GRANT SELECT, INSERT, UPDATE (version), DELETE ON shop.transactions TO storewright_shop;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.fulfillments TO storewright_shop;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.order_comments TO storewright_shop;

ALTER TABLE shop.order_variants ADD COLUMN restocked integer NOT NULL DEFAULT 0;

-- Entries for the payments of existing orders.
INSERT INTO shop.transactions (shop_id, id, order_id, kind, amount, currency_code, authorized_change, reference,
  derived, version, created_at, updated_at)
SELECT e.shop_id,
  -- A UUID of version 7 with the time of the entry.
  overlay(overlay(md5(e.order_id::text || e.kind || coalesce(e.reference, ''))
    PLACING lpad(to_hex(floor(date_part('epoch', e.at) * 1000)::bigint), 12, '0') || '7' FROM 1)
    PLACING '8' FROM 17)::uuid,
  e.order_id, e.kind, e.amount, e.currency_code, e.authorized_change, e.reference, true, 1, e.at, e.at
FROM (
  SELECT c.shop_id, c.order_id, o.currency_code, 'gift_card_redemption' AS kind, c.gift_amount AS amount,
    0 AS authorized_change, c.code_id::text AS reference, o.created_at AS at
  FROM shop.order_codes c JOIN shop.orders o ON o.shop_id = c.shop_id AND o.id = c.order_id
  UNION ALL
  SELECT p.shop_id, p.order_id, p.currency_code, v.kind, v.amount, v.authorized_change, NULL, v.at
  FROM (
    SELECT o.shop_id, o.id AS order_id, o.currency_code, o.payment_status, o.refunded_amount, o.created_at,
      o.authorized_at, coalesce(o.paid_at, o.updated_at) AS paid_at,
      coalesce(o.refunded_at, o.updated_at) AS refunded_at,
      coalesce(o.voided_at, o.updated_at) AS voided_at, o.paid_amount - coalesce(g.amount, 0) AS captured,
      CASE WHEN o.authorized_at IS NULL THEN 0 ELSE o.total_amount - coalesce(g.amount, 0) END AS authorized
    FROM shop.orders o
    LEFT JOIN (SELECT shop_id, order_id, sum(gift_amount)::bigint AS amount FROM shop.order_codes GROUP BY 1, 2) g
      ON g.shop_id = o.shop_id AND g.order_id = o.id
  ) p
  CROSS JOIN LATERAL (VALUES
    ('authorization', p.authorized, p.authorized, p.authorized_at),
    ('capture', p.captured, -least(p.captured, p.authorized), p.paid_at),
    ('refund', p.refunded_amount, 0, p.refunded_at),
    ('void', CASE WHEN p.payment_status = 'voided' THEN p.authorized END, -p.authorized, p.voided_at)
  ) v (kind, amount, authorized_change, at)
  UNION ALL
  SELECT r.shop_id, r.order_id, r.currency_code, 'gift_card_return', least(r.gift_amount, r.left_amount), 0,
    r.code_id::text, r.at
  FROM (
    SELECT c.shop_id, c.order_id, o.currency_code, c.gift_amount, c.code_id,
      coalesce(o.cancelled_at, o.updated_at) AS at,
      o.paid_amount - o.refunded_amount + c.gift_amount
        - sum(c.gift_amount) OVER (PARTITION BY c.shop_id, c.order_id ORDER BY c.code_id) AS left_amount
    FROM shop.order_codes c JOIN shop.orders o ON o.shop_id = c.shop_id AND o.id = c.order_id
    WHERE o.status = 'cancelled'
  ) r
) e
WHERE e.amount > 0 OR (e.amount = 0 AND e.kind = 'void');

-- Fulfillments for the states of existing orders. The lines of a partial fulfillment are unknown.
INSERT INTO shop.fulfillments (shop_id, id, order_id, status, line_items, derived, version, created_at, updated_at)
SELECT o.shop_id,
  overlay(overlay(md5(o.id::text || 'fulfillment')
    PLACING lpad(to_hex(floor(date_part('epoch', coalesce(o.fulfilled_at, o.updated_at)) * 1000)::bigint), 12, '0')
      || '7' FROM 1) PLACING '8' FROM 17)::uuid,
  o.id, 'fulfilled',
  CASE WHEN o.fulfillment_status = 'partial' THEN '[]'::jsonb ELSE (
    SELECT jsonb_agg(jsonb_build_object('line_index', line.place - 1, 'quantity', line.item -> 'quantity')
      ORDER BY line.place)
    FROM jsonb_array_elements(o.line_items) WITH ORDINALITY line (item, place)) END,
  true, 1, coalesce(o.fulfilled_at, o.updated_at), coalesce(o.fulfilled_at, o.updated_at)
FROM shop.orders o WHERE o.fulfillment_status IN ('partial', 'fulfilled', 'returned');
