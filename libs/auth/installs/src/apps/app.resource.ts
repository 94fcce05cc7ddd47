import { App, type ColumnName, defineResource } from '@storewright/entities';
import { describeResource } from '@storewright/json-api';
import { CreateApp, UpdateApp } from './app-input';

export const apps = defineResource(App, {
  type: 'apps',
  description: 'An app as its developer sees it.',
  path: '/api/apps',
  computed: {
    icon_url: {
      ...{ kind: 'string', isNullable: true, after: 'support_url' },
      description: 'URL of the app icon. A new icon gets a new URL. null if the app has no icon.',
    },
  },
  meta: { version: true },
  filters: { name: {} },
  sortable: ['name'],
  create: CreateApp,
  errors: { create: ['limit_reached'] },
  update: UpdateApp,
  versioned: true,
});

export const appColumns = [
  ...apps.columns.filter((name) => name !== 'icon_url'),
  'icon_digest',
] as ColumnName<App>[];

/** Attributes of an app that the grant screen shows. A shop owner can read these attributes of every app. */
export const shopApps = describeResource({
  type: 'apps',
  name: 'ShopApp',
  description: 'An app as a shop owner sees it before granting scopes.',
  path: '/api/shops/:shop_id/apps',
  attributes: {
    name: 'string',
    maker: 'string',
    install_host: 'string',
    client_url: 'string',
    description: 'string',
    privacy_url: 'string',
    support_url: 'string',
    icon_url: 'string',
    scopes: 'string[]',
    optional_scopes: 'string[]',
    webhook_events: 'string[]',
    granted_scopes: 'string[]',
    withdrawn_scopes: 'string[]',
    reviewed_scopes: 'string[]',
  },
  described: {
    name: { description: 'Name of the app.' },
    maker: { description: 'Name of the developer, or the domain of an agent.' },
    install_host: {
      description: 'Host of the install URL, to which the browser is redirected after a grant.',
    },
    client_url: {
      description: 'URL of the metadata document that identifies an agent. null for the app of a developer.',
      isNullable: true,
    },
    description: { description: 'Description of the app, written by its developer.', isNullable: true },
    privacy_url: { description: 'URL of the app’s privacy policy.', isNullable: true },
    support_url: { description: 'URL at which shop owners get support for the app.', isNullable: true },
    icon_url: { description: 'URL of the app icon. null if the app has no icon.', isNullable: true },
    scopes: { description: 'Scopes that the app requires.' },
    optional_scopes: {
      description: 'Scopes that a shop owner can grant in addition. The app works without them.',
    },
    webhook_events: { description: 'Event types that the app subscribes to.' },
    granted_scopes: {
      description: 'Scopes that the shop has granted. null if the app is not installed.',
      isNullable: true,
    },
    withdrawn_scopes: {
      description:
        'Scopes that the app requests and a member of the shop withdrew. null if the app is not installed.',
      isNullable: true,
    },
    reviewed_scopes: {
      description:
        'Scopes that the operator reviewed with the listed version. null if the app is not listed.',
      isNullable: true,
    },
  },
  relationships: { installation: { type: 'installations', column: 'installation_id' } },
});
