import { ShopRow, Uuid, Word } from '@storewright/entities';
import { Entity } from 'typeorm';

/** An entry by which a row is found: a word or a tag of one of its columns (docs/adr/search.md). It is written with the row, by the same statement. */
@Entity({ schema: 'shop', name: 'search_terms' })
export class SearchTermRow extends ShopRow {
  @Word({ primary: true })
  resource_type: string;

  @Uuid({ primary: true })
  resource_id: string;

  @Word({ primary: true })
  field: string;

  @Word({ primary: true })
  term: string;
}
