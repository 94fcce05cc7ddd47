import type { DeclaredResource } from '@storewright/scopes';

export const shopsScopes = {
  type: 'shops',
  scopes: {
    collection: 'find out which shop this is',
    get: 'read the name, the texts, the contact details and the time zone of your shop',
  },
  events: {
    redaction_requested: 'the app was uninstalled: clear what you keep of the shop, and confirm it',
    updated: 'the name, the texts, the contact details, the time zone or the status of the shop changed',
  },
  example: {
    ...{ domain: 'demo-shop', name: 'Demo shop', title: 'Mugs and more', description: 'A shop for mugs.' },
    ...{ time_zone: 'Europe/Berlin', currency_code: 'EUR' },
  },
} satisfies DeclaredResource;
