import { defineResource } from '@storewright/json-api';
import { CreateApp, UpdateApp } from './app-input';

/** An app as its developer sees it. */
export const apps = defineResource({
  type: 'apps',
  path: '/api/apps',
  attributes: {
    name: 'text',
    install_url: 'text',
    scopes: 'texts',
    webhook_url: 'text',
    webhook_events: 'texts',
    require_proof: 'plain',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  meta: { version: 'plain' },
  filters: ['name'],
  sortable: ['name'],
  create: CreateApp,
  update: UpdateApp,
  versioned: true,
});

export const appColumns =
  'id, name, install_url, scopes, webhook_url, webhook_events, require_proof, version, created_at, updated_at';

/**
 * An app as the owner of a shop sees it before agreeing: any app, but only what concerns the owner. `maker`: the developer's name. `install_host`:
 * where agreeing leads. `granted_scopes`: what the shop agreed to; null where the app is not installed.
 */
export const shopApps = defineResource({
  type: 'apps',
  path: '/api/shops/:shop_id/apps',
  attributes: {
    name: 'text',
    maker: 'text',
    install_host: 'text',
    scopes: 'texts',
    webhook_events: 'texts',
    granted_scopes: 'texts',
  },
  relationships: { installation: { type: 'installations', column: 'installation_id' } },
});
