import { describeResource } from '@storewright/json-api';

/**
 * The app's installation in the shop, as the app itself sees it. `version` rises with each change, such as other scopes or another installation after an end.
 * `base_url`: the address of the shop's API.
 */
export const installation = describeResource({
  type: 'installations',
  name: 'OwnInstallation',
  path: '/api/installation',
  singleton: true,
  attributes: {
    scopes: 'string[]',
    status: 'string',
    installed_at: 'timestamp',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  meta: { version: 'number', base_url: 'string' },
  relationships: {
    app: { type: 'apps', column: 'app_id' },
    shop: { type: 'shops', column: 'shop_id' },
  },
});
