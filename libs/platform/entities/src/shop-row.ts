import { Int, Timestamp, Uuid } from './columns';

/**
 * A row of one shop. The shop is first in every key and index, so that tables can be distributed by it;
 * row-level security shows it to that shop alone.
 */
export abstract class ShopRow {
  @Uuid({ primary: true })
  shop_id: string;
}

/** A row of a shop with an id of its own (UUIDv7). */
export abstract class IdentifiedRow extends ShopRow {
  @Uuid({ primary: true })
  id: string;
}

/** The row of a resource whose changes are counted: ETags are made of it, and every change is an event. */
export abstract class VersionedRow extends IdentifiedRow {
  @Int({ default: 1 })
  version: number;

  @Timestamp()
  created_at: string;

  @Timestamp()
  updated_at: string;
}
