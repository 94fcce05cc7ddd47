import { Int, Timestamp, Uuid } from './columns';

/**
 * A row that belongs to one shop. `shop_id` is the first column of every key and index, so that a cluster can
 * distribute the table by shop. Row-level security shows the row only to this shop.
 */
export abstract class ShopRow {
  @Uuid({ primary: true })
  shop_id: string;
}

/** A row of a shop with its own id (UUIDv7). */
export abstract class IdentifiedRow extends ShopRow {
  @Uuid({ primary: true })
  id: string;
}

/** A row of a versioned resource. The version is part of the ETag, and every change writes an event. */
export abstract class VersionedRow extends IdentifiedRow {
  @Int({ default: 1 })
  version: number;

  @Timestamp()
  created_at: string;

  @Timestamp()
  updated_at: string;
}
