import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By what a service that starts with other keys than before finds it out: a digest of each, from which no key follows. */
export class CreateKeyChecks1795367400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.key_checks (
        -- TOKEN_KEY, or SECRETS_KEY and the id of the key.
        name text COLLATE "C" PRIMARY KEY,
        digest bytea NOT NULL CHECK (octet_length(digest) = 32)
      );
      GRANT SELECT ON auth.key_checks TO storewright_auth, storewright_shop, storewright_hooks;
      GRANT INSERT, UPDATE ON auth.key_checks TO storewright_auth`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.key_checks');
  }
}
