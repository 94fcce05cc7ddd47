import { createHash } from 'node:crypto';
import SQLite from 'libsql';
import type { LabelOrder } from './orders';

export interface ShopRow {
  id: string;
  domain: string;
  name: string;
  base_url: string;
  sealed_token: string;
  /**
   * Sequence number of the last applied event, and the epoch of the event log. null before the app has copied
   * the orders.
   */
  sequence: number | null;
  epoch: number | null;
}

const schema = `
  CREATE TABLE IF NOT EXISTS shops (
    id TEXT PRIMARY KEY, domain TEXT NOT NULL, name TEXT NOT NULL, base_url TEXT NOT NULL,
    sealed_token TEXT NOT NULL, nonce_hash TEXT NOT NULL UNIQUE, sequence INTEGER, epoch INTEGER
  ) STRICT;
  -- Orders that have to be sent: what a label needs, and only until they are.
  CREATE TABLE IF NOT EXISTS orders (
    shop_id TEXT NOT NULL REFERENCES shops ON DELETE CASCADE, id TEXT NOT NULL,
    number INTEGER NOT NULL, address TEXT NOT NULL, printed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (shop_id, id)
  ) STRICT;`;

/** The app's database: one SQLite file. */
export class Database {
  private readonly sqlite: SQLite.Database;

  constructor(file: string) {
    this.sqlite = new SQLite(file);
    this.sqlite.pragma('journal_mode = WAL');
    this.sqlite.pragma('foreign_keys = ON');
    this.sqlite.exec(schema);
  }

  close(): void {
    this.sqlite.close();
  }

  shops(): ShopRow[] {
    return this.sqlite.prepare('SELECT * FROM shops').all() as ShopRow[];
  }

  shop(id: string): ShopRow | undefined {
    return this.sqlite.prepare('SELECT * FROM shops WHERE id = ?').get(id) as ShopRow | undefined;
  }

  hasNonce(nonce: string): boolean {
    return this.sqlite.prepare('SELECT 1 FROM shops WHERE nonce_hash = ?').get(hashOf(nonce)) !== undefined;
  }

  /**
   * Stores a new installation, or a new token for an existing installation. The copied orders remain valid,
   * because the event log continues.
   */
  keepShop(shop: Omit<ShopRow, 'sequence' | 'epoch'>, nonce: string): void {
    this.sqlite
      .prepare(
        `INSERT INTO shops (id, domain, name, base_url, sealed_token, nonce_hash) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET domain = excluded.domain, name = excluded.name, base_url = excluded.base_url,
           sealed_token = excluded.sealed_token, nonce_hash = excluded.nonce_hash`,
      )
      .run(shop.id, shop.domain, shop.name, shop.base_url, shop.sealed_token, hashOf(nonce));
  }

  /** Deletes the shop and its orders, unless the shop has a newer token. */
  forgetShop({ id, sealed_token }: ShopRow): void {
    this.sqlite.prepare('DELETE FROM shops WHERE id = ? AND sealed_token = ?').run(id, sealed_token);
  }

  orders(shopId: string, max: number): LabelOrder[] {
    return this.sqlite
      .prepare('SELECT * FROM orders WHERE shop_id = ? ORDER BY number LIMIT ?')
      .all(shopId, max)
      .map(orderOf);
  }

  count(shopId: string): number {
    const counted = this.sqlite.prepare('SELECT count(*) AS count FROM orders WHERE shop_id = ?').get(shopId);
    return (counted as { count: number }).count;
  }

  selected(shopId: string, ids: string[]): LabelOrder[] {
    return this.sqlite
      .prepare(
        'SELECT * FROM orders WHERE shop_id = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY number',
      )
      .all(shopId, JSON.stringify(ids))
      .map(orderOf);
  }

  markPrinted(shopId: string, id: string): void {
    this.sqlite.prepare('UPDATE orders SET printed = 1 WHERE shop_id = ? AND id = ?').run(shopId, id);
  }

  removeOrder(shopId: string, id: string): void {
    this.sqlite.prepare('DELETE FROM orders WHERE shop_id = ? AND id = ?').run(shopId, id);
  }

  /**
   * Applies an event to the stored order and stores the event's sequence number in the same transaction.
   * Deletes the order if `order` is undefined.
   */
  applyEvent(shopId: string, event: { sequence: number; orderId: string }, order?: LabelOrder): void {
    this.sqlite.transaction(() => {
      if (order) this.putOrder(shopId, order);
      else this.removeOrder(shopId, event.orderId);
      this.sqlite.prepare('UPDATE shops SET sequence = ? WHERE id = ?').run(event.sequence, shopId);
    })();
  }

  replaceOrders(shopId: string, orders: LabelOrder[], log: { sequence: number; epoch: number }): void {
    this.sqlite.transaction(() => {
      const ids = JSON.stringify(orders.map(({ id }) => id));
      this.sqlite
        .prepare('DELETE FROM orders WHERE shop_id = ? AND id NOT IN (SELECT value FROM json_each(?))')
        .run(shopId, ids);
      for (const order of orders) this.putOrder(shopId, order);
      this.sqlite
        .prepare('UPDATE shops SET sequence = ?, epoch = ? WHERE id = ?')
        .run(log.sequence, log.epoch, shopId);
    })();
  }

  /** Stores an order. Does nothing if the shop was deleted. */
  private putOrder(shopId: string, { id, number, address }: LabelOrder): void {
    this.sqlite
      .prepare(
        `INSERT INTO orders (shop_id, id, number, address) SELECT id, ?, ?, ? FROM shops WHERE id = ?
         ON CONFLICT (shop_id, id) DO UPDATE SET address = excluded.address`,
      )
      .run(id, number, JSON.stringify(address), shopId);
  }
}

const hashOf = (nonce: string) => createHash('sha256').update(nonce).digest('base64url');

function orderOf(row: unknown): LabelOrder {
  const { id, number, address, printed } = row as {
    id: string;
    number: number;
    address: string;
    printed: number;
  };
  return { id, number, address: JSON.parse(address) as string[], printed: printed === 1 };
}
