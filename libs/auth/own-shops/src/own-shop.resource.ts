import {
  describeResource,
  IsCurrencyCode,
  IsNullable,
  IsOmittable,
  IsText,
  IsTimeZoneName,
} from '@storewright/json-api';
import { IsDisplayName } from '@storewright/people';
import { IsShopDomain } from '@storewright/sessions';
import { currencyOfShop, timeZoneOfShop } from '@storewright/tenancy';

export class CreateShop {
  @IsShopDomain()
  domain: string;

  @IsDisplayName()
  name: string;

  /** By default the name. */
  @IsNullable()
  @IsText(0, 255)
  title?: string | null;

  @IsNullable()
  @IsText(0, 2000)
  description?: string | null;

  /** By default UTC. */
  @IsOmittable()
  @IsTimeZoneName()
  time_zone?: string;

  /** Default currency; EUR where it is absent. */
  @IsOmittable()
  @IsCurrencyCode()
  currency_code?: string;
}

/** What the people of a shop change. */
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
}

/** A shop as its members see it: as everywhere, with what it is for. */
export const ownShops = describeResource({
  type: 'shops',
  name: 'OwnShop',
  description: 'A shop, as its members see it.',
  path: '/api/shops',
  attributes: { domain: 'string', name: 'string', title: 'string', description: 'string' },
  described: {
    domain: { description: 'The label in the host name of the shop.' },
    name: { description: 'What the shop is called.' },
    title: { description: 'The heading of its pages.' },
    description: { description: 'What the shop sells, in its own words.' },
    is_test: { description: 'Whether it is a test shop of a developer.' },
    time_zone: timeZoneOfShop,
    currency_code: currencyOfShop,
    version: { description: 'Rises with each change.' },
  },
  meta: { is_test: 'boolean', time_zone: 'string', currency_code: 'string', version: 'number' },
  versioned: true,
  filters: { domain: { description: 'Equals the value.' } },
  sortable: ['domain', 'name'],
  create: CreateShop,
  update: UpdateShop,
  errors: { create: ['already_exists', 'shop_limit_reached'] },
});
