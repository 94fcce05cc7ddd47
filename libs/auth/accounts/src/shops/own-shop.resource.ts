import { describeResource, IsNullable, IsString } from '@storewright/json-api';
import { IsDisplayName } from '../display-name';
import { IsShopDomain } from '../password-resets/shop-domain';

export class CreateShop {
  @IsShopDomain()
  domain: string;

  @IsDisplayName()
  name: string;

  /** By default the name. */
  @IsNullable()
  @IsString(0, 255)
  title?: string | null;

  @IsNullable()
  @IsString(0, 2000)
  description?: string | null;
}

/** A shop that a person has just created: shown as every shop is. */
export const ownShops = describeResource({
  type: 'shops',
  name: 'OwnShop',
  description: 'A shop that the signed-in person has created, and owns.',
  path: '/api/shops',
  attributes: { domain: 'string', name: 'string', title: 'string', description: 'string' },
  described: {
    domain: { description: 'The label in the host name of the shop.' },
    name: { description: 'What the shop is called.' },
    title: { description: 'The heading of its pages.' },
    description: { description: 'What the shop sells, in its own words.' },
  },
  create: CreateShop,
  errors: { create: ['already_exists', 'shop_limit_reached'] },
});
