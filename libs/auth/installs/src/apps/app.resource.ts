import { App, type ColumnName, defineResource } from '@storewright/entities';
import { describeResource } from '@storewright/json-api';
import { CreateApp, UpdateApp } from './app-input';

/** An app as its developer sees it. */
export const apps = defineResource(App, {
  type: 'apps',
  description: 'An app, as its developer sees it.',
  path: '/api/apps',
  computed: {
    icon_url: {
      ...{ kind: 'string', isNullable: true, after: 'support_url' },
      description: 'Its icon, for pages that show it. Another one has another address.',
    },
  },
  meta: { version: true },
  filters: { name: { description: 'Equals the value.' } },
  sortable: ['name'],
  create: CreateApp,
  errors: { create: ['limit_reached'] },
  update: UpdateApp,
  versioned: true,
});

/** What its document needs. */
export const appColumns = [
  ...apps.columns.filter((name) => name !== 'icon_url'),
  'icon_digest',
] as ColumnName<App>[];

/**
 * An app as the owner of a shop sees it before agreeing: any app, but only what concerns the owner. `maker`: the developer's name. `install_host`:
 * where agreeing leads. `granted_scopes`: what the shop agreed to; null where the app is not installed.
 */
export const shopApps = describeResource({
  type: 'apps',
  name: 'ShopApp',
  description: 'An app, as the owner of a shop sees it before agreeing.',
  path: '/api/shops/:shop_id/apps',
  attributes: {
    name: 'string',
    maker: 'string',
    install_host: 'string',
    description: 'string',
    privacy_url: 'string',
    support_url: 'string',
    icon_url: 'string',
    scopes: 'string[]',
    webhook_events: 'string[]',
    granted_scopes: 'string[]',
  },
  described: {
    name: { description: 'What it is called.' },
    maker: { description: 'The name of its developer.' },
    install_host: { description: 'Where agreeing leads.' },
    description: { description: 'What it does, as its developer says.', isNullable: true },
    privacy_url: { description: 'Its privacy policy.', isNullable: true },
    support_url: { description: 'Where owners get help with it.', isNullable: true },
    icon_url: { description: 'Its icon.', isNullable: true },
    scopes: { description: 'What it asks for.' },
    webhook_events: { description: 'The types of event that it wants to be sent.' },
    granted_scopes: {
      description: 'What the shop agreed to; null where it is not installed.',
      isNullable: true,
    },
  },
  relationships: { installation: { type: 'installations', column: 'installation_id' } },
});
