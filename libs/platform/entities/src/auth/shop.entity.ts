import { Entity } from 'typeorm';
import { Bool, Int, Text, Timestamp, Uuid, CollatedText } from '@storewright/rows';
import { Attribute } from '../attribute';

/** A shop, which is a tenant of the platform. */
@Entity({ schema: 'auth', name: 'shops' })
export class Shop {
  @Uuid({ primary: true })
  id: string;

  @Attribute('Label of the shop in its host name.')
  @CollatedText()
  domain: string;

  @Attribute('Name of the shop.')
  @Text()
  name: string;

  @Attribute('Heading of the shop’s pages.')
  @Text()
  title: string;

  @Attribute('Description of what the shop sells.')
  @Text()
  description: string;

  @Text({ default: 'active' })
  status: 'active' | 'suspended';

  /** True for a test shop of a developer, which can be reset and deleted. */
  @Bool({ default: false })
  is_test: boolean;

  /** IANA name of the time zone for days and displayed times. */
  @CollatedText({ default: 'UTC' })
  time_zone: string;

  /** ISO 4217 code of the default currency, for new prices without a currency. */
  @CollatedText({ default: 'EUR' })
  currency_code: string;

  /** Email address for questions of customers. */
  @Text({ nullable: true })
  support_email: string | null;

  /** Phone number for questions of customers. */
  @Text({ nullable: true })
  support_phone: string | null;

  /** Postal address on printed orders. It can have several lines. */
  @Text({ nullable: true })
  address: string | null;

  /** Path of the logo below the address of the shop. It contains the digest of the image. */
  @CollatedText({ nullable: true })
  logo_url: string | null;

  /** Whether members need a second factor for this shop. */
  @Bool({ default: false })
  second_factor_required: boolean;

  /** True while a member of the shop suspends all apps and access tokens. The admin panel keeps working. */
  @Bool({ default: false })
  api_suspended: boolean;

  @Int({ default: 1 })
  version: number;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;
}
