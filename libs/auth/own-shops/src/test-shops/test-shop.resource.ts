import { describeResource } from '@storewright/json-api';
import { IsDisplayName } from '@storewright/people';
import { IsShopDomain } from '@storewright/sessions';

export class CreateTestShop {
  @IsShopDomain()
  domain: string;

  @IsDisplayName()
  name: string;
}

/** A shop that a developer tries apps in, as that developer sees it. The id is that of the shop. */
export const testShops = describeResource({
  type: 'test_shops',
  description: 'A shop with the data of a demo, in which a developer tries apps. The id is that of the shop.',
  path: '/api/test_shops',
  attributes: {
    domain: 'string',
    name: 'string',
    base_url: 'string',
    status: 'string',
    requested_at: 'timestamp',
    created_at: 'timestamp',
  },
  described: {
    domain: { description: 'The label in the host name of the shop.' },
    name: { description: 'What the shop is called.' },
    base_url: { description: 'The address of its API.' },
    status: {
      description: 'Being filled for the first time, filled, being filled anew, or being removed.',
      values: ['preparing', 'ready', 'resetting', 'removing'],
    },
    requested_at: { description: 'When it was last asked to be filled or removed.' },
    created_at: { description: 'When it was made.' },
  },
  relationships: { shop: { type: 'shops', column: 'id' } },
  filters: { domain: { description: 'Equals the value.' } },
  sortable: ['domain', 'name'],
  create: CreateTestShop,
  errors: { create: ['already_exists', 'shop_limit_reached'] },
});
