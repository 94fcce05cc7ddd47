import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events about auth data, written with the change and carried over to the shop's log: the two may be on different servers. What the worker that does so,
 * and delivers, may see of the auth data: who installed what, and where it listens.
 */
export class CreateEventOutbox1700000850000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      REVOKE SELECT ON auth.shops, auth.apps, auth.installations FROM storewright_hooks;
      REVOKE INSERT ON auth.audit_entries FROM storewright_hooks;
      DROP FUNCTION auth.shops_to_relay();
      DROP TABLE auth.event_outbox`);
  }
}

const sql = `
CREATE TABLE auth.event_outbox (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  id uuid NOT NULL,
  type text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  resource text NOT NULL,
  changed text[] NOT NULL,
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id)
);
CREATE INDEX ON auth.event_outbox (shop_id, occurred_at, id);
ALTER TABLE auth.event_outbox ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.event_outbox USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT, INSERT ON auth.event_outbox TO storewright_auth;
GRANT SELECT, DELETE ON auth.event_outbox TO storewright_hooks;

-- Of which shops something waits to be carried over; ids alone.
CREATE FUNCTION auth.shops_to_relay() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT DISTINCT shop_id FROM auth.event_outbox $$;
REVOKE EXECUTE ON FUNCTION auth.shops_to_relay() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.shops_to_relay() TO storewright_hooks;

GRANT SELECT ON auth.shops, auth.apps, auth.installations TO storewright_hooks;
GRANT INSERT ON auth.audit_entries TO storewright_hooks;
`;
