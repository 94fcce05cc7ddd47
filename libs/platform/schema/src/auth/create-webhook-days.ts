import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Deliveries to each installation by the day (UTC), beside those by the hour, as requests have them: a developer who looks at 31 days of an app in 1,000 busy shops
 * reads 31,000 rows and not 720,000. What shows either is made of one text here, and hours are not added up by shop before: an app is installed in a shop once, so
 * that each row of an hour is of another shop.
 */
export class CreateWebhookDays1795418791425 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${countsOfApp(webhooks)}
      ${removeOutdated(`$kind$${kind}$kind$`, `''`)}
      DROP TABLE auth.webhook_days`);
  }
}

/** What is counted of an app's installations. */
interface Counted {
  /** Name, parameters and result of the function that shows it. */
  shown: string;
  /** Its hours: a table, and the column that says whose. */
  hours: readonly [table: string, installation: string];
  columns: readonly string[];
  /** Of which of the app's installations. */
  where?: string;
  /** Another column, over the rows of an hour or day, of which each is of another shop. */
  also?: string;
}

const requests: Counted = {
  shown: `auth.request_counts_of_app(app uuid, since timestamptz, part text)
  RETURNS TABLE (start timestamptz, requests bigint, client_errors bigint, server_errors bigint, shops bigint)`,
  hours: ['request_counts', 'credential_id'],
  columns: ['requests', 'client_errors', 'server_errors'],
  also: 'count(*)',
};
const webhooks: Counted = {
  shown: `auth.webhook_counts_of_app(app uuid, of_installation uuid, since timestamptz, part text)
  RETURNS TABLE (start timestamptz, delivered bigint, waiting bigint, failed bigint, delays bigint[])`,
  hours: ['webhook_counts', 'installation_id'],
  columns: ['delivered', 'waiting', 'failed', 'delays'],
  where: 'AND (of_installation IS NULL OR i.id = of_installation)',
};

/** Steps of how late deliveries were. */
const delaySteps = Array.from({ length: 13 }, (_, at) => at + 1);

function sums(columns: readonly string[], of: string, type: string): string {
  const each = (column: string) =>
    column === 'delays'
      ? `ARRAY[${delaySteps.map((step) => `sum(${of}.delays[${step}])`).join()}]::${type}[]`
      : `sum(${of}.${column})::${type}`;
  return columns.map(each).join();
}

/**
 * Shows an app's developer the hours; or the `days`, and of a first day that is asked for from its middle on the hours of that one. Without days, days are made of
 * hours.
 */
function countsOfApp(
  { shown, hours: [hours, installation], columns, where = '', also }: Counted,
  days?: string,
) {
  const plain = (of: string) => columns.map((column) => `${of}.${column}`).join();
  const ofHours = `FROM installed i JOIN auth.${hours} h ON h.shop_id = i.shop_id AND h.${installation} = i.id`;
  const firstWholeDay = `date_bin('1 day', since + interval '1 day' - interval '1 microsecond', to_timestamp(0))`;
  return `CREATE OR REPLACE FUNCTION ${shown} LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  WITH installed AS (
    SELECT i.shop_id, i.id FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id
    WHERE a.id = app AND a.owner_id = auth.current_owner() ${where}
  ), parts AS (
    SELECT h.hour AS start, ${plain('h')} ${ofHours} WHERE part = 'hour' AND h.hour >= since
    UNION ALL
    SELECT date_bin('1 day', h.hour, to_timestamp(0)), ${sums(columns, 'h', 'integer')} ${ofHours}
    WHERE part = 'day' AND h.hour >= since ${days ? `AND h.hour < ${firstWholeDay}` : ''} GROUP BY 1, i.shop_id
    ${days ? `UNION ALL SELECT d.day, ${plain('d')} FROM installed i JOIN auth.${days} d ON d.shop_id = i.shop_id AND d.installation_id = i.id WHERE part = 'day' AND d.day >= since` : ''}
  )
  SELECT start, ${[sums(columns, 'parts', 'bigint'), also].filter(Boolean).join()} FROM parts GROUP BY start $$;`;
}

const kind = `WHEN 'webhook_days' THEN
    DELETE FROM auth.webhook_days d USING (SELECT shop_id, installation_id, day FROM auth.webhook_days WHERE day < bound LIMIT most) old
    WHERE d.shop_id = old.shop_id AND d.installation_id = old.installation_id AND d.day = old.day;
  `;

/** One step more, or less, in the function that removes what is over; its other steps stay as they are. */
function removeOutdated(text: string, by: string): string {
  return `DO $change$ BEGIN
    EXECUTE replace(pg_get_functiondef('auth.remove_outdated(text, timestamptz, integer)'::regprocedure), ${text}, ${by});
  END $change$;`;
}

const up = `
CREATE TABLE auth.webhook_days (
  shop_id uuid NOT NULL REFERENCES auth.shops (id),
  installation_id uuid NOT NULL,
  -- When it began.
  day timestamptz NOT NULL,
  delivered integer NOT NULL,
  waiting integer NOT NULL,
  failed integer NOT NULL,
  delays integer[] NOT NULL CHECK (cardinality(delays) = 13),
  PRIMARY KEY (shop_id, installation_id, day)
);
CREATE INDEX webhook_days_day ON auth.webhook_days (day);
ALTER TABLE auth.webhook_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_shop ON auth.webhook_days USING (shop_id = (SELECT auth.current_shop()));
GRANT SELECT ON auth.webhook_days TO storewright_auth;
GRANT SELECT, INSERT ON auth.webhook_days TO storewright_hooks;
GRANT UPDATE (delivered, waiting, failed, delays) ON auth.webhook_days TO storewright_hooks;

INSERT INTO auth.webhook_days
SELECT shop_id, installation_id, date_bin('1 day', hour, to_timestamp(0)), ${sums(webhooks.columns, 'h', 'integer')}
FROM auth.webhook_counts h GROUP BY 1, 2, 3;

${countsOfApp(requests, 'request_days')}
${countsOfApp(webhooks, 'webhook_days')}
${removeOutdated(`'END CASE;'`, `$kind$${kind}END CASE;$kind$`)}
`;
