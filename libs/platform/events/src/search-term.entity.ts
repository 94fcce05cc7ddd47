import { ShopRow, Uuid, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * A searchable word or tag of one row (docs/adr/search.md). Every statement that writes the row also updates
 * its search terms.
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
