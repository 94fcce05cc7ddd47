import type { MigrationInterface, QueryRunner } from 'typeorm';

const PAGE_SIZE = 1000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Adds the sums that a customer spent, by currency. Processes of the previous version do not update them. The next
 * change of an order corrects them.
 */
export class AddSpentByCurrency1795721000000 implements MigrationInterface {
  /**
   * Each customer has its own statement, so writers do not wait for the migration. A second run continues where an
   * interrupted run stopped.
   */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE shop.customers ADD COLUMN IF NOT EXISTS total_spent jsonb NOT NULL DEFAULT '[]'`,
    );
    let from = [NO_ID, NO_ID];
    for (;;) {
      const rows = (await runner.query(
        `SELECT shop_id, id FROM shop.customers WHERE (shop_id, id) > ($1::uuid, $2::uuid)
           AND total_spent_amount <> 0 AND total_spent = '[]' ORDER BY shop_id, id LIMIT ${PAGE_SIZE}`,
        from,
      )) as { shop_id: string; id: string }[];
      for (const { shop_id, id } of rows) await runner.query(fill, [shop_id, id]);
      const last = rows.at(-1);
      if (!last) return;
      from = [last.shop_id, last.id];
    }
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE shop.customers DROP COLUMN total_spent');
  }
}

const fill = `
  UPDATE shop.customers c SET total_spent = coalesce((
    SELECT jsonb_agg(jsonb_build_object('currency_code', s.currency_code, 'amount', s.amount) ORDER BY s.currency_code)
    FROM (
      SELECT o.currency_code, sum(o.paid_amount - o.refunded_amount) AS amount FROM shop.orders o
      WHERE o.shop_id = $1 AND o.customer_id = $2 AND o.status <> 'cancelled' GROUP BY o.currency_code
    ) s WHERE s.amount <> 0), '[]')
  WHERE c.shop_id = $1 AND c.id = $2`;
