import { Entity } from 'typeorm';
import { Text, Timestamp, Uuid, Word } from '../columns';

/** A person who owns shops or develops apps. */
@Entity({ schema: 'auth', name: 'owners' })
export class Owner {
  @Uuid({ primary: true })
  id: string;

  @Text()
  email: string;

  /** The email as it is compared. */
  @Word()
  email_key: string;

  @Text()
  name: string;

  @Text()
  password_hash: string;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;
}
