import { Entity } from 'typeorm';
import { Attribute } from '../attribute';
import { Text, Timestamp, Uuid, Word } from '../columns';

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

  @Text()
  password_hash: string;

  @Attribute('When the operator made the account.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;
}
