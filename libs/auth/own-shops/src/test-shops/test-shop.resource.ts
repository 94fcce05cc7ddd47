import { describeResource } from '@storewright/json-api';
import { IsDisplayName } from '@storewright/people';
import { IsShopDomain } from '@storewright/sessions';

export class CreateTestShop {
  @IsShopDomain()
  domain: string;

  @IsDisplayName()
  name: string;
}

export const testShops = describeResource({
  type: 'test_shops',
  description: 'A shop with demo data, in which a developer tests apps. Its id is the id of the shop.',
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
    domain: { description: 'Label of the shop in its host name.' },
    name: { description: 'Name of the shop.' },
    base_url: { description: 'URL of the shop’s API.' },
    status: {
      description:
        'preparing: first fill. ready: filled. resetting: being refilled. removing: being deleted.',
      values: ['preparing', 'ready', 'resetting', 'removing'],
    },
    requested_at: { description: 'Time of the last request to reset or delete the test shop.' },
    created_at: { description: 'Time at which the shop was created.' },
  },
  relationships: { shop: { type: 'shops', column: 'id' } },
  filters: { domain: {} },
  sortable: ['domain', 'name'],
  create: CreateTestShop,
  errors: { create: ['already_exists', 'shop_limit_reached'] },
});
