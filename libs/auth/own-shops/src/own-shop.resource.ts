import {
  describeResource,
  IsBoolean,
  IsCurrencyCode,
  IsNullable,
  IsOmittable,
  IsText,
  IsTimeZoneName,
} from '@storewright/json-api';
import { IsDisplayName, IsDisplayText, IsEmailAddress } from '@storewright/people';
import { IsShopDomain } from '@storewright/sessions';
import { contactOfShop, logoOfShop, currencyOfShop, timeZoneOfShop } from '@storewright/tenancy';

export class CreateShop {
  @IsShopDomain()
  domain: string;

  @IsDisplayName()
  name: string;

  /** Title of the shop's pages. Defaults to the name of the shop. */
  @IsNullable()
  @IsText(0, 255)
  title?: string | null;

  @IsNullable()
  @IsText(0, 2000)
  description?: string | null;

  /** IANA time zone of the shop. Defaults to UTC. */
  @IsOmittable()
  @IsTimeZoneName()
  time_zone?: string;

  /** ISO 4217 code of the shop's currency. Defaults to EUR. */
  @IsOmittable()
  @IsCurrencyCode()
  currency_code?: string;
}

export class UpdateShop {
  @IsOmittable()
  @IsDisplayName()
  name?: string;

  @IsOmittable()
  @IsText(0, 255)
  title?: string;

  @IsOmittable()
  @IsText(0, 2000)
  description?: string;

  @IsOmittable()
  @IsTimeZoneName()
  time_zone?: string;

  @IsOmittable()
  @IsCurrencyCode()
  currency_code?: string;

  @IsNullable()
  @IsEmailAddress()
  support_email?: string | null;

  @IsNullable()
  @IsDisplayText(32)
  support_phone?: string | null;

  @IsNullable()
  @IsText(1, 500)
  address?: string | null;

  @IsOmittable()
  @IsBoolean()
  second_factor_required?: boolean;

  /** Suspends or resumes all apps and access tokens of the shop. The admin panel continues to work. */
  @IsOmittable()
  @IsBoolean()
  api_suspended?: boolean;
}

export const ownShops = describeResource({
  type: 'shops',
  name: 'OwnShop',
  description: 'A shop as its members see it.',
  path: '/api/shops',
  attributes: { domain: 'string', name: 'string', title: 'string', description: 'string' },
  described: {
    domain: { description: 'Label of the shop in its host name.' },
    name: { description: 'Name of the shop.' },
    title: { description: 'Title of the shop’s pages.' },
    description: { description: 'Description of what the shop sells.' },
    is_test: { description: 'Whether the shop is a test shop of an app developer.' },
    time_zone: timeZoneOfShop,
    currency_code: currencyOfShop,
    ...contactOfShop,
    logo_url: logoOfShop,
    second_factor_required: {
      description: 'Whether every member needs an authenticator app to use the shop.',
    },
    api_suspended: {
      description:
        'Whether all apps and access tokens of the shop are suspended. The admin panel continues to work.',
    },
    version: { description: 'Version number of the shop. Every change increments it.' },
  },
  meta: {
    is_test: 'boolean',
    time_zone: 'string',
    currency_code: 'string',
    support_email: 'string',
    support_phone: 'string',
    address: 'string',
    logo_url: 'string',
    second_factor_required: 'boolean',
    api_suspended: 'boolean',
    version: 'number',
  },
  versioned: true,
  filters: { domain: {} },
  sortable: ['domain', 'name'],
  create: CreateShop,
  update: UpdateShop,
  errors: { create: ['already_exists', 'shop_limit_reached'] },
});
