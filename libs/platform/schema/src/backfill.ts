// Written in SQL: fills columns of any table of the shop data before the entities have these columns.
import type { QueryRunner } from 'typeorm';

const BATCH_SIZE = 1000;

export interface Backfill {
  /** Name of the table with its schema, such as `shop.orders`. The table must have `shop_id` and `id`. */
  table: string;
  /** SQL assignments of the backfill UPDATE. */
  set: string;
  /** SQL condition. After the update of a row, the row must not fulfil it. */
  where: string;
}

/**
 * Updates rows in batches. Each batch is a transaction, so that writers wait for one batch at most. A second
 * run continues where an interrupted run stopped. Each statement names one shop, so a cluster routes it to
 * one shard. A migration that calls this function must set `transaction = false`.
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
