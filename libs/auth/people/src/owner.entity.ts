import { Attribute, type Language, Text, Timestamp, Uuid, Word } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A person who owns shops or develops apps. */
@Entity({ schema: 'auth', name: 'owners' })
export class Owner {
  @Uuid({ primary: true })
  id: string;

  @Attribute('With which the person signs in.')
  @Text()
  email: string;

  /** The email as it is compared. */
  @Word()
  email_key: string;

  @Attribute('What the person is called.')
  @Text()
  name: string;

  @Attribute('In which mails to the person are written; null: in English, as none was chosen.')
  @Word({ nullable: true })
  language: Language | null;

  @Text()
  password_hash: string;

  @Attribute('When the operator made the account.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;
}
