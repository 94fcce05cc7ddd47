import { Attribute, Bytea, Text, Timestamp, Uuid, Word } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Another email that a person wants, until it is confirmed by a link in the mails to the current and to the new address. One for a person. */
@Entity({ schema: 'auth', name: 'email_changes' })
export class EmailChange {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  @Attribute('The new address.')
  @Text()
  email: string;

  /** The new address as it is compared. */
  @Word()
  email_key: string;

  @Uuid()
  current_mail_id: string;

  @Uuid()
  new_mail_id: string;

  /** SHA-256 of the token in the mail to the current address, which is stored nowhere; none before that is made, and once it was used. */
  @Bytea({ nullable: true })
  current_digest: Buffer | null;

  @Bytea({ nullable: true })
  new_digest: Buffer | null;

  @Attribute('When it was confirmed at the current address; null until then.')
  @Timestamp({ nullable: true })
  current_confirmed_at: string | null;

  @Attribute('When it was confirmed at the new address; null until then.')
  @Timestamp({ nullable: true })
  new_confirmed_at: string | null;

  @Attribute('When it was asked for.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Attribute('Until when it can be confirmed.')
  @Timestamp()
  expires_at: string;
}
