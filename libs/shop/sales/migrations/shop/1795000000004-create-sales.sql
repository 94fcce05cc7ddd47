CREATE FUNCTION shop.lines_add_up(lines jsonb, subtotal bigint) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT count(*) > 0 AND sum((line->>'total_amount')::numeric) = subtotal
    AND bool_and((line->>'price_amount')::numeric >= 0 AND (line->>'quantity')::numeric >= 1
      AND (line->>'price_amount')::numeric * (line->>'quantity')::numeric = (line->>'total_amount')::numeric)
  FROM jsonb_array_elements(lines) AS line
$$;

CREATE TABLE shop.customers (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  email text COLLATE "C",
  email_folded text COLLATE "C",
  phone text COLLATE "C",
  first_name text,
  last_name text,
  accepts_marketing boolean NOT NULL,
  default_address jsonb,
  note text,
  tags text[] NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('active', 'disabled', 'redacted')),
  orders_count integer NOT NULL CHECK (orders_count >= 0),
  total_spent_amount bigint NOT NULL CHECK (total_spent_amount >= 0),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  total_spent jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (shop_id, id),
  CHECK (
    CASE status
    WHEN 'redacted' THEN ((num_nonnulls(email, email_folded, phone, first_name, last_name, default_address,
      note) = 0) AND (cardinality(tags) = 0) AND (NOT accepts_marketing))
    ELSE (num_nonnulls(email, phone) > 0)
    END)
);
CREATE UNIQUE INDEX ON shop.customers (shop_id, email_folded);
CREATE INDEX ON shop.customers (shop_id, phone, id);
CREATE INDEX ON shop.customers (shop_id, status, id);
CREATE INDEX ON shop.customers (shop_id, total_spent_amount, id);
CREATE INDEX ON shop.customers (shop_id, updated_at, id);
ALTER TABLE shop.customers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.customers USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.customers TO storewright_shop;

CREATE TABLE shop.codes (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  code text COLLATE "C" NOT NULL,
  code_folded text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('discount', 'gift')),
  value_type text COLLATE "C" CHECK (value_type IN ('percentage', 'fixed_amount')),
  value bigint,
  currency_code text COLLATE "C",
  initial_amount bigint CHECK (initial_amount >= 1),
  balance_amount bigint,
  minimum_subtotal_amount bigint CHECK (minimum_subtotal_amount >= 0),
  usage_limit integer CHECK (usage_limit >= 1),
  usage_limit_per_customer integer CHECK (usage_limit_per_customer >= 1),
  usage_count integer NOT NULL CHECK (usage_count >= 0),
  starts_at timestamptz,
  ends_at timestamptz,
  enabled boolean NOT NULL,
  customer_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  FOREIGN KEY (shop_id, customer_id) REFERENCES shop.customers (shop_id, id),
  CHECK ((value >= 1) AND ((value <= 10000) OR (value_type <> 'percentage'))),
  CHECK ((balance_amount >= 0) AND (balance_amount <= initial_amount)),
  CHECK (
    CASE kind
    WHEN 'gift' THEN ((num_nonnulls(initial_amount, balance_amount, currency_code) = 3)
      AND (num_nonnulls(value_type, value) = 0))
    ELSE ((num_nonnulls(initial_amount, balance_amount) = 0) AND (num_nonnulls(value_type, value) = 2)
      AND ((currency_code IS NULL) = (value_type = 'percentage')))
    END)
);
CREATE UNIQUE INDEX ON shop.codes (shop_id, code_folded);
CREATE INDEX ON shop.codes (shop_id, code, id);
CREATE INDEX ON shop.codes (shop_id, kind, id);
CREATE INDEX ON shop.codes (shop_id, customer_id, id);
CREATE INDEX ON shop.codes (shop_id, updated_at, id);
ALTER TABLE shop.codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.codes USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.codes TO storewright_shop;

CREATE TABLE shop.code_products (
  shop_id uuid NOT NULL,
  code_id uuid NOT NULL,
  product_id uuid NOT NULL,
  PRIMARY KEY (shop_id, code_id, product_id),
  FOREIGN KEY (shop_id, code_id) REFERENCES shop.codes (shop_id, id) ON DELETE CASCADE
);
ALTER TABLE shop.code_products ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.code_products USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.code_products TO storewright_shop;

CREATE TABLE shop.order_numbers (
  shop_id uuid PRIMARY KEY,
  last_number bigint NOT NULL
);
ALTER TABLE shop.order_numbers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.order_numbers USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.order_numbers TO storewright_shop;

CREATE TABLE shop.orders (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  number bigint NOT NULL,
  currency_code text COLLATE "C" NOT NULL,
  line_items jsonb NOT NULL,
  subtotal_amount bigint NOT NULL,
  discount_amount bigint NOT NULL,
  shipping_amount bigint NOT NULL CHECK (shipping_amount >= 0),
  tax_amount bigint NOT NULL CHECK (tax_amount >= 0),
  total_amount bigint NOT NULL,
  paid_amount bigint NOT NULL,
  refunded_amount bigint NOT NULL,
  email text COLLATE "C",
  email_folded text COLLATE "C",
  billing_address jsonb,
  shipping_address jsonb,
  note text,
  tags text[] NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('open', 'completed', 'cancelled')),
  payment_status text COLLATE "C" NOT NULL
    CHECK (payment_status IN ('pending', 'authorized', 'paid', 'partially_refunded', 'refunded', 'voided')),
  fulfillment_status text COLLATE "C" NOT NULL
    CHECK (fulfillment_status IN ('unfulfilled', 'partial', 'fulfilled', 'returned', 'not_required')),
  cancel_reason text,
  authorized_at timestamptz,
  paid_at timestamptz,
  refunded_at timestamptz,
  voided_at timestamptz,
  fulfilled_at timestamptz,
  returned_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  customer_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  former_customers jsonb,
  PRIMARY KEY (shop_id, id),
  FOREIGN KEY (shop_id, customer_id) REFERENCES shop.customers (shop_id, id),
  CHECK ((discount_amount >= 0) AND (discount_amount <= subtotal_amount)),
  CHECK (total_amount = (((subtotal_amount - discount_amount) + shipping_amount) + tax_amount)),
  CHECK ((paid_amount >= 0) AND (paid_amount <= total_amount)),
  CHECK ((refunded_amount >= 0) AND (refunded_amount <= paid_amount)),
  CHECK ((cancel_reason IS NULL) OR (status = 'cancelled')),
  CHECK (shop.lines_add_up(line_items, subtotal_amount)),
  CHECK ((status <> 'cancelled') OR fulfillment_status IN ('unfulfilled', 'not_required')),
  CHECK (
    CASE payment_status
    WHEN 'paid' THEN ((paid_amount = total_amount) AND (refunded_amount = 0))
    WHEN 'partially_refunded' THEN ((refunded_amount > 0) AND (refunded_amount < paid_amount))
    WHEN 'refunded' THEN (refunded_amount = paid_amount)
    ELSE (refunded_amount = 0)
    END)
);
CREATE UNIQUE INDEX ON shop.orders (shop_id, number);
CREATE INDEX ON shop.orders (shop_id, customer_id, id);
CREATE INDEX ON shop.orders (shop_id, status, id);
CREATE INDEX ON shop.orders (shop_id, payment_status, id);
CREATE INDEX ON shop.orders (shop_id, fulfillment_status, id);
CREATE INDEX ON shop.orders (shop_id, email_folded, id);
CREATE INDEX ON shop.orders (shop_id, total_amount, id);
CREATE INDEX ON shop.orders (shop_id, updated_at, id);
CREATE INDEX orders_shop_id_created_at_id_idx ON shop.orders (shop_id, created_at, id)
  INCLUDE (currency_code, status, total_amount, refunded_amount);
CREATE INDEX ON shop.orders (shop_id, id) WHERE former_customers IS NOT NULL;
ALTER TABLE shop.orders ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.orders USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.orders TO storewright_shop;

CREATE TABLE shop.order_codes (
  shop_id uuid NOT NULL,
  order_id uuid NOT NULL,
  code_id uuid NOT NULL,
  discount_amount bigint NOT NULL CHECK (discount_amount >= 0),
  gift_amount bigint NOT NULL CHECK (gift_amount >= 0),
  PRIMARY KEY (shop_id, order_id, code_id),
  FOREIGN KEY (shop_id, code_id) REFERENCES shop.codes (shop_id, id),
  FOREIGN KEY (shop_id, order_id) REFERENCES shop.orders (shop_id, id) ON DELETE CASCADE
);
CREATE INDEX ON shop.order_codes (shop_id, code_id, order_id);
ALTER TABLE shop.order_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.order_codes USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.order_codes TO storewright_shop;

CREATE TABLE shop.order_variants (
  shop_id uuid NOT NULL,
  order_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  quantity integer NOT NULL CHECK (quantity >= 1),
  reserved integer NOT NULL,
  PRIMARY KEY (shop_id, order_id, variant_id),
  FOREIGN KEY (shop_id, order_id) REFERENCES shop.orders (shop_id, id) ON DELETE CASCADE,
  FOREIGN KEY (shop_id, variant_id) REFERENCES shop.variants (shop_id, id) ON DELETE CASCADE,
  CHECK ((reserved = 0) OR (reserved = quantity))
);
CREATE INDEX ON shop.order_variants (shop_id, variant_id, order_id);
ALTER TABLE shop.order_variants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.order_variants USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.order_variants TO storewright_shop;
