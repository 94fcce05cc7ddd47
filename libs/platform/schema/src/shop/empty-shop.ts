import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Removes every row of the shop of the context, for a test shop that is filled anew or removed (docs/adr/test-shops.md). The shop API's role may not delete from the
 * log by itself. Where the shop goes on, so do the numbers of its log: its events are gone as those are that were kept for their time, and whoever follows it is told.
 */
export class EmptyShop1795394385000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION shop.empty_shop(boolean)');
  }
}

const up = `
CREATE FUNCTION shop.empty_shop(goes_on boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  emptied CONSTANT uuid := shop.current_shop();
  name text;
BEGIN
  IF emptied IS NULL THEN
    RAISE EXCEPTION 'no shop in the context';
  END IF;
  -- Under its lock numbers are given.
  PERFORM FROM shop.event_streams WHERE shop_id = emptied FOR UPDATE;
  FOR name IN
    WITH RECURSIVE tables AS (
      SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'shop_id' AND NOT a.attisdropped
      WHERE c.relnamespace = 'shop'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ), depths AS (
      SELECT oid, 0 AS depth FROM tables
      UNION ALL
      SELECT f.conrelid, d.depth + 1 FROM depths d JOIN pg_constraint f ON f.confrelid = d.oid AND f.contype = 'f' AND f.conrelid <> f.confrelid
      WHERE d.depth < 20
    )
    SELECT t.relname FROM tables t JOIN depths d USING (oid)
    WHERE NOT (goes_on AND t.relname IN ('event_streams', 'webhook_streams')) GROUP BY t.oid, t.relname ORDER BY max(d.depth) DESC
  LOOP
    EXECUTE format('DELETE FROM shop.%I WHERE shop_id = %L', name, emptied);
  END LOOP;
  UPDATE shop.event_streams SET first_sequence = last_sequence + 1 WHERE shop_id = emptied;
  UPDATE shop.webhook_streams s SET last_sequence = greatest(s.last_sequence, e.last_sequence), delivery_id = NULL, attempts = 0,
    failing_since = NULL, next_attempt_at = NULL, loss_foretold = false, state = CASE s.state WHEN 'paused' THEN 'active' ELSE s.state END
  FROM shop.event_streams e WHERE s.shop_id = emptied AND e.shop_id = emptied;
END $$;
REVOKE EXECUTE ON FUNCTION shop.empty_shop(boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.empty_shop(boolean) TO storewright_shop;
`;
