import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who is to be nobody any more: asked for in the transaction that clears the rows, and done by the worker, which clears the copies in the log, in deliveries and in
 * kept answers (docs/adr/redaction.md). An event is changed by a function alone, while a redaction of its shop is open.
 */
export class CreateRedactions1795331600183 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION shop.shops_to_redact(), shop.redact_events(uuid[], text[]);
      REVOKE SELECT (shop_id, token_id, key, answer), UPDATE (answer) ON shop.idempotency_keys FROM storewright_hooks;
      DROP TABLE shop.redactions`);
  }
}

const sql = `
CREATE TABLE shop.redactions (
  shop_id uuid NOT NULL,
  id uuid NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id uuid NOT NULL,
  -- By type: what is cleared of its objects, which objects, and the relationship by which others are found.
  rules jsonb NOT NULL,
  requested_at timestamptz NOT NULL,
  -- The first pass is through; a second one follows when nothing from before can still be under way.
  swept_at timestamptz,
  -- Copies that were cleared.
  cleared integer NOT NULL DEFAULT 0,
  finished_at timestamptz,
  PRIMARY KEY (shop_id, id)
);
CREATE INDEX ON shop.redactions (shop_id) WHERE finished_at IS NULL;
ALTER TABLE shop.redactions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON shop.redactions USING (shop_id = (SELECT shop.current_shop()));
GRANT SELECT, INSERT ON shop.redactions TO storewright_shop;
GRANT SELECT, UPDATE (swept_at, cleared, finished_at) ON shop.redactions TO storewright_hooks;
GRANT SELECT (shop_id, token_id, key, answer), UPDATE (answer) ON shop.idempotency_keys TO storewright_hooks;

-- A worker delivers ten events of a stream in a row, of 15 s at most each: what it read before the redaction is written down by then.
CREATE FUNCTION shop.shops_to_redact() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT DISTINCT shop_id FROM shop.redactions
  WHERE finished_at IS NULL AND (swept_at IS NULL OR requested_at < now() - interval '5 minutes') $$;

CREATE FUNCTION shop.redact_events(events uuid[], resources text[]) RETURNS integer LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog AS $$
  WITH redacted AS (
    UPDATE shop.events e SET resource = each.resource
    FROM unnest(events, resources) AS each (id, resource)
    WHERE e.shop_id = shop.current_shop() AND e.id = each.id
      AND EXISTS (SELECT 1 FROM shop.redactions r WHERE r.shop_id = shop.current_shop() AND r.finished_at IS NULL)
    RETURNING 1
  )
  SELECT count(*)::integer FROM redacted $$;

REVOKE EXECUTE ON FUNCTION shop.shops_to_redact(), shop.redact_events(uuid[], text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shop.shops_to_redact(), shop.redact_events(uuid[], text[]) TO storewright_hooks;
`;
