import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links the existing audit log entries of each shop, so that the hash chain contains the whole audit log. */
export class ChainExistingEntries1796000000451 implements MigrationInterface {
  /**
   * Each shop has its own transaction, so that writers of one shop do not wait for the migration of another
   * shop.
   */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const shops = (await runner.query(
      `SELECT id FROM auth.shops s WHERE NOT EXISTS (SELECT FROM auth.audit_chains c WHERE c.shop_id = s.id)
       AND EXISTS (SELECT FROM auth.audit_entries e WHERE e.shop_id = s.id)`,
    )) as { id: string }[];
    for (const { id } of shops) await runner.query('SELECT auth.start_audit_chain($1)', [id]);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('The chain of audit entries cannot be undone.'));
  }
}
