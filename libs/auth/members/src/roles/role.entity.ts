import { CollatedText, IdentifiedRow, Text, TextArray, Timestamp } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A role that a shop defines: a name for the rights of selected areas. */
@Entity({ schema: 'auth', name: 'roles' })
export class CustomRole extends IdentifiedRow {
  @Text()
  name: string;

  /** Name in lower case. Two roles of a shop cannot have the same key. */
  @CollatedText()
  name_key: string;

  /** Rights of every member with the role. */
  @TextArray()
  scopes: string[];

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;
}
