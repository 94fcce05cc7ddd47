import { ShopRow, Uuid, Word } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * A search term: a word or tag in a column of a row (docs/adr/search.md). Written in the same statement as
 * the row.
 */
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
