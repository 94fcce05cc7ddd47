import { Entity } from 'typeorm';
import type { Language } from '../languages';
import { Int, Text, Timestamp, Uuid, Word } from '../columns';

/** What a mail tells; of what a person signs in with, each change. */
export type MailKind =
  | 'password_reset'
  | 'invitation'
  | 'email_change_current'
  | 'email_change_new'
  | 'email_changed'
  | 'totp_turned_on'
  | 'totp_turned_off'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'second_factors_reset';

/** A mail that somebody has asked for, until it is sent. What is in it is made when it is sent: no secret waits here. */
@Entity({ schema: 'auth', name: 'outgoing_mails' })
export class OutgoingMail {
  @Uuid({ primary: true })
  id: string;

  @Word()
  kind: MailKind;

  /** Whom it is for, as they typed it; nobody need have this address. */
  @Text()
  email: string;

  /** Where nobody has this address: that of the person who has it sent. */
  @Word({ nullable: true })
  language: Language | null;

  /** The shop whose panel its link leads to; null of one without a link. */
  @Word({ nullable: true })
  shop_domain: string | null;

  @Int({ default: 0 })
  attempts: number;

  @Timestamp({ default: () => 'now()' })
  next_attempt_at: string;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
