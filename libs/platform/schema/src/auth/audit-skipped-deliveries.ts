import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The shop API writes into the log of its shop who skipped an event. */
export class AuditSkippedDeliveries1795708000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('GRANT INSERT ON auth.audit_entries TO storewright_shop');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('REVOKE INSERT ON auth.audit_entries FROM storewright_shop');
  }
}
