import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What happened in a shop (docs/contract.md §6, docs/adr/outbox-sequence.md). A write puts its event here in the same statement and without a number; numbers are
 * given afterwards, under the lock of the shop's row in `event_streams`.
 */
export class CreateEvents1700000800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shop.events, shop.event_streams');
  }
}

const sql = `
CREATE TABLE shop.events (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  -- NULL: not in the order yet, and seen by nobody.
  sequence bigint,
  type text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  -- The resource object as a GET shows it, JSON.
  resource text NOT NULL,
  changed text[] NOT NULL,
  -- The database's clock while the row of the resource is locked, so that events of one resource are in its order.
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
-- Those without a number are in one small index, those with one in the others: a write pays for two indexes only.
CREATE INDEX ON shop.events (shop_id, occurred_at, id) WHERE sequence IS NULL;
CREATE UNIQUE INDEX ON shop.events (shop_id, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX ON shop.events (shop_id, type, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX ON shop.events (shop_id, resource_id, sequence) WHERE sequence IS NOT NULL;

CREATE TABLE shop.event_streams (
  shop_id uuid NOT NULL,
  last_sequence bigint NOT NULL,
  -- What has a lower one was kept for its time and is gone.
  first_sequence bigint NOT NULL DEFAULT 1,
  -- Not everybody may have what is numbered: set with the numbers, cleared by a worker that finds nobody behind.
  to_serve boolean NOT NULL DEFAULT false,
  PRIMARY KEY (shop_id)
);
CREATE INDEX ON shop.event_streams (shop_id) WHERE to_serve;

ALTER TABLE shop.events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE shop.event_streams ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.events USING (shop_id = (SELECT shop.current_shop()));
CREATE POLICY of_shop ON shop.event_streams USING (shop_id = (SELECT shop.current_shop()));

-- An event is never changed; it gets its number, once.
GRANT SELECT, INSERT ON shop.events TO storewright_shop, storewright_hooks;
GRANT UPDATE (sequence) ON shop.events TO storewright_shop, storewright_hooks;
GRANT DELETE ON shop.events TO storewright_hooks;
GRANT SELECT, INSERT ON shop.event_streams TO storewright_shop, storewright_hooks;
GRANT UPDATE (last_sequence, to_serve) ON shop.event_streams TO storewright_shop, storewright_hooks;
GRANT UPDATE (first_sequence) ON shop.event_streams TO storewright_hooks;
`;
