import { Bytea, Int, ShopRow, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** One key of a meta object with its value, in an order that answers searches (docs/adr/meta-search.md). */
@Entity({ schema: 'shop', name: 'meta_entries' })
export class MetaEntry extends ShopRow {
  @Int({ primary: true, default: 1 })
  segment: number;

  @Bytea({ primary: true })
  tok: Buffer;

  @Uuid({ primary: true })
  meta_id: string;
}
