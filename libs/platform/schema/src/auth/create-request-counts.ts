import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many requests came with which credential, by the hour. The shop API adds to it, the auth API shows it. */
export class CreateRequestCounts1700000600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth.request_counts (
        shop_id uuid NOT NULL REFERENCES auth.shops (id),
        -- When the hour began.
        hour timestamptz NOT NULL,
        -- An installation or an access token.
        credential_id uuid NOT NULL,
        credential text NOT NULL CHECK (credential IN ('installations', 'access_tokens')),
        requests integer NOT NULL,
        client_errors integer NOT NULL,
        server_errors integer NOT NULL,
        PRIMARY KEY (shop_id, hour, credential_id)
      );
      ALTER TABLE auth.request_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      CREATE POLICY of_shop ON auth.request_counts USING (shop_id = (SELECT auth.current_shop()));
      GRANT SELECT ON auth.request_counts TO storewright_auth;
      GRANT SELECT, INSERT, DELETE ON auth.request_counts TO storewright_shop;
      GRANT UPDATE (requests, client_errors, server_errors) ON auth.request_counts TO storewright_shop`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth.request_counts');
  }
}
