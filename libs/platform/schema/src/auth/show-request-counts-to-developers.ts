import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Shows an app's own developer how many requests came with its tokens, over all shops, by the hour or day. The index leads to the counts of one installation without
 * those of the shop's others; its columns never change, so adding to a count costs no more.
 */
export class ShowRequestCountsToDevelopers1795380600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ON auth.request_counts (shop_id, credential_id, hour);
      CREATE FUNCTION auth.request_counts_of_app(app uuid, since timestamptz, part text)
        RETURNS TABLE (start timestamptz, requests bigint, client_errors bigint, server_errors bigint, shops bigint)
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
        SELECT date_trunc(part, r.hour, 'UTC'), sum(r.requests), sum(r.client_errors), sum(r.server_errors), count(DISTINCT r.shop_id)
        FROM auth.apps a JOIN auth.installations i ON i.app_id = a.id
        JOIN auth.request_counts r ON r.shop_id = i.shop_id AND r.credential_id = i.id AND r.hour >= since
        WHERE a.id = app AND a.owner_id = auth.current_owner() GROUP BY 1 $$;
      REVOKE EXECUTE ON FUNCTION auth.request_counts_of_app(uuid, timestamptz, text) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION auth.request_counts_of_app(uuid, timestamptz, text) TO storewright_auth`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION auth.request_counts_of_app(uuid, timestamptz, text);
      DROP INDEX auth.request_counts_shop_id_credential_id_hour_idx`);
  }
}
