import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What limits count, for all instances of a service. Columns as rate-limiter-flexible has them. */
export class CreateRateLimits1795324000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.rate_limits (
        -- Begins with the service whose limit it is; whom it counts is a digest or an id.
        key text COLLATE "C" PRIMARY KEY CHECK (length(key) < 256),
        points integer NOT NULL,
        -- ms since 1970.
        expire bigint
      );
      CREATE INDEX rate_limits_expire ON auth.rate_limits (expire);
      ALTER TABLE auth.rate_limits ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      CREATE POLICY of_auth_api ON auth.rate_limits TO storewright_auth USING (key LIKE 'auth-api:%');
      CREATE POLICY of_shop_api ON auth.rate_limits TO storewright_shop USING (key LIKE 'shop-api:%');
      GRANT SELECT, INSERT, UPDATE, DELETE ON auth.rate_limits TO storewright_auth, storewright_shop`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.rate_limits');
  }
}
