import type { QueryRunner } from 'typeorm';

const BATCH_SIZE = 1000;

export interface Backfill {
  /**
   * Name of the table with its schema, such as `shop.orders`. The table must have the columns `shop_id` and
   * `id`.
   */
  table: string;
  set: string;
  /** SQL condition that selects the rows to update. An updated row must no longer match the condition. */
  where: string;
}

/**
 * Updates the rows of a table in batches. Each batch is a transaction, so concurrent writers wait for at most
 * one batch. An interrupted backfill can be repeated. Each statement names one shop, so that Citus routes the
 * statement to one shard. A migration that calls this function must set `transaction = false`.
 */
export async function backfill(runner: QueryRunner, { table, set, where }: Backfill): Promise<void> {
  const shops = (await runner.query(`SELECT DISTINCT shop_id FROM ${table} WHERE ${where}`)) as {
    shop_id: string;
  }[];
  const batch = `SELECT id FROM ${table} WHERE shop_id = $1 AND (${where}) ORDER BY id LIMIT ${BATCH_SIZE}`;
  const update = `UPDATE ${table} SET ${set} WHERE shop_id = $1 AND (${where}) AND id IN (${batch})`;
  for (const { shop_id } of shops) {
    let updated: number;
    do [, updated] = (await runner.query(update, [shop_id])) as [unknown, number];
    while (updated > 0);
  }
}
