import { Entity } from 'typeorm';
import { Bool, Int, Text, Timestamp, Uuid, CollatedText } from '@storewright/rows';
import { Attribute } from '../attribute';

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

  /** True for a test shop of a developer, which the developer can reset and delete. */
  @Bool({ default: false })
  is_test: boolean;

  /** IANA time zone of the shop, which determines the start of days and the display of times. */
  @CollatedText({ default: 'UTC' })
  time_zone: string;

  /** ISO 4217 code of the shop's default currency, for new prices without a currency. */
  @CollatedText({ default: 'EUR' })
  currency_code: string;

  @Text({ nullable: true })
  support_email: string | null;

  @Text({ nullable: true })
  support_phone: string | null;

  /** Postal address of the shop for printed orders. The address can have several lines. */
  @Text({ nullable: true })
  address: string | null;

  /** URL path of the shop's logo. The path contains the digest of the image, so a new logo has a new path. */
  @CollatedText({ nullable: true })
  logo_url: string | null;

  @Bool({ default: false })
  second_factor_required: boolean;

  /** True while a member of the shop suspends all apps and access tokens. The admin panel still works. */
  @Bool({ default: false })
  api_suspended: boolean;

  @Int({ default: 1 })
  version: number;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;
}
