import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The meta objects and what their search reads (docs/contract.md §5, docs/adr/meta-search.md). */
export class CreateMeta1700000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE shop.meta_entries, shop.meta_segments, shop.meta; DROP FUNCTION shop.current_shop()',
    );
  }
}

const sql = `
CREATE FUNCTION shop.current_shop() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.shop_id', true), '')::uuid $$;

CREATE TABLE shop.meta (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  data jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Under which segment its entries are; 0: its id said that it comes from the future.
  segment integer NOT NULL DEFAULT 1,
  PRIMARY KEY (shop_id, id)
);
CREATE INDEX ON shop.meta (shop_id, resource_type, resource_id, id);
CREATE INDEX ON shop.meta (shop_id, resource_type, id);
CREATE INDEX ON shop.meta (shop_id, resource_id, id);

-- Where each segment of a shop's ids begins, from the second on. Only ever appended, and always a moment ahead of the ids in use.
CREATE TABLE shop.meta_segments (
  shop_id uuid NOT NULL,
  segment integer NOT NULL CHECK (segment > 1),
  from_id uuid NOT NULL,
  PRIMARY KEY (shop_id, segment)
);

-- One row for each key of each object. No foreign key: its check costs more than the row, and the same statement writes both.
CREATE TABLE shop.meta_entries (
  shop_id uuid NOT NULL,
  segment integer NOT NULL DEFAULT 1,
  tok bytea NOT NULL,
  meta_id uuid NOT NULL,
  PRIMARY KEY (shop_id, segment, tok, meta_id)
);
-- Tokens fall in it so that no order is given by both indexes: the search says by its order which one it means.
CREATE INDEX ON shop.meta_entries (shop_id, tok DESC, meta_id);

ALTER TABLE shop.meta ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE shop.meta_segments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE shop.meta_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.meta USING (shop_id = (SELECT shop.current_shop()));
CREATE POLICY of_shop ON shop.meta_segments USING (shop_id = (SELECT shop.current_shop()));
CREATE POLICY of_shop ON shop.meta_entries USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shop.meta, shop.meta_segments, shop.meta_entries TO storewright_shop;
`;
