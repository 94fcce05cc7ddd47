import { Int, ShopRow, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Start of a search index segment for metadata. The first segment of a shop has no row. */
@Entity({ schema: 'shop', name: 'meta_segments' })
export class MetaSegment extends ShopRow {
  @Int({ primary: true })
  segment: number;

  @Uuid()
  from_id: string;
}
