import type { TestDatabase, TestShop } from '@storewright/testing';

/** A row of the event log. `resource` is the resource object as JSON text. */
export interface WrittenEvent {
  id: string;
  type: string;
  resource_id: string;
  resource: string;
  changed: string[];
}

export function eventsOf(database: TestDatabase, { id }: TestShop): Promise<WrittenEvent[]> {
  return database.query<WrittenEvent>(
    'SELECT * FROM shop.events WHERE shop_id = $1 ORDER BY occurred_at, id',
    [id],
  );
}
