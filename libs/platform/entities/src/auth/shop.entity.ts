import { Entity } from 'typeorm';
import { Attribute } from '../attribute';
import { Bool, Int, Text, Timestamp, Uuid, Word } from '../columns';

/** A tenant, in the directory of shops. */
@Entity({ schema: 'auth', name: 'shops' })
export class Shop {
  @Uuid({ primary: true })
  id: string;

  @Attribute('Label of the shop in its host name.')
  @Word()
  domain: string;

  @Attribute('Name of the shop.')
  @Text()
  name: string;

  @Attribute('Heading of the shop’s pages.')
  @Text()
  title: string;

  @Attribute('What the shop sells, in the words of its owner.')
  @Text()
  description: string;

  @Text({ default: 'active' })
  status: 'active' | 'suspended';

  /** A developer's, to try apps in: it may be filled anew and removed. */
  @Bool({ default: false })
  is_test: boolean;

  /** An IANA name: in which its days are counted, and its times shown. */
  @Word({ default: 'UTC' })
  time_zone: string;

  /** ISO 4217 code of the default currency. New prices that name no currency have it. */
  @Word({ default: 'EUR' })
  currency_code: string;

  @Int({ default: 1 })
  version: number;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;
}
