import { ShopRow, Uuid, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * A search term: a word or tag in a column of a row (docs/adr/search.md). The statement that writes the row
 * also writes its terms.
 */
@Entity({ schema: 'shop', name: 'search_terms' })
export class SearchTermRow extends ShopRow {
  @CollatedText({ primary: true })
  resource_type: string;

  @Uuid({ primary: true })
  resource_id: string;

  @CollatedText({ primary: true })
  field: string;

  @CollatedText({ primary: true })
  term: string;
}
