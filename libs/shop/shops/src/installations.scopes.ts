import type { DeclaredResource } from '@storewright/scopes';

export const installationsScopes = {
  type: 'installations',
  events: {
    created: 'the app was installed',
    scopes_changed: 'the owner agreed to other scopes',
    uninstalled: 'the app was uninstalled',
  },
} satisfies DeclaredResource;
