// SQL: fills columns of any table of the shop data before the entities have them.
import type { QueryRunner } from 'typeorm';

const BATCH_SIZE = 1000;

export interface Backfill {
  /** With the schema, such as `shop.orders`. The table has `shop_id` and `id`. */
  table: string;
  /** Assignments in SQL. */
  set: string;
  /** Condition in SQL that no row fulfills after its update. */
  where: string;
}

/**
 * Updates rows in batches, each in a transaction of its own, so that writers wait for one batch at most. A second run
 * continues where an interrupted run stopped. Each statement names one shop, so a cluster routes it to one shard. A
 * migration that calls this function sets `transaction = false`.
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
