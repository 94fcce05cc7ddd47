import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The index for who looks for a word is taken by statements that say `term >= ''`, and by no others: entries of a row are found by the primary key. Without that,
 * the planner had two indexes that begin with shop and type, and where its statistics know many small shops it took the wrong one, which gives all entries of a large one.
 */
export class IndexTermsForWords1795407600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX shop.search_terms_shop_id_resource_type_term_resource_id_idx;
      CREATE INDEX ON shop.search_terms (shop_id, resource_type, term, resource_id) WHERE term >= ''`);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX shop.search_terms_shop_id_resource_type_term_resource_id_idx;
      CREATE INDEX ON shop.search_terms (shop_id, resource_type, term, resource_id)`);
  }
}
