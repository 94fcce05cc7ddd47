import { describeResource } from '@storewright/json-api';
import { categories } from '../listings/categories';

const history = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      number: { type: 'integer', description: 'Version number of the listing.' },
      approved_at: { type: 'string', format: 'date-time' },
      scopes: { type: 'array', items: { type: 'string' } },
    },
    required: ['number', 'approved_at', 'scopes'],
  },
};

/** Listed apps as members of a shop see them in the app directory. The id is the id of the app. */
export const directoryApps = describeResource({
  type: 'directory_apps',
  description: 'An app in the directory, as members of a shop see it. The id is that of the app.',
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
    description: { description: 'Description in paragraphs, which line feeds separate.' },
    categories: { description: 'Categories of the app.' },
    developer_name: { description: 'Name of the developer.' },
    verified_domain: {
      description: 'Domain that the developer proved to control. null without a valid proof.',
      isNullable: true,
    },
    icon_url: { description: 'URL of the icon.', isNullable: true },
    screenshots: { description: 'URLs of the screenshots.' },
    support_url: { description: 'URL at which owners get support.' },
    privacy_url: { description: 'URL of the privacy policy.' },
    scopes: { description: 'Scopes that the app requests now. Installing the app grants them.' },
    reviewed_scopes: { description: 'Scopes that the app requested when its version was approved.' },
    webhook_events: { description: 'Types of events that the app subscribes to.' },
    permission_history: {
      description: 'Approved versions with their scopes, newest first, at most 20.',
      schema: history,
    },
    installed_shops: { description: 'Number of shops that have the app installed, without test shops.' },
    listed_at: { description: 'Time of the first approval.' },
    approved_at: { description: 'Time at which the shown version was approved.' },
  },
  relationships: {
    app: { type: 'apps', column: 'id' },
    installation: { type: 'installations', column: 'installation_id' },
  },
  filters: {
    q: { description: 'Apps whose name, tagline or developer contains the text, regardless of case.' },
    category: { description: 'Apps in this category.', schema: { type: 'string', enum: categories } },
  },
  sortable: ['name', 'installed_shops', 'listed_at'],
});
