import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type FoldedColumn, refoldColumn } from '../refold';

const columns: readonly FoldedColumn[] = [
  { table: 'auth.owners', key: ['id'], source: 'email', folded: 'email_key', uniqueWithin: [] },
  { table: 'auth.email_changes', key: ['id'], source: 'email', folded: 'email_key' },
  { table: 'auth.invitations', key: ['id'], source: 'email', folded: 'email_key' },
];

/** Stored email keys become what `fold` of `@storewright/text` returns (docs/adr/text.md). */
export class RefoldEmails1795706100000 implements MigrationInterface {
  /** Each row is a transaction of its own, so sign-ins wait for none of them. A second run continues where a first one stopped. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const column of columns) await refoldColumn(runner, column);
  }
  async down(): Promise<void> {
    // Keys of either form are valid.
  }
}
