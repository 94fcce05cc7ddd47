import type { DeclaredResource } from '@storewright/scopes';

export const inventoryChangesScopes = {
  type: 'inventory_changes',
  scopes: {
    collection: 'list who changed the stock of your variants, and why',
    get: 'read single changes of your stock',
  },
} satisfies DeclaredResource;
