import { Attribute, Bytea, Text, Timestamp, Uuid, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * A pending change of a person's email address. Two links confirm the change: one is sent to the current
 * address and one to the new address.
 */
@Entity({ schema: 'auth', name: 'email_changes' })
export class EmailChange {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  @Attribute('New email address.')
  @Text()
  email: string;

  @CollatedText()
  email_key: string;

  @Uuid()
  current_mail_id: string;

  @Uuid()
  new_mail_id: string;

  /**
   * SHA-256 of the link token in the email to the current address. null until the email is created, and after
   * the link was used.
   */
  @Bytea({ nullable: true })
  current_digest: Buffer | null;

  @Bytea({ nullable: true })
  new_digest: Buffer | null;

  @Attribute(
    'Time at which the link mailed to the current email address was used. null if it was not used yet.',
  )
  @Timestamp({ nullable: true })
  current_confirmed_at: string | null;

  @Attribute('Time at which the link mailed to the new email address was used. null if it was not used yet.')
  @Timestamp({ nullable: true })
  new_confirmed_at: string | null;

  @Attribute('Time at which the email change was requested.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Attribute('Time until which the email change can be confirmed.')
  @Timestamp()
  expires_at: string;
}
