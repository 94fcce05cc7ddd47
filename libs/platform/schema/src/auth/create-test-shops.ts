import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Test shops of developers (docs/adr/test-shops.md). What is asked for is a row here; the shop API does it, in the shop's own context, and learns of all that waits by
 * a function. Another one removes a shop from the auth data: a test shop alone, and only where its developer has asked for that.
 */
export class CreateTestShops1795394384000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION auth.test_shops_to_do(), auth.remove_test_shop(boolean);
      DROP TABLE auth.test_shops;
      ALTER TABLE auth.shops DROP COLUMN is_test`);
  }
}

const up = `
ALTER TABLE auth.shops ADD COLUMN is_test boolean NOT NULL DEFAULT false;

CREATE TABLE auth.test_shops (
  shop_id uuid PRIMARY KEY REFERENCES auth.shops (id),
  owner_id uuid NOT NULL REFERENCES auth.owners (id),
  status text COLLATE "C" NOT NULL CHECK (status IN ('preparing', 'ready', 'resetting', 'removing')),
  -- The status, by whoever asked for it.
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- Of one that is being removed: it was emptied once. Once more when nothing from before can still be under way.
  emptied_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX test_shops_owner_id ON auth.test_shops (owner_id, shop_id);
CREATE INDEX test_shops_to_do ON auth.test_shops (shop_id) WHERE status <> 'ready';
ALTER TABLE auth.test_shops ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_owner ON auth.test_shops
  USING (shop_id = (SELECT auth.current_shop()) OR owner_id = (SELECT auth.current_owner()));
GRANT SELECT, INSERT, UPDATE ON auth.test_shops TO storewright_auth;
GRANT SELECT, UPDATE (status, emptied_at) ON auth.test_shops TO storewright_shop;

-- A delivery may be under way for some minutes, as with a redaction.
CREATE FUNCTION auth.test_shops_to_do() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT shop_id FROM auth.test_shops
  WHERE status <> 'ready' AND (status <> 'removing' OR emptied_at IS NULL OR requested_at < now() - interval '5 minutes')
  ORDER BY requested_at $$;

-- Whatever belongs to the shop of the context, from tables that lead to others to those that are led to. With is_last the shop itself.
CREATE FUNCTION auth.remove_test_shop(is_last boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  gone CONSTANT uuid := auth.current_shop();
  name text;
BEGIN
  PERFORM FROM auth.test_shops WHERE shop_id = gone AND status = 'removing' FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no test shop that is to be removed';
  END IF;
  FOR name IN
    WITH RECURSIVE tables AS (
      SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'shop_id' AND NOT a.attisdropped
      WHERE c.relnamespace = 'auth'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'test_shops'
    ), depths AS (
      SELECT oid, 0 AS depth FROM tables
      UNION ALL
      SELECT f.conrelid, d.depth + 1 FROM depths d JOIN pg_constraint f ON f.confrelid = d.oid AND f.contype = 'f' AND f.conrelid <> f.confrelid
      WHERE d.depth < 20
    )
    SELECT t.relname FROM tables t JOIN depths d USING (oid) GROUP BY t.oid, t.relname ORDER BY max(d.depth) DESC
  LOOP
    EXECUTE format('DELETE FROM auth.%I WHERE shop_id = $1', name) USING gone;
  END LOOP;
  IF is_last THEN
    DELETE FROM auth.test_shops WHERE shop_id = gone;
    DELETE FROM auth.shops WHERE id = gone;
  END IF;
END $$;

REVOKE EXECUTE ON FUNCTION auth.test_shops_to_do(), auth.remove_test_shop(boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.test_shops_to_do(), auth.remove_test_shop(boolean) TO storewright_shop;
`;
