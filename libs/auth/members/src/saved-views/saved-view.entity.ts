import { Bool, CollatedText, IdentifiedRow, Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A view of a list in the panel that a member saved: filters, order and columns. */
@Entity({ schema: 'auth', name: 'saved_views' })
export class SavedView extends IdentifiedRow {
  @Uuid()
  owner_id: string;

  @Text()
  name: string;

  @CollatedText()
  list: string;

  /** Query string of the list in the panel, with filters, order and columns. */
  @Text()
  query: string;

  @Bool()
  is_shared: boolean;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
