import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the shop API record in the audit log of the shop who skipped an event. */
export class AuditSkippedDeliveries1795708000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('GRANT INSERT ON auth.audit_entries TO storewright_shop');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('REVOKE INSERT ON auth.audit_entries FROM storewright_shop');
  }
}
