import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The requests of each installation by the day (UTC), beside those by the hour: a developer who looks at 30 days of an app in 1,000 busy shops reads 30,000 rows and
 * not 720,000. The shop API writes both in one statement. A day that is asked for from its middle on is still put together from its hours.
 */
export class CreateRequestDays1795405200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${countsOfApp}
        SELECT s.start, sum(s.requests)::bigint, sum(s.client_errors)::bigint, sum(s.server_errors)::bigint, count(*)
        FROM (
          SELECT date_bin(('1 ' || part)::interval, r.hour, to_timestamp(0)) AS start, r.shop_id,
            sum(r.requests) AS requests, sum(r.client_errors) AS client_errors, sum(r.server_errors) AS server_errors
          FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id
          JOIN auth.request_counts r ON r.shop_id = i.shop_id AND r.credential_id = i.id AND r.hour >= since
          WHERE a.id = app AND a.owner_id = auth.current_owner() GROUP BY 1, 2
        ) s GROUP BY 1 $$;
      ${removeOutdated(`$kind$${kind}$kind$`, `''`)}
      DROP TABLE auth.request_days`);
  }
}

const countsOfApp = `CREATE OR REPLACE FUNCTION auth.request_counts_of_app(app uuid, since timestamptz, part text)
        RETURNS TABLE (start timestamptz, requests bigint, client_errors bigint, server_errors bigint, shops bigint)
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$`;

const kind = `WHEN 'request_days' THEN
    DELETE FROM auth.request_days d USING (SELECT shop_id, installation_id, day FROM auth.request_days WHERE day < bound LIMIT most) old
    WHERE d.shop_id = old.shop_id AND d.installation_id = old.installation_id AND d.day = old.day;
  `;

/** One step more, or less, in the function that removes what is over; its other steps stay as they are. */
function removeOutdated(text: string, by: string): string {
  return `DO $change$ BEGIN
    EXECUTE replace(pg_get_functiondef('auth.remove_outdated(text, timestamptz, integer)'::regprocedure), ${text}, ${by});
  END $change$;`;
}

const up = `
CREATE TABLE auth.request_days (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  installation_id uuid NOT NULL,
  -- When it began.
  day timestamptz NOT NULL,
  requests integer NOT NULL,
  client_errors integer NOT NULL,
  server_errors integer NOT NULL,
  PRIMARY KEY (shop_id, installation_id, day)
);
CREATE INDEX request_days_day ON auth.request_days (day);
ALTER TABLE auth.request_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.request_days USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT ON auth.request_days TO storewright_auth;
GRANT SELECT, INSERT ON auth.request_days TO storewright_shop;
GRANT UPDATE (requests, client_errors, server_errors) ON auth.request_days TO storewright_shop;

INSERT INTO auth.request_days
SELECT shop_id, credential_id, date_bin('1 day', hour, to_timestamp(0)), sum(requests), sum(client_errors), sum(server_errors)
FROM auth.request_counts WHERE credential = 'installations' GROUP BY 1, 2, 3;

${countsOfApp}
  WITH installed AS (
    SELECT i.shop_id, i.id FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id WHERE a.id = app AND a.owner_id = auth.current_owner()
  ), parts AS (
    SELECT d.day AS start, d.shop_id, d.requests, d.client_errors, d.server_errors
    FROM installed i JOIN auth.request_days d ON d.shop_id = i.shop_id AND d.installation_id = i.id
    WHERE part = 'day' AND d.day >= since
    UNION ALL
    SELECT date_bin(('1 ' || part)::interval, r.hour, to_timestamp(0)), r.shop_id, r.requests, r.client_errors, r.server_errors
    FROM installed i JOIN auth.request_counts r ON r.shop_id = i.shop_id AND r.credential_id = i.id
    WHERE r.hour >= since AND r.hour < CASE part WHEN 'hour' THEN 'infinity'
      ELSE date_bin('1 day', since + interval '1 day' - interval '1 microsecond', to_timestamp(0)) END
  ), shops AS (
    SELECT start, sum(requests) AS requests, sum(client_errors) AS client_errors, sum(server_errors) AS server_errors
    FROM parts GROUP BY start, shop_id
  )
  SELECT start, sum(requests)::bigint, sum(client_errors)::bigint, sum(server_errors)::bigint, count(*) FROM shops GROUP BY start $$;
${removeOutdated(`'END CASE;'`, `$kind$${kind}END CASE;$kind$`)}
`;
