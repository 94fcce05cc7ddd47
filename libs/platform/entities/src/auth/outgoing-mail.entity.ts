import { Entity } from 'typeorm';
import { Int, Text, Timestamp, Uuid, Word } from '../columns';

/** A mail that somebody has asked for, until it is sent. What is in it is made when it is sent: no secret waits here. */
@Entity({ schema: 'auth', name: 'outgoing_mails' })
export class OutgoingMail {
  @Uuid({ primary: true })
  id: string;

  @Word()
  kind: 'password_reset';

  /** Whom it is for, as they typed it; nobody need have this address. */
  @Text()
  email: string;

  /** The shop whose panel its link leads to. */
  @Word()
  shop_domain: string;

  @Int({ default: 0 })
  attempts: number;

  @Timestamp({ default: () => 'now()' })
  next_attempt_at: string;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
