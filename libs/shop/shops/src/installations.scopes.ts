import type { DeclaredResource } from '@storewright/scopes';

export const installationsScopes = {
  type: 'installations',
  events: {
    created: 'the app was installed',
    scopes_changed: 'the owner agreed to other scopes',
    uninstalled: 'the app was uninstalled',
  },
  example: {
    ...{
      scopes: ['orders.get'],
      withdrawn_scopes: [],
      ask_scopes: [],
      status: 'installed',
      suspended: false,
    },
    ...{ allowed_networks: null, app_allowed_networks: null },
    ...{ created_at: '2026-11-21T06:22:26.087602Z', updated_at: '2026-11-21T06:22:26.087602Z' },
    ...{
      uninstalled_at: null,
      installed_at: '2026-11-21T06:22:26.087602Z',
      app_name: 'Labels',
      app_icon_url: null,
    },
    ...{
      permissions_changed: false,
      receives_webhooks: true,
      token_status: 'active',
      nonce_status: 'exchanged',
    },
    ...{ nonce_expires_at: null, last_used_at: null },
  },
} satisfies DeclaredResource;
