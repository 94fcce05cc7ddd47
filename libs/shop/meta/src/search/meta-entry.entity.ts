import { Bytea, Int, ShopRow, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * Search index entry for one key and value of a metadata object, stored in search order
 * (docs/adr/meta-search.md).
 */
@Entity({ schema: 'shop', name: 'meta_entries' })
export class MetaEntry extends ShopRow {
  @Int({ primary: true, default: 1 })
  segment: number;

  @Bytea({ primary: true })
  tok: Buffer;

  @Uuid({ primary: true })
  meta_id: string;
}
