import type { ShopTransaction } from '@storewright/tenancy';
import { Order } from './order.entity';

/** Reads the time of the database clock, which all processes share. The order must exist. */
export async function databaseTime(tx: ShopTransaction, id: string): Promise<string> {
  const [row] = await tx
    .repository(Order)
    .select('time', (query) => query.addSelect('clock_timestamp()', 'now').where('t.id = :id'), { id });
  return String(row!['now']);
}
