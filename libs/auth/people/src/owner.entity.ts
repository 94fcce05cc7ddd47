import { Attribute, type Language, Text, Timestamp, Uuid, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

@Entity({ schema: 'auth', name: 'owners' })
export class Owner {
  @Uuid({ primary: true })
  id: string;

  @Attribute('Email address with which the person signs in.')
  @Text()
  email: string;

  /** Normalized form of the email address for lookups and uniqueness; see `emailKey`. */
  @CollatedText()
  email_key: string;

  @Attribute('Name of the person.')
  @Text()
  name: string;

  @Attribute(
    'Language of emails to the person. null if the person has not chosen a language. Emails are then in English.',
  )
  @CollatedText({ nullable: true })
  language: Language | null;

  @Text()
  password_hash: string;

  @Attribute('Time at which the account was created.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;
}
