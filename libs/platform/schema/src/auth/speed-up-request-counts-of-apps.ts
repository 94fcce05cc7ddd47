import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counted by shop first, and the shops then: of 1,000 busy shops no 720,000 rows of a month are sorted to count each shop once. */
export class SpeedUpRequestCountsOfApps1795395424800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${head}
        SELECT s.start, sum(s.requests)::bigint, sum(s.client_errors)::bigint, sum(s.server_errors)::bigint, count(*)
        FROM (
          SELECT date_bin(('1 ' || part)::interval, r.hour, to_timestamp(0)) AS start, r.shop_id,
            sum(r.requests) AS requests, sum(r.client_errors) AS client_errors, sum(r.server_errors) AS server_errors
          FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id
          JOIN auth.request_counts r ON r.shop_id = i.shop_id AND r.credential_id = i.id AND r.hour >= since
          WHERE a.id = app AND a.owner_id = auth.current_owner() GROUP BY 1, 2
        ) s GROUP BY 1 $$`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${head}
        SELECT date_trunc(part, r.hour, 'UTC'), sum(r.requests), sum(r.client_errors), sum(r.server_errors), count(DISTINCT r.shop_id)
        FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id
        JOIN auth.request_counts r ON r.shop_id = i.shop_id AND r.credential_id = i.id AND r.hour >= since
        WHERE a.id = app AND a.owner_id = auth.current_owner() GROUP BY 1 $$`);
  }
}

const head = `CREATE OR REPLACE FUNCTION auth.request_counts_of_app(app uuid, since timestamptz, part text)
        RETURNS TABLE (start timestamptz, requests bigint, client_errors bigint, server_errors bigint, shops bigint)
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$`;
