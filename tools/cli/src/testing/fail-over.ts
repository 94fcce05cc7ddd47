import type { TestDatabase, TestShop } from '@storewright/testing';

/**
 * Simulates the event log of a promoted standby server that lacks all events after the given sequence number.
 */
export async function failOver(database: TestDatabase, shop: TestShop, last: number): Promise<void> {
  await database.query('DELETE FROM shop.events WHERE shop_id = $1 AND sequence > $2', [shop.id, last]);
  await database.query(
    `UPDATE shop.event_streams SET last_sequence = $2, server = 'another/1' WHERE shop_id = $1`,
    [shop.id, last],
  );
  // Wakes the event streams of the shop, which otherwise poll every five seconds.
  await database.query(`SELECT pg_notify('storewright_credentials', $1)`, [
    JSON.stringify({ shop_id: shop.id }),
  ]);
}
