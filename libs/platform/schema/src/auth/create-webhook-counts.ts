import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How webhooks to an installation do, by the hour, for the developer of the app: the worker writes it, two functions show it to that developer and to nobody else. */
export class CreateWebhookCounts1795405800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${removeOutdated(`$kind$${kind}$kind$`, `''`)}
      DROP FUNCTION auth.webhook_counts_of_app(uuid, uuid, timestamptz, text), auth.webhooks_of_installation(uuid, uuid);
      DROP TABLE auth.webhook_counts`);
  }
}

const kind = `WHEN 'webhook_counts' THEN
    DELETE FROM auth.webhook_counts c USING (SELECT shop_id, installation_id, hour FROM auth.webhook_counts WHERE hour < bound LIMIT most) old
    WHERE c.shop_id = old.shop_id AND c.installation_id = old.installation_id AND c.hour = old.hour;
  `;

/** One step more, or less, in the function that removes what is over; its other steps stay as they are. */
function removeOutdated(text: string, by: string): string {
  return `DO $change$ BEGIN
    EXECUTE replace(pg_get_functiondef('auth.remove_outdated(text, timestamptz, integer)'::regprocedure), ${text}, ${by});
  END $change$;`;
}

/** As many as there are steps. */
const delays = (of: string) => Array.from({ length: 13 }, (_, at) => `sum(${of}.delays[${at + 1}])`).join();

const up = `
CREATE TABLE auth.webhook_counts (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  installation_id uuid NOT NULL,
  -- When the hour began.
  hour timestamptz NOT NULL,
  delivered integer NOT NULL,
  waiting integer NOT NULL,
  failed integer NOT NULL,
  -- How many were delivered in less than each of thirteen steps, and not in less than the one before.
  delays integer[] NOT NULL CHECK (cardinality(delays) = 13),
  PRIMARY KEY (shop_id, installation_id, hour)
);
CREATE INDEX webhook_counts_hour ON auth.webhook_counts (hour);
ALTER TABLE auth.webhook_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.webhook_counts USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT ON auth.webhook_counts TO storewright_auth;
GRANT SELECT, INSERT ON auth.webhook_counts TO storewright_hooks;
GRANT UPDATE (delivered, waiting, failed, delays) ON auth.webhook_counts TO storewright_hooks;

-- Each installation's first, so that few rows are put together over the shops: of 1,000 busy shops a month is 720,000 hours.
CREATE FUNCTION auth.webhook_counts_of_app(app uuid, of_installation uuid, since timestamptz, part text)
  RETURNS TABLE (start timestamptz, delivered bigint, waiting bigint, failed bigint, delays bigint[])
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT s.start, sum(s.delivered)::bigint, sum(s.waiting)::bigint, sum(s.failed)::bigint, ARRAY[${delays('s')}]::bigint[]
  FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id AND (of_installation IS NULL OR i.id = of_installation)
  CROSS JOIN LATERAL (
    SELECT date_bin(('1 ' || part)::interval, c.hour, to_timestamp(0)) AS start, sum(c.delivered) AS delivered, sum(c.waiting) AS waiting,
      sum(c.failed) AS failed, ARRAY[${delays('c')}] AS delays
    FROM auth.webhook_counts c WHERE c.shop_id = i.shop_id AND c.installation_id = i.id AND c.hour >= since GROUP BY 1
  ) s
  WHERE a.id = app AND a.owner_id = auth.current_owner() GROUP BY 1 $$;

-- Of the rows of a page alone: of today and the six days before.
CREATE FUNCTION auth.webhooks_of_installation(shop uuid, installation uuid) RETURNS TABLE (delivered bigint, waiting bigint, failed bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT coalesce(sum(c.delivered), 0), coalesce(sum(c.waiting), 0), coalesce(sum(c.failed), 0)
  FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id AND a.owner_id = auth.current_owner()
  JOIN auth.webhook_counts c ON c.shop_id = i.shop_id AND c.installation_id = i.id AND c.hour >= date_trunc('day', now()) - make_interval(days => 6)
  WHERE i.shop_id = shop AND i.id = installation $$;

REVOKE EXECUTE ON FUNCTION auth.webhook_counts_of_app(uuid, uuid, timestamptz, text), auth.webhooks_of_installation(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION auth.webhook_counts_of_app(uuid, uuid, timestamptz, text), auth.webhooks_of_installation(uuid, uuid) TO storewright_auth;
${removeOutdated(`'END CASE;'`, `$kind$${kind}END CASE;$kind$`)}
`;
