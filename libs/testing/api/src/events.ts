import type { TestDatabase, TestShop } from '@storewright/testing';

/** An event as it was written. `resource`: the object as it was shown, JSON text. */
export interface WrittenEvent {
  id: string;
  type: string;
  resource_id: string;
  resource: string;
  changed: string[];
}

/** The events of the shop, in the order in which the log numbers them. */
export function eventsOf(database: TestDatabase, { id }: TestShop): Promise<WrittenEvent[]> {
  return database.query<WrittenEvent>(
    'SELECT * FROM shop.events WHERE shop_id = $1 ORDER BY occurred_at, id',
    [id],
  );
}
