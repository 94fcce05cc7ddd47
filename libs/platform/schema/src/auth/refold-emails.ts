import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type FoldedColumn, refoldColumn } from '../refold';

const columns: readonly FoldedColumn[] = [
  { table: 'auth.owners', key: ['id'], source: 'email', folded: 'email_key', uniqueWithin: [] },
  { table: 'auth.email_changes', key: ['id'], source: 'email', folded: 'email_key' },
  { table: 'auth.invitations', key: ['id'], source: 'email', folded: 'email_key' },
];

/** Sets stored email keys to the result of `fold` of `@storewright/text` (docs/adr/text.md). */
export class RefoldEmails1795706100000 implements MigrationInterface {
  /**
   * Each row has its own transaction, so sign-ins do not wait for the migration. A second run continues where an
   * interrupted run stopped.
   */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const column of columns) await refoldColumn(runner, column);
  }
  async down(): Promise<void> {
    // Keys of either form are valid.
  }
}
