import type { MigrationInterface, QueryRunner } from 'typeorm';

const index = 'shop.search_terms_shop_id_resource_type_term_resource_id_idx';

/**
 * Each key ends with the id of its row, and no entry is ever changed, so next to nothing can be merged. But the index is no unique one, so Postgres tried it in each page that was
 * full, under its lock, before it split the page all the same.
 */
export class KeepTermsApart1795446600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER INDEX ${index} SET (deduplicate_items = off)`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER INDEX ${index} RESET (deduplicate_items)`);
  }
}
