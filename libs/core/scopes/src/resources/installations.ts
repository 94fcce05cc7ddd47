import type { DeclaredResource } from '../declared-resource';

export const installations = {
  events: {
    created: 'the app was installed',
    scopes_changed: 'the owner agreed to other scopes',
    uninstalled: 'the app was uninstalled',
  },
} as const satisfies DeclaredResource;
