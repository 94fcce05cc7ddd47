import { describeResource } from '@storewright/json-api';
import { categories } from '../listings/categories';

const history = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      number: { type: 'integer', description: 'Number of the approved version.' },
      approved_at: { type: 'string', format: 'date-time' },
      scopes: { type: 'array', items: { type: 'string' } },
    },
    required: ['number', 'approved_at', 'scopes'],
  },
};

/**
 * Listed apps as members of a shop see them in the app directory. The id of a directory entry is the id of
 * the app.
 */
export const directoryApps = describeResource({
  type: 'directory_apps',
  description: 'A listed app, as members of a shop see it in the app directory. Its id is the id of the app.',
  path: '/api/shops/:shop_id/directory_apps',
  attributes: {
    name: 'string',
    tagline: 'string',
    description: 'string',
    categories: 'string[]',
    developer_name: 'string',
    verified_domain: 'string',
    icon_url: 'string',
    screenshots: 'string[]',
    support_url: 'string',
    privacy_url: 'string',
    scopes: 'string[]',
    reviewed_scopes: 'string[]',
    webhook_events: 'string[]',
    permission_history: 'json',
    installed_shops: 'number',
    listed_at: 'timestamp',
    approved_at: 'timestamp',
  },
  described: {
    name: { description: 'Name of the app.' },
    tagline: { description: 'One sentence that says what the app does.' },
    description: { description: 'Description of the app. Line feeds separate paragraphs.' },
    categories: { description: 'Categories of the app.' },
    developer_name: { description: 'Name of the developer.' },
    verified_domain: {
      description: 'Verified domain of the developer. null if the developer has none.',
      isNullable: true,
    },
    icon_url: { description: 'URL of the app icon.', isNullable: true },
    screenshots: { description: 'URLs of screenshots of the app.' },
    support_url: { description: 'URL at which shop owners get support for the app.' },
    privacy_url: { description: 'URL of the app’s privacy policy.' },
    scopes: { description: 'Scopes that the app currently requests. Installing the app grants them.' },
    reviewed_scopes: {
      description: 'Scopes that the app requested when the operator approved the listed version.',
    },
    webhook_events: { description: 'Event types that the app subscribes to.' },
    permission_history: {
      description: 'Approved versions with their scopes, newest first, at most 20.',
      schema: history,
    },
    installed_shops: { description: 'Number of shops that have the app installed, without test shops.' },
    listed_at: { description: 'Time at which the operator first approved the app.' },
    approved_at: { description: 'Time at which the operator approved the listed version.' },
  },
  relationships: {
    app: { type: 'apps', column: 'id' },
    installation: { type: 'installations', column: 'installation_id' },
  },
  filters: {
    q: {
      description:
        'Returns only apps whose name, tagline or developer name contains the text. Case is ignored.',
    },
    category: {
      description: 'Returns only apps in this category.',
      schema: { type: 'string', enum: categories },
    },
  },
  sortable: ['name', 'installed_shops', 'listed_at'],
});
