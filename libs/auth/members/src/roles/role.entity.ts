import { CollatedText, IdentifiedRow, Text, TextArray, Timestamp } from '@storewright/entities';
import { Entity } from 'typeorm';

@Entity({ schema: 'auth', name: 'roles' })
export class CustomRole extends IdentifiedRow {
  @Text()
  name: string;

  /** Lowercase name of the custom role, unique within the shop. */
  @CollatedText()
  name_key: string;

  @TextArray()
  scopes: string[];

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;
}
