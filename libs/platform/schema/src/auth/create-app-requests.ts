import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last requests of each app, for its developer. The shop API adds to it and reads nothing of it; what is over is removed by the worker. */
export class CreateAppRequests1795378222096 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${removeOutdated(`$kind$${kind}$kind$`, `''`)}
      DROP TABLE auth.app_requests`);
  }
}

const kind = `WHEN 'app_requests' THEN
    DELETE FROM auth.app_requests r USING (SELECT shop_id, id FROM auth.app_requests WHERE requested_at < bound LIMIT most) old
    WHERE r.shop_id = old.shop_id AND r.id = old.id;
  `;

/** One step more, or less, in the function that removes what is over; its other steps stay as they are. */
function removeOutdated(text: string, by: string): string {
  return `DO $change$ BEGIN
    EXECUTE replace(pg_get_functiondef('auth.remove_outdated(text, timestamptz, integer)'::regprocedure), ${text}, ${by});
  END $change$;`;
}

const up = `
CREATE TABLE auth.app_requests (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  id uuid NOT NULL,
  app_id uuid NOT NULL,
  installation_id uuid NOT NULL,
  requested_at timestamptz NOT NULL,
  method text NOT NULL,
  -- The pattern: no id and no query is in it.
  route text NOT NULL,
  status integer NOT NULL,
  duration_ms integer NOT NULL,
  request_id text NOT NULL,
  -- Requests of the app before this one that were too many to be kept.
  left_out integer NOT NULL,
  PRIMARY KEY (shop_id, id)
);
CREATE INDEX app_requests_app_id ON auth.app_requests (app_id, id);
CREATE INDEX app_requests_refused ON auth.app_requests (app_id, id) WHERE status >= 400;
CREATE INDEX app_requests_request_id ON auth.app_requests (request_id);
CREATE INDEX app_requests_requested_at ON auth.app_requests (requested_at);
ALTER TABLE auth.app_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop_or_developer ON auth.app_requests
  USING (shop_id = (SELECT auth.current_shop()) OR app_id IN (SELECT id FROM auth.apps WHERE owner_id = (SELECT auth.current_owner())))
  WITH CHECK (shop_id = (SELECT auth.current_shop()));
GRANT SELECT ON auth.app_requests TO storewright_auth;
GRANT INSERT ON auth.app_requests TO storewright_shop;
${removeOutdated(`'END CASE;'`, `$kind$${kind}END CASE;$kind$`)}
`;
