import { Bool, CollatedText, IdentifiedRow, Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A saved view of a list in the admin panel: filters, sort order and columns. */
@Entity({ schema: 'auth', name: 'saved_views' })
export class SavedView extends IdentifiedRow {
  @Uuid()
  owner_id: string;

  @Text()
  name: string;

  @CollatedText()
  list: string;

  @Text()
  query: string;

  @Bool()
  is_shared: boolean;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
