import { describeResource } from '@storewright/json-api';

/**
 * The app's installation in the shop, as the app itself sees it. `version` rises with each change, such as other scopes or another installation after an end.
 * `base_url`: the address of the shop's API.
 */
export const installation = describeResource({
  type: 'installations',
  name: 'OwnInstallation',
  description: 'The installation of the app that asks, with the shop.',
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
  described: {
    scopes: { description: 'What the owner agreed to.' },
    status: { description: 'Whether it is installed now.', values: ['installed', 'uninstalled'] },
    installed_at: { description: 'When the present installation began.' },
    created_at: { description: 'When it was installed for the first time.' },
    updated_at: { description: 'When it last changed.' },
    version: { description: 'Rises with each change.' },
    base_url: { description: 'The address of the API of the shop.' },
  },
  relationships: {
    app: { type: 'apps', column: 'app_id' },
    shop: { type: 'shops', column: 'shop_id' },
  },
});
