import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An event that cannot be carried over is marked, and no shop is looked into for its sake. */
export class AddRefusedEvents1795331400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.event_outbox ADD COLUMN refused_at timestamptz;
      GRANT UPDATE (refused_at) ON auth.event_outbox TO storewright_hooks;
      ${shopsToRelay('WHERE refused_at IS NULL ')}`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`${shopsToRelay('')}
      ALTER TABLE auth.event_outbox DROP COLUMN refused_at`);
  }
}

function shopsToRelay(where: string): string {
  return `CREATE OR REPLACE FUNCTION auth.shops_to_relay() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT DISTINCT shop_id FROM auth.event_outbox ${where}$$;`;
}
