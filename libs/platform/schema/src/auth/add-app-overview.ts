import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a developer sees of an app: the generations of its secret, and in how many shops it is installed. Installations belong to shops, which row-level
 * security keeps from the developer; the function lets the app's own developer know their ids, and nobody anything else.
 */
export class AddAppOverview1700000500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.app_secrets ADD id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE;
      CREATE INDEX ON auth.installations (app_id);
      CREATE FUNCTION auth.shops_of_app(app uuid) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
        SELECT i.shop_id FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id
        WHERE i.app_id = app AND i.status = 'installed' AND a.owner_id = auth.current_owner() $$;
      REVOKE EXECUTE ON FUNCTION auth.shops_of_app(uuid) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION auth.shops_of_app(uuid) TO storewright_auth`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION auth.shops_of_app(uuid);
      DROP INDEX auth.installations_app_id_idx;
      ALTER TABLE auth.app_secrets DROP id`);
  }
}
