import { Int, ShopRow, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Where a segment of the search begins; the first one has no row. */
@Entity({ schema: 'shop', name: 'meta_segments' })
export class MetaSegment extends ShopRow {
  @Int({ primary: true })
  segment: number;

  @Uuid()
  from_id: string;
}
